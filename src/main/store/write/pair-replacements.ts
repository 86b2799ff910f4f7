import { isJsonObject, parseObject, type JsonValue } from '../../../shared/json.ts';
import { type MovedAnnotations, type ValueChanges, addressFields } from '../../../shared/records/change.ts';
import { createEndpointIndex, readProxiesAt, type Endpoint, type IndexedProxy } from '../read/endpoint-index.ts';
import { allReplacements, readCompleteReplacements, type NamedReplacement } from '../read/replacements.ts';
import { formatId, numberOrNull, textOrNull, toJsonText } from '../schema/column-form.ts';
import type { Connection, SqlValue } from '../sqlite/connection.ts';
import { lists } from '../../../shared/lists.ts';
import { mapSyncLists, type SyncList } from '../../../shared/sync.ts';

interface Removal extends IndexedProxy {
  readonly key: number;
  readonly id: string;
  readonly values: { readonly [field: string]: JsonValue };
}

interface Pair {
  readonly removal: Removal;
  readonly replacement: NamedReplacement;
  readonly newId: SqlValue;
}

/** Joins removal and addition that a complete adjustment calls a replacement; within a transaction. */
export function pairReplacements(writer: Connection): void {
  // First, because it is one look into an index.
  if (writer.get(`SELECT 1 FROM ${removedProxies} LIMIT 1`) === undefined) return;
  const replacements = readCompleteReplacements(writer, allReplacements);
  if (replacements.length === 0) return;
  const removals = readRemovalsAt(
    writer,
    replacements.map((replacement) => replacement.old),
  );
  if (removals.length === 0) return;
  const removed = createEndpointIndex(removals);
  const present = createEndpointIndex(
    readProxiesAt(
      writer,
      replacements.map((replacement) => replacement.new),
    ),
  );
  for (const replacement of replacements) {
    const removal = removed.find(replacement.old, replacement.serviceId);
    const next = present.find(replacement.new, replacement.serviceId);
    if (removal === undefined || next === undefined) continue;
    recordPair(writer, { removal, replacement, newId: next.id });
    removed.take(removal);
  }
}

const removedProxies = `user.change WHERE kind = 'removed' AND list = 'proxies'`;

/** Null if the change is damaged. */
const oldAddress = (field: string): string =>
  `CASE WHEN json_valid(rest) THEN rest ->> '$.fields.values.${field}[0]' END`;

/** Recorded removals at these IPv4 or IPv6 addresses, both as JSON. */
export const removalsAt = `SELECT key, record_id, service_id, rest FROM ${removedProxies}
  AND (${oldAddress('proxy_ip_address')} IN (SELECT value FROM json_each(?))
    OR ${oldAddress('proxy_ip_address_v6')} IN (SELECT value FROM json_each(?)))`;

const readRemovalsAt = (writer: Connection, endpoints: readonly Endpoint[]): Removal[] =>
  writer
    .all(
      removalsAt,
      JSON.stringify(endpoints.flatMap(({ ipv4 }) => ipv4 ?? [])),
      JSON.stringify(endpoints.flatMap(({ ipv6 }) => ipv6 ?? [])),
    )
    .map(([key, id, serviceId, rest]) => {
      const values = readOldValues(rest);
      return {
        key: Number(key),
        id: formatId(id),
        serviceId: textOrNull(serviceId),
        values,
        ipv4: textOrNull(values['proxy_ip_address']),
        ipv6: textOrNull(values['proxy_ip_address_v6']),
        httpPort: numberOrNull(values['proxy_http_port']),
        socks5Port: numberOrNull(values['proxy_socks5_port']),
      };
    });

function readOldValues(rest: SqlValue | undefined): Removal['values'] {
  const { fields = null } = typeof rest === 'string' ? parseObject(rest) : {};
  const values = isJsonObject(fields) ? fields['values'] : undefined;
  return Object.fromEntries(
    Object.entries(isJsonObject(values) ? values : {}).map(([field, change]) => [
      field,
      Array.isArray(change) ? ((change as readonly JsonValue[])[0] ?? null) : null,
    ]),
  );
}

function recordPair(writer: Connection, { removal, replacement, newId }: Pair): void {
  const fields = removedFields.join(', ');
  const row = writer.get(`SELECT ${fields} FROM proxy WHERE proxy_id = ?`, newId) ?? [];
  const present = new Map(removedFields.map((field, at) => [field as string, row[at] ?? null]));
  const values: ValueChanges = Object.fromEntries(
    removedFields.flatMap((field) => {
      const before = removal.values[field] ?? null;
      // The columns are texts and ports.
      const after = present.get(field) as JsonValue;
      return before === after ? [] : [[field, [before, after] as const]];
    }),
  );
  const moved = readMoved(writer, removal.id, newId, replacement);
  const rest = toJsonText({ fields: { values, ...(moved && { moved: { ...moved } }) } });
  const name = nameProxy((field) => formatId(present.get(field)));
  const [addedKey] =
    writer.get(
      `SELECT key FROM user.change
       WHERE kind = 'added' AND list = 'proxies' AND record_id = ? ORDER BY key DESC LIMIT 1`,
      formatId(newId),
    ) ?? [];
  writer.run(
    `UPDATE user.change SET kind = 'replaced', record_id = ?, name = ?, old_record_id = ?,
       service_adjustment_id = ?, rest = ? WHERE key = ?`,
    formatId(newId),
    name,
    removal.id,
    replacement.serviceAdjustmentId,
    rest,
    addedKey ?? removal.key,
  );
  if (addedKey !== undefined) {
    writer.run('DELETE FROM user.change WHERE key = ?', removal.key);
  }
}

/** What followed the proxy to its replacement; undefined: nothing. */
function readMoved(
  writer: Connection,
  oldId: string,
  newId: SqlValue,
  { serviceAdjustmentId, replacement }: NamedReplacement,
): MovedAnnotations | undefined {
  const isFollowed = writer.get(
    `SELECT 1 FROM user.followed_replacement WHERE service_adjustment_id = ? AND replacement = ?`,
    serviceAdjustmentId,
    replacement,
  );
  if (!isFollowed) return undefined;
  const tags = writer
    .column(
      `SELECT tag.name FROM user.proxy_tag old JOIN user.proxy_tag new ON new.tag_id = old.tag_id
       JOIN user.tag ON tag.id = old.tag_id
       WHERE old.proxy_id = ? AND new.proxy_id = ? ORDER BY tag.name`,
      oldId,
      newId,
    )
    .map(formatId);
  const hasNote =
    writer.get(
      `SELECT 1 FROM user.proxy_note old JOIN user.proxy_note new ON new.note = old.note
       WHERE old.proxy_id = ? AND new.proxy_id = ?`,
      oldId,
      newId,
    ) !== undefined;
  return tags.length === 0 && !hasNote ? undefined : { tags, hasNote };
}

/** Fields recorded of a removed proxy: its addresses identify a replacement. */
export const removedFields = [
  'proxy_ip_address',
  'proxy_ip_address_v6',
  'proxy_http_port',
  'proxy_socks5_port',
  'asn_name',
  'city_name',
] as const;

/** '' without an address. */
function nameProxy(value: (field: string) => string): string {
  const [v4, v6] = addressFields.map(value);
  const host = v4 || (v6 ? `[${v6}]` : '');
  const port = value('proxy_http_port') || value('proxy_socks5_port');
  return host === '' || port === '' ? host : `${host}:${port}`;
}

/** A row's name at the time of the change. */
export const nameOf: { readonly [L in SyncList]: (value: (field: string) => string) => string } = {
  ...mapSyncLists((list) => (value: (field: string) => string) => value(lists[list].idField)),
  services: (value) => value('service_name'),
  proxies: nameProxy,
  residential_ledger: (value) =>
    `${value('residential_ledger_period_date')} ${value('residential_ledger_reason')}`.trim(),
};
