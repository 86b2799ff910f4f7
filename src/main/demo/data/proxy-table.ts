import type { JsonObject } from '../../../shared/json.ts';
import { describeProxy, type ProxyPlan } from './proxy.ts';
import { formatProxyId, parseProxyId } from './proxy-id.ts';
import type { RowTable } from './row-table.ts';

/**
 * The proxies, generated on request, so that a million of them take no memory.
 * Only rows that differ from the plan are stored.
 *
 * @param usersOf the proxy users that may use a proxy
 */
export function createProxyTable(
  plan: ProxyPlan,
  proxyCount: number,
  usersOf: (proxy: JsonObject) => string[],
): RowTable {
  const { seed } = plan;
  const changes = new Map<number, JsonObject>();
  const removed = new Set<number>();
  /** Rows to which a test gave an ID of their own. */
  const foreignIds = new Map<string, number>();
  let nextIndex = proxyCount;
  /** Numbers of the existing rows, in order; undefined until a row is removed. */
  let present: Uint32Array | undefined;

  const describe = (index: number): JsonObject => {
    const row = describeProxy(plan, index);
    const changed = { ...row, ...changes.get(index) };
    return { proxy_user_ids: usersOf(changed), ...changed };
  };
  const indexOf = (id: string): number | undefined => {
    const index = foreignIds.get(id) ?? parseProxyId(id, seed);
    return index === undefined || index >= nextIndex || removed.has(index) ? undefined : index;
  };
  const needIndex = (id: string): number => {
    const index = indexOf(id);
    if (index === undefined) throw new Error(`Proxy ${id} does not exist in the demo.`);
    return index;
  };
  return {
    idField: 'proxy_id',
    count: () => nextIndex - removed.size,
    slice(offset, limit) {
      if (removed.size > 0) {
        present ??= Uint32Array.from({ length: nextIndex }, (_, index) => index).filter(
          (index) => !removed.has(index),
        );
      }
      const end = Math.min(nextIndex - removed.size, offset + limit);
      const rows: JsonObject[] = [];
      for (let position = offset; position < end; position += 1) {
        rows.push(describe(present?.[position] ?? position));
      }
      return rows;
    },
    find(id) {
      const index = indexOf(id);
      return index === undefined ? undefined : describe(index);
    },
    add(fields = {}) {
      const index = nextIndex;
      nextIndex += 1;
      present = undefined;
      changes.set(index, fields);
      const id = fields['proxy_id'];
      if (typeof id === 'string') foreignIds.set(id, index);
      return typeof id === 'string' ? id : formatProxyId(index, seed);
    },
    update(id, fields) {
      const index = needIndex(id);
      changes.set(index, { ...changes.get(index), ...fields });
    },
    remove(id) {
      removed.add(needIndex(id));
      present = undefined;
    },
  };
}
