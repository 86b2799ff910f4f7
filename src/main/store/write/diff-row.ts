import { parseObject, isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { ValueChange, ValueChanges } from '../../../shared/records/change.ts';
import { decodeValue, toJsonText } from '../schema/column-form.ts';
import type { StoredRecord } from '../schema/codec.ts';
import type { Layout } from '../schema/layout.ts';
import type { SqlValue } from '../sqlite/connection.ts';

/** Longer texts are recorded by their beginning. */
const longestText = 200;
/** Longer lists are recorded by their length. */
const longestList = 20;

/** The fields of a row that differ, without secrets; undefined: none. */
export function diffRow(
  layout: Layout,
  before: Omit<StoredRecord, 'secrets'>,
  after: Omit<StoredRecord, 'secrets'>,
): ValueChanges | undefined {
  const changes: { [field: string]: ValueChange } = {};
  layout.columns.forEach(({ field, form }, at) => {
    const [old = null, next = null] = [before.columns[at], after.columns[at]];
    if (old !== next) changes[field] = [shown(form, old), shown(form, next)];
  });
  layout.lists.forEach(({ field }, at) => {
    const [old = [], next = []] = [before.lists[at], after.lists[at]];
    if (old.join('\0') !== next.join('\0')) changes[field] = [shorten(old), shorten(next)];
  });
  if (before.rest !== after.rest) {
    const [old, next] = [readOthers(before.rest), readOthers(after.rest)];
    for (const field of new Set([...Object.keys(old), ...Object.keys(next)])) {
      // A value that no column can hold may have replaced one that a column held.
      const [oldColumn = null, newColumn = null] = changes[field] ?? [];
      const [was = oldColumn, is = newColumn] = [old[field], next[field]];
      if (toJsonText(was) !== toJsonText(is)) changes[field] = [shorten(was), shorten(is)];
    }
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

const shown = (form: Parameters<typeof decodeValue>[0], stored: SqlValue): JsonValue =>
  shorten(decodeValue(form, stored));

function shorten(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  }
  if (Array.isArray(value) && value.length > longestList) return value.length;
  if (typeof value !== 'object' || value === null) return value;
  const text = toJsonText(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : value;
}

/** The fields without a column. */
function readOthers(rest: string | null): JsonObject {
  const { fields = null } = rest === null ? {} : parseObject(rest);
  return isJsonObject(fields) ? fields : {};
}
