import { isJsonObject, type JsonObject } from './json.ts';

/** Bounds of JSON that a window may send: nothing of ours comes near them. */
export const mostCharacters = 256 * 1024;
export const mostLevels = 32;

/** Whether a value is a JSON object within the bounds: plain values only, not too deep, not too large. */
export function isBoundedJsonObject(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  let characters = 0;
  const open: { readonly item: unknown; readonly level: number }[] = [{ item: value, level: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, level } = next;
    // Quotes, commas and the like count as well, so that many small values are bounded too.
    characters += typeof item === 'string' ? item.length : 0;
    if (characters > mostCharacters) return false;
    if (typeof item !== 'object' || item === null) {
      if (!isPlain(item)) return false;
      continue;
    }
    const isList = Array.isArray(item);
    if (level > mostLevels || (!isList && Object.getPrototypeOf(item) !== Object.prototype)) {
      return false;
    }
    // The length comes first: a sparse list has fewer entries than it claims.
    if (isList && item.length > mostCharacters) return false;
    // One at a time: a list of all entries of a large object would be as large again.
    for (const name in item) {
      characters += isList ? 2 : name.length + 2;
      if (characters > mostCharacters) return false;
      const value: unknown = (item as JsonObject)[name];
      // JSON leaves out a field without a value, as the choices of an export have.
      if (isList || value !== undefined) open.push({ item: value, level: level + 1 });
    }
  }
  return true;
}

const isPlain = (item: unknown): boolean =>
  item === null ||
  typeof item === 'string' ||
  typeof item === 'boolean' ||
  (typeof item === 'number' && Number.isFinite(item));

/** More IDs than this would keep the main thread busy for too long. */
export const mostIds = 200_000;

/** The message for a selection of more IDs. */
export const tooManyIds =
  'At most 200,000 rows can be selected one by one. Select all rows of a filter instead.';

/** Most characters of an ID. */
export const longestId = 1000;

/** Whether a value is a list of IDs; a loop, because a schema for each of so many takes long. */
export function isIdList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length > mostIds) return false;
  for (const id of value as unknown[]) {
    if (typeof id !== 'string' || id.length > longestId) return false;
  }
  return true;
}

/** Most lists, objects and fields of a request together. */
export const mostFields = 10_000;

/** The message for a preset that names more rows than a preset can store. */
export const presetTooLarge =
  'This selection names too many rows for a preset. Nothing was saved. Select all rows of a filter instead.';
