import type { ProxyReplacement } from '../../../shared/replacement.ts';
import { encodeId } from '../records/codec.ts';
import { formatId, type SqlValue } from '../records/column-form.ts';
import type { Connection } from '../connection.ts';
import {
  findAt,
  isAt,
  readReplacement,
  replacementsOfService,
  unfollowedReplacements,
  type KeptReplacement,
} from './named-replacements.ts';
import { layouts } from '../records/layout.ts';

const columns = `proxy_id, service_id, proxy_ip_address, proxy_ip_address_v6,
  proxy_http_port, proxy_socks5_port`;
const isAnnotated = `(EXISTS (SELECT 1 FROM own.proxy_tag t WHERE t.proxy_id = r.proxy_id)
  OR EXISTS (SELECT 1 FROM own.proxy_note n WHERE n.proxy_id = r.proxy_id))`;

/** Keeps where tagged and noted proxies were, before their rows are removed. */
export function rememberGone(writer: Connection, removedKeys: readonly number[]): void {
  if (removedKeys.length === 0) return;
  writer.run(
    `INSERT OR REPLACE INTO own.gone_proxy (${columns})
     SELECT ${columns} FROM proxy r
     WHERE r.key IN (SELECT value FROM json_each(?)) AND ${isAnnotated}`,
    JSON.stringify(removedKeys),
  );
}

/**
 * Lets tags and notes follow the replacements of complete adjustments, each once: tags
 * are added to those of the new proxy, a note goes where there is none. A replacement
 * waits until exactly one proxy is at each of its ends.
 *
 * @param adjustmentId of this adjustment only; null: of all
 */
export function followReplacements(writer: Connection, adjustmentId: SqlValue): void {
  const rows = writer.all(unfollowedReplacements, adjustmentId);
  for (const replacement of rows.map(readReplacement)) {
    if (replacement?.isComplete === true) follow(writer, replacement);
  }
}

function follow(writer: Connection, replacement: KeptReplacement): void {
  const next = findAt(writer, replacement.new, replacement.serviceId);
  const old = findOld(writer, replacement);
  if (next === undefined || old === undefined) return;
  writer.transact(() => {
    // The same id at another address has kept its tags and its note.
    if (formatId(old) !== formatId(next)) {
      writer.run(
        `INSERT OR IGNORE INTO own.proxy_tag (tag_id, proxy_id)
         SELECT tag_id, ? FROM own.proxy_tag WHERE proxy_id = ?`,
        next,
        old,
      );
      writer.run(
        `INSERT OR IGNORE INTO own.proxy_note (proxy_id, note)
         SELECT ?, note FROM own.proxy_note WHERE proxy_id = ?`,
        next,
        old,
      );
    }
    writer.run(
      'INSERT OR IGNORE INTO own.followed_replacement (service_adjustment_id, replacement) VALUES (?, ?)',
      replacement.serviceAdjustmentId,
      replacement.replacement,
    );
  });
}

/** The one tagged or noted proxy that was, or is, where a replacement began. */
function findOld(writer: Connection, { old, serviceId }: KeptReplacement): SqlValue | undefined {
  const gone = isAt('g', old);
  const present = isAt('r', old);
  const found = writer.all(
    `SELECT g.proxy_id FROM own.gone_proxy g
       WHERE ${gone.sql} AND (? IS NULL OR g.service_id IS NULL OR g.service_id = ?)
     UNION SELECT r.proxy_id FROM proxy r WHERE ${present.sql} AND ${isAnnotated} LIMIT 2`,
    ...gone.params,
    serviceId,
    serviceId,
    ...present.params,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** The exchanges that a proxy was part of by its present addresses, as the kept adjustments name them. */
export function replacementsOf(connection: Connection, proxyId: string): ProxyReplacement[] {
  const id = encodeId(layouts.proxies, proxyId);
  const [serviceId = null] =
    connection.get('SELECT service_id FROM proxy WHERE proxy_id = ?', id) ?? [];
  const isThis = (endpoint: KeptReplacement['old']): boolean => {
    const { sql, params } = isAt('r', endpoint);
    const found = connection.get(
      `SELECT 1 FROM proxy r WHERE r.proxy_id = ? AND ${sql}`,
      id,
      ...params,
    );
    return found !== undefined;
  };
  return connection.all(replacementsOfService, serviceId).flatMap((row): ProxyReplacement[] => {
    const kept = readReplacement(row);
    const role = kept && (isThis(kept.new) ? 'replaces' : isThis(kept.old) ? 'replaced-by' : null);
    if (!kept || !role) return [];
    const other = role === 'replaces' ? kept.old : kept.new;
    const otherId = findAt(connection, other, kept.serviceId);
    const { reason, datetime, serviceAdjustmentId } = kept;
    return [
      {
        role,
        other,
        otherId: otherId === undefined ? null : formatId(otherId),
        reason,
        datetime,
        serviceAdjustmentId,
      },
    ];
  });
}
