import { formatId } from '../schema/column-form.ts';
import type { SqlValue, Connection } from '../sqlite/connection.ts';
import { createEndpointIndex, endpointColumns, readIndexed, readProxiesAt } from '../read/endpoint-index.ts';
import { readCompleteReplacements, unfollowedReplacements, type NamedReplacement } from '../read/replacements.ts';

const isAnnotated = `(EXISTS (SELECT 1 FROM user.proxy_tag t WHERE t.proxy_id = r.proxy_id)
  OR EXISTS (SELECT 1 FROM user.proxy_note n WHERE n.proxy_id = r.proxy_id))`;

/** Saves the addresses of tagged and noted proxies before their rows are removed. */
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
 * Lets tags and notes follow the replacements of complete adjustments, each once: the new
 * proxy gets the tags of the old one, and its note unless it has one. A replacement waits
 * until exactly one proxy has each of its two addresses.
 *
 * @param adjustmentId null: all adjustments
 */
export function followReplacements(writer: Connection, adjustmentId: SqlValue): void {
  const waiting = readCompleteReplacements(writer, unfollowedReplacements, adjustmentId);
  if (waiting.length === 0) return;
  const present = createEndpointIndex(readProxiesAt(writer, waiting.map(newEndpoint)));
  // Those that have, or had, an old address; the service of a present one does not matter.
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
}
