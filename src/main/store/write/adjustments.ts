import type { AdjustmentRow } from '../../../shared/records/adjustment.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { CachedRecord } from '../../../shared/records/cached-record.ts';
import { storedId } from '../schema/codec.ts';
import { decodeValue, textOrNull } from '../schema/column-form.ts';
import type { StoreContext } from '../context.ts';
import type { ReadRecord, Written } from '../types.ts';
import { layouts } from '../schema/layout.ts';
import { createRecordReader } from '../read/record-reader.ts';
import { followReplacements } from '../user/replacements.ts';
import type { Syncs } from './syncs.ts';

const shown = layouts.adjustments.columns;

/** IDs that ledger entries name, whether as a number, a text or a large integer. */
const named = `CAST(coalesce(l.service_adjustment_id,
  json_extract(l.rest, '$.fields.service_adjustment_id')) AS TEXT)`;

/** Service adjustments. */
export function createAdjustments(context: StoreContext, { writePage }: Pick<Syncs, 'writePage'>) {
  const { writer } = context;
  const reader = createRecordReader(layouts.adjustments);
  return {
    /** Writes one, and the time at which it was received. */
    put(id: string, fields: JsonObject): Written {
      return writer.transact(() => {
        const written = writePage('adjustments', [{ id, fields }]);
        writer.run(
          'UPDATE service_adjustment SET received_at = ? WHERE service_adjustment_id = ?',
          new Date().toISOString(),
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
    /** Newest first. */
    ofService: (serviceId: string) =>
      writer.all(adjustmentsOfService, serviceId).map((row): AdjustmentRow => {
        const fields = shown.map(({ field, form }, at) => [field, decodeValue(form, row[at] ?? null)]);
        // The fields of the table that rows show have columns of these forms.
        return Object.fromEntries(fields) as AdjustmentRow;
      }),
    /** IDs that ledger entries name and that are not cached yet, or were pending when read. */
    missing: () => writer.all(missingAdjustments).map(([id]) => String(id)),
  };
}

/** Newest first. */
export const adjustmentsOfService = `
  SELECT ${shown.map(({ field }) => `r.${field}`).join(', ')} FROM service_adjustment r
  WHERE r.service_id = ?
  ORDER BY r.service_adjustment_creation_datetime DESC, r.key DESC`;

/**
 * Adjustments that a ledger entry names and that are not cached, or were pending when they were
 * fetched. In random order, because a sync stops after a few that the service refuses: the same
 * ones first would keep the others from ever being fetched.
 */
export const missingAdjustments = `
  SELECT named.id FROM (
    SELECT DISTINCT ${named} AS id FROM residential_ledger l
  ) named LEFT JOIN service_adjustment a ON a.service_adjustment_id = named.id
  WHERE named.id IS NOT NULL AND (a.key IS NULL OR a.service_adjustment_status = 'pending')
  ORDER BY random()`;
