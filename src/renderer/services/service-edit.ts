import { ownValue } from '../../shared/own-value.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import {
  type ServiceChanges,
  type ServiceEdited,
  findMetadataProblem,
  metadataText,
} from '../../shared/records/service.ts';
import { countOf } from '../format/format-number.ts';
import { formatServiceTime } from '../format/format-time.ts';
import { readText } from '../format/format-field.ts';

/** `unknown` is not sent. */
export type Switch = 'on' | 'off' | 'unknown';

export interface ServiceDraft {
  /** '': unchanged. */
  readonly paymentMethodId: string;
  readonly automaticCollection: Switch;
  readonly pendingCancellation: Switch;
  readonly cancelComment: string;
  readonly cancelFeedback: string;
  readonly metadata: readonly MetadataRow[];
}

/** Reads a switch; anything but a boolean is unknown. */
export const readSwitch = (value: JsonValue | undefined): Switch =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : 'unknown';

/**
 * Reads a draft's changes (specification, PATCH service/edit).
 *
 * @returns a problem as a sentence
 */
export function readChanges(
  record: JsonObject,
  draft: ServiceDraft,
): { readonly changes: ServiceChanges; readonly problem: string | null } {
  const payment = draft.paymentMethodId.trim();
  const collection = changedSwitch(record['service_is_automatic_collection'], draft.automaticCollection);
  const cancellation = changedSwitch(record['service_is_pending_cancellation'], draft.pendingCancellation);
  const comment = draft.cancelComment.trim();
  const feedback = draft.cancelFeedback.trim();
  const received = record['service_metadata'];
  const { metadata, problem } = readMetadataRows(draft.metadata);
  const before = isJsonObject(received) ? received : {};
  const isMetadataChanged = !isSameObject(before, metadata);
  return {
    changes: {
      ...(payment === '' || payment === record['payment_method_id'] ? {} : { payment_method_id: payment }),
      ...(collection === null ? {} : { service_is_automatic_collection: collection }),
      ...(cancellation === null ? {} : { service_is_pending_cancellation: cancellation }),
      ...(cancellation === true && comment !== '' ? { cancel_comment: comment } : {}),
      ...(cancellation === true && feedback !== '' ? { cancel_feedback: feedback } : {}),
      ...(isMetadataChanged ? { service_metadata: metadata } : {}),
    },
    // Received metadata may exceed limits, so only sent metadata is checked.
    problem: isMetadataChanged ? problem : null,
  };
}

/** Describes changes, a sentence each. */
export function describeChanges(record: JsonObject, changes: ServiceChanges): string[] {
  const lines: string[] = [];
  const { payment_method_id: payment, service_metadata: metadata } = changes;
  if (payment !== undefined) {
    const before = readText(record, 'payment_method_id');
    lines.push(`Payment method: ${before ?? 'none'} becomes ${payment}.`);
  }
  if (changes.service_is_automatic_collection !== undefined) {
    lines.push(
      changes.service_is_automatic_collection
        ? 'The service renews automatically.'
        : 'The service no longer renews automatically.',
    );
  }
  if (changes.service_is_pending_cancellation !== undefined) {
    const expiry = readText(record, 'service_expiry_datetime');
    lines.push(
      changes.service_is_pending_cancellation
        ? `The service will be canceled at the end of its period${expiry === null ? '' : ` (${formatServiceTime(expiry)})`}.`
        : 'The service is no longer to be canceled at the end of its period.',
    );
  }
  if (changes.cancel_comment !== undefined) lines.push('Your comment goes with it.');
  if (changes.cancel_feedback !== undefined) lines.push('Your reasons go with it.');
  if (metadata !== undefined) lines.push(describeMetadata(record['service_metadata'], metadata));
  return lines;
}

function describeMetadata(received: JsonValue | undefined, metadata: JsonObject): string {
  const before = isJsonObject(received) ? received : {};
  const names = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join(', ');
  const added = Object.keys(metadata).filter((key) => !Object.hasOwn(before, key));
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(metadata, key));
  const changed = Object.keys(metadata).filter(
    (key) => Object.hasOwn(before, key) && !isSame(ownValue(before, key), ownValue(metadata, key)),
  );
  const parts = [
    ...(added.length > 0 ? [`${names(added)} added`] : []),
    ...(changed.length > 0 ? [`${names(changed)} changed`] : []),
    ...(removed.length > 0 ? [`${names(removed)} removed`] : []),
  ];
  const count = countOf(Object.keys(metadata).length, 'key');
  return `Metadata: ${parts.join(', ')}; sent as a whole with ${count}.`;
}

export function describeEdited(id: string, { edited, record }: ServiceEdited): string {
  const outcome = edited.includes(id) ? 'Saved.' : 'The service responded, but does not list this service as edited.';
  return record === null
    ? `${outcome} It could not be loaded again; refresh it to see its current state.`
    : `${outcome} The cached data was updated.`;
}

function changedSwitch(received: JsonValue | undefined, chosen: Switch): boolean | null {
  if (chosen === 'unknown' || chosen === readSwitch(received)) return null;
  return chosen === 'on';
}

const isSame = (left: JsonValue | undefined, right: JsonValue | undefined): boolean =>
  left !== undefined && right !== undefined && stringifyJson(left) === stringifyJson(right);

const isSameObject = (left: JsonObject, right: JsonObject): boolean =>
  Object.keys(left).length === Object.keys(right).length &&
  Object.keys(left).every((key) => isSame(ownValue(left, key), ownValue(right, key)));

export interface MetadataRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
  /** Undefined: added. */
  readonly received?: JsonValue;
}

/** Rows for metadata; [] for anything but an object. */
export function toMetadataRows(value: JsonValue | undefined): MetadataRow[] {
  const metadata = isJsonObject(value) ? value : {};
  return Object.entries(metadata).map(([key, received], id) => ({
    id,
    key,
    text: metadataText(received),
    received,
  }));
}

/**
 * Reads metadata. Values keep their kind if their text fits, also under another key; new ones are texts; empty lines
 * go.
 *
 * @returns a problem as a sentence
 */
export function readMetadataRows(rows: readonly MetadataRow[]): {
  readonly metadata: JsonObject;
  readonly problem: string | null;
} {
  const filled = rows.filter(({ key, text }) => key !== '' || text !== '');
  const metadata = Object.fromEntries(filled.map(({ key, text, received }) => [key, readValue(text, received)]));
  if (filled.some(({ key }) => key === '')) {
    return { metadata, problem: 'A metadata value needs a key.' };
  }
  const twice = filled.find(({ key }, at) => filled.findIndex((row) => row.key === key) < at);
  if (twice !== undefined) return { metadata, problem: `The key "${twice.key}" is there twice.` };
  const broken = findMetadataProblem(metadata);
  return { metadata, problem: broken === null ? null : `The metadata can't be sent: ${broken}.` };
}

function readValue(text: string, before: JsonValue | undefined): JsonValue {
  if (before === undefined || typeof before === 'string') return text;
  if (text === metadataText(before)) return before;
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (typeof before === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  return text;
}
