import { formatId } from '../schema/column-form.ts';
import type { SqlValue, Connection } from '../sqlite/connection.ts';
import {
  findAt,
  isAt,
  readReplacement,
  unfollowedReplacements,
  type NamedReplacement,
} from '../read/replacements.ts';

const columns = `proxy_id, service_id, proxy_ip_address, proxy_ip_address_v6,
  proxy_http_port, proxy_socks5_port`;
const isAnnotated = `(EXISTS (SELECT 1 FROM user.proxy_tag t WHERE t.proxy_id = r.proxy_id)
  OR EXISTS (SELECT 1 FROM user.proxy_note n WHERE n.proxy_id = r.proxy_id))`;

/** Saves the addresses of tagged and noted proxies before their rows are removed. */
export function rememberGone(writer: Connection, removedKeys: readonly number[]): void {
  if (removedKeys.length === 0) return;
  writer.run(
    `INSERT OR REPLACE INTO user.gone_proxy (${columns})
     SELECT ${columns} FROM proxy r
     WHERE r.key IN (SELECT value FROM json_each(?)) AND ${isAnnotated}`,
    JSON.stringify(removedKeys),
  );
}

/**
 * Lets tags and notes follow the replacements of complete adjustments, each once: the new
 * proxy gets the tags of the old one, and its note unless it has one. A replacement waits
 * until exactly one proxy has each of its two addresses.
 *
 * @param adjustmentId null: all adjustments
 */
export function followReplacements(writer: Connection, adjustmentId: SqlValue): void {
  const rows = writer.all(unfollowedReplacements, adjustmentId);
  for (const replacement of rows.map(readReplacement)) {
    if (replacement?.isComplete === true) follow(writer, replacement);
  }
}

function follow(writer: Connection, replacement: NamedReplacement): void {
  const next = findAt(writer, replacement.new, replacement.serviceId);
  const old = findOld(writer, replacement);
  if (next === undefined || old === undefined) return;
  writer.transact(() => {
    // A proxy that only changed its address still has its tags and its note.
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
  });
}

/** The one tagged or noted proxy that has, or had, the old address of a replacement. */
function findOld(writer: Connection, { old, serviceId }: NamedReplacement): SqlValue | undefined {
  const gone = isAt('g', old);
  const present = isAt('r', old);
  const found = writer.all(
    `SELECT g.proxy_id FROM user.gone_proxy g
       WHERE ${gone.sql} AND (? IS NULL OR g.service_id IS NULL OR g.service_id = ?)
     UNION SELECT r.proxy_id FROM proxy r WHERE ${present.sql} AND ${isAnnotated} LIMIT 2`,
    ...gone.params,
    serviceId,
    serviceId,
    ...present.params,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}
