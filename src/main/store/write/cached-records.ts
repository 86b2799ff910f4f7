import type { JsonObject } from '../../../shared/json.ts';
import type { CachedRecord } from '../../../shared/records/cached-record.ts';
import { decodeRecord, encodeRecord, storedId } from '../schema/codec.ts';
import { makeLayout, layouts } from '../schema/layout.ts';
import type { SqlRow } from '../sqlite/connection.ts';
import type { StoreContext, Written, ReadRecord } from '../types.ts';
import type { SecretOwner } from '../schema/vault.ts';
import { textOrNull, decodeValue } from '../schema/column-form.ts';
import type { AdjustmentRow } from '../../../shared/records/service.ts';
import { createKnownSecrets } from '../read/known-secrets.ts';
import { createRecordReader } from '../read/record-reader.ts';
import { followReplacements } from '../user/follow-replacements.ts';
import type { Syncs } from './syncs.ts';

const table = 'cached_record';
const selected = `SELECT received_at, rest, secrets, id FROM ${table} WHERE kind = ?`;
const byId = `${selected} AND id = ?`;

/** All fields go into `rest`, secret ones into `secrets`. */
const layout = makeLayout(table, {});

/** Single records that are shown as received. */
export function createCachedRecords(context: StoreContext) {
  const { writer, vault } = context;
  const knownSecrets = createKnownSecrets(context);
  const read = (kind: string, row: SqlRow, secrets: boolean): CachedRecord => {
    const [receivedAt, rest, encrypted, id] = row;
    const record = decodeRecord(layout, {
      columns: [],
      lists: [],
      rest: textOrNull(rest),
      secrets: secrets && Buffer.isBuffer(encrypted) ? vault().decrypt(ownerOf(kind, String(id)), encrypted) : null,
    });
    return { record, receivedAt: textOrNull(receivedAt) };
  };
  const decryptsTo = (owner: SecretOwner, encrypted: unknown, plain: string | null): boolean => {
    if (!Buffer.isBuffer(encrypted)) return plain === null;
    const current = vault();
    try {
      return current.decrypt(owner, encrypted) === plain;
    } catch {
      // The received record replaces a damaged one.
      return false;
    }
  };

  return {
    /** Replaces a record and its time. */
    put(kind: string, id: string, fields: JsonObject): Written {
      knownSecrets.forget();
      const { rest, secrets } = encodeRecord(layout, { id, fields }, knownSecrets.isIn);
      const owner = ownerOf(kind, storedId(id));
      return writer.transact(() => {
        const [, cachedRest, encrypted] = writer.get(byId, kind, storedId(id)) ?? [];
        const isSame = cachedRest === rest && decryptsTo(owner, encrypted, secrets);
        writer.run(
          `INSERT INTO ${table} (kind, id, received_at, rest, secrets) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (kind, id) DO UPDATE SET received_at = excluded.received_at,
             rest = excluded.rest, secrets = excluded.secrets`,
          kind,
          storedId(id),
          new Date(context.nowMs()).toISOString(),
          rest,
          secrets === null ? null : vault().encrypt(owner, secrets),
        );
        if (cachedRest === undefined) return { added: 1, changed: 0 };
        return { added: 0, changed: isSame ? 0 : 1 };
      });
    },
    /** Without secrets: their encryption is bound to the kind. */
    keepBefore(kind: string, id: string): void {
      writer.run(
        `INSERT OR REPLACE INTO ${table} (kind, id, received_at, rest, secrets)
         SELECT ?, id, received_at, rest, NULL FROM ${table} WHERE kind = ? AND id = ?`,
        beforeOf(kind),
        kind,
        storedId(id),
      );
    },
    before(kind: string, id: string): CachedRecord | undefined {
      const row = writer.get(byId, beforeOf(kind), storedId(id));
      return row && read(kind, row, false);
    },
    get(kind: string, id: string, { secrets }: { readonly secrets: boolean }): CachedRecord | undefined {
      const row = writer.get(byId, kind, storedId(id));
      return row && read(kind, row, secrets);
    },
    /** Last received first, without secrets. */
    list: (kind: string) =>
      writer.all(`${selected} ORDER BY received_at DESC, rowid DESC`, kind).map((row) => read(kind, row, false)),
    count: (kinds: readonly string[]) =>
      kinds
        .map((kind) => Number(writer.get(`SELECT count(*) FROM ${table} WHERE kind = ?`, kind)?.[0]))
        .reduce((sum, count) => sum + count, 0),
  };
}

const beforeOf = (kind: string): string => `${kind}_before`;

const ownerOf = (kind: string, id: string): SecretOwner => ({
  table,
  owner: `${kind} ${id}`,
  column: 'secrets',
});

const shown = layouts.adjustments.columns;

/** IDs in ledger entries: numbers, texts or large integers. */
const named = `CAST(coalesce(l.service_adjustment_id,
  json_extract(l.rest, '$.fields.service_adjustment_id')) AS TEXT)`;

export function createAdjustments(context: StoreContext, { writePage }: Pick<Syncs, 'writePage'>) {
  const { writer } = context;
  const reader = createRecordReader(layouts.adjustments);
  return {
    /** Also stores when it was received. */
    put(id: string, fields: JsonObject): Written {
      return writer.transact(() => {
        const written = writePage('adjustments', [{ id, fields }]);
        writer.run(
          'UPDATE service_adjustment SET received_at = ? WHERE service_adjustment_id = ?',
          new Date(context.nowMs()).toISOString(),
          storedId(id),
        );
        followReplacements(writer, storedId(id));
        return written;
      });
    },
    get(id: string, { secrets }: ReadRecord): CachedRecord | undefined {
      const vault = secrets ? context.vault() : undefined;
      const row = writer.get(
        `SELECT ${reader.selected}, r.received_at FROM service_adjustment r
         WHERE r.service_adjustment_id = ?`,
        storedId(id),
      );
      if (!row) return undefined;
      const receivedAt = row.at(-1);
      return {
        record: reader.read(row, writer, vault),
        receivedAt: textOrNull(receivedAt),
      };
    },
    ofService: (serviceId: string) =>
      writer.all(adjustmentsOfService, serviceId).map((row): AdjustmentRow => {
        const fields = shown.map(({ field, form }, at) => [field, decodeValue(form, row[at] ?? null)]);
        // Columns have the forms of the row's fields.
        return Object.fromEntries(fields) as AdjustmentRow;
      }),
    missing: () => writer.all(missingAdjustments).map(([id]) => String(id)),
  };
}

/** Newest first. */
export const adjustmentsOfService = `
  SELECT ${shown.map(({ field }) => `r.${field}`).join(', ')} FROM service_adjustment r
  WHERE r.service_id = ?
  ORDER BY r.service_adjustment_creation_datetime DESC, r.key DESC`;

/** Named by ledger entries, not cached or pending; in random order, because a sync stops after a few refusals. */
export const missingAdjustments = `
  SELECT named.id FROM (
    SELECT DISTINCT ${named} AS id FROM residential_ledger l
  ) named LEFT JOIN service_adjustment a ON a.service_adjustment_id = named.id
  WHERE named.id IS NOT NULL AND (a.key IS NULL OR a.service_adjustment_status = 'pending')
  ORDER BY random()`;
