import { formatId } from '../schema/column-form.ts';
import type { SqlValue, Connection } from '../sqlite/connection.ts';
import { createEndpointIndex, endpointColumns, readIndexed, readProxiesAt } from '../read/endpoint-index.ts';
import { readCompleteReplacements, unfollowedReplacements, type NamedReplacement } from '../read/replacements.ts';
import { parseIpv6 } from '../../../shared/ip-address.ts';

const isAnnotated = `(EXISTS (SELECT 1 FROM user.proxy_tag t WHERE t.proxy_id = r.proxy_id)
  OR EXISTS (SELECT 1 FROM user.proxy_note n WHERE n.proxy_id = r.proxy_id))`;

/** Before rows are removed: tagged and noted proxies. */
export function rememberGone(writer: Connection, removedKeys: readonly number[]): void {
  if (removedKeys.length === 0) return;
  writer.run(
    `INSERT OR REPLACE INTO user.gone_proxy (${endpointColumns})
     SELECT ${endpointColumns} FROM proxy r
     WHERE r.key IN (SELECT value FROM json_each(?)) AND ${isAnnotated}`,
    JSON.stringify(removedKeys),
  );
}

/**
 * Moves tags and notes along complete adjustments once: the new proxy gets the tags, and the note if it has none. Waits
 * until one proxy has each address.
 *
 * @param adjustmentId null: all
 */
export function followReplacements(writer: Connection, adjustmentId: SqlValue): void {
  const waiting = readCompleteReplacements(writer, unfollowedReplacements, adjustmentId);
  if (waiting.length === 0) return;
  const present = createEndpointIndex(readProxiesAt(writer, waiting.map(newEndpoint)));
  // Present or removed proxies at an old address, in any service.
  const annotated = createEndpointIndex([
    ...writer.all(`SELECT ${endpointColumns} FROM user.gone_proxy`).map(readIndexed),
    ...readProxiesAt(writer, waiting.map(oldEndpoint), isAnnotated).map((proxy) => ({
      ...proxy,
      serviceId: null,
    })),
  ]);
  writer.transact(() => {
    for (const replacement of waiting) {
      const next = present.find(replacement.new, replacement.serviceId);
      const old = annotated.find(replacement.old, replacement.serviceId);
      if (next !== undefined && old !== undefined) follow(writer, replacement, old.id, next.id);
    }
  });
}

const newEndpoint = (replacement: NamedReplacement) => replacement.new;
const oldEndpoint = (replacement: NamedReplacement) => replacement.old;

function follow(writer: Connection, replacement: NamedReplacement, old: SqlValue, next: SqlValue): void {
  // A proxy that only changed its address still has its tags.
  if (formatId(old) !== formatId(next)) {
    writer.run(
      `INSERT OR IGNORE INTO user.proxy_tag (tag_id, proxy_id)
       SELECT tag_id, ? FROM user.proxy_tag WHERE proxy_id = ?`,
      next,
      old,
    );
    writer.run(
      `INSERT OR IGNORE INTO user.proxy_note (proxy_id, note)
       SELECT ?, note FROM user.proxy_note WHERE proxy_id = ?`,
      next,
      old,
    );
  }
  writer.run(
    'INSERT OR IGNORE INTO user.followed_replacement (service_adjustment_id, replacement) VALUES (?, ?)',
    replacement.serviceAdjustmentId,
    replacement.replacement,
  );
}

/** Fields that make a proxy another one under the same ID. */
export const endpointFields = [
  'proxy_ip_address',
  'proxy_ip_address_v6',
  'proxy_http_port',
  'proxy_socks5_port',
] as const;
type Endpoints = readonly (SqlValue | undefined)[];

/** As planned: results may lack it. */
export const lastEndpoint = `
  SELECT coalesce(p.proxy_host, t.proxy_host), coalesce(p.proxy_port, t.proxy_port)
  FROM user.test_result t LEFT JOIN user.tested_proxy p
    ON p.proxy_id = t.proxy_id AND p.test_run_id = t.test_run_id AND p.is_replaced = 0
  WHERE t.proxy_id = ? ORDER BY t.received_at_ms DESC LIMIT 1`;

/** Tells results of a proxy's present address from older ones. */
export function createTestedEndpoints(writer: Connection) {
  let hasResults: boolean | undefined;
  const forgetTests = (id: SqlValue): void => {
    writer.run('DELETE FROM user.proxy_test WHERE proxy_id = ?', id);
    writer.run('UPDATE user.tested_proxy SET is_replaced = 1 WHERE proxy_id = ?', id);
  };
  return {
    /**
     * Makes results history if the endpoint changed; in the transaction of each written proxy.
     *
     * @param before in the order of `endpointFields`; undefined: not cached
     */
    written(id: SqlValue, before: Endpoints | undefined, after: Endpoints): void {
      if (before !== undefined && after.every((value, at) => value === before[at])) return;
      hasResults ??= writer.get('SELECT 1 FROM user.tested_proxy LIMIT 1') !== undefined;
      if (!hasResults) return;
      const [host = null, port = null] = writer.get(lastEndpoint, id) ?? [];
      // There may be a plan without a result.
      const isKept = host === null ? before === undefined : isOneOf(after, host, port);
      if (!isKept) forgetTests(id);
    },
    /** At the start of a transaction: another process may have tested. */
    forget(): void {
      hasResults = undefined;
    },
  };
}

function isOneOf([v4, v6, http, socks5]: Endpoints, host: SqlValue, port: SqlValue): boolean {
  const isSameHost = [v4, v6].some((own) => typeof own === 'string' && isSame(own, String(host)));
  return isSameHost && (port === null || port === http || port === socks5);
}

function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [one, other].map((host) => parseIpv6(host.replace(/^\[|\]$/g, '')));
  return left !== undefined && right !== undefined && Buffer.compare(left, right) === 0;
}
