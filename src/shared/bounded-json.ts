import { isJsonObject, type JsonObject } from './json.ts';

/** Bounds of JSON that a window may send: nothing of ours comes near them. */
const mostCharacters = 256 * 1024;
const mostLevels = 32;

/** Whether a value is a JSON object within the bounds: plain values only, not too deep, not too large. */
export function isBoundedJsonObject(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  let characters = 0;
  const open: { readonly item: unknown; readonly level: number }[] = [{ item: value, level: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, level } = next;
    // Quotes, commas and the like count as well, so that many small values are bounded too.
    characters += 2 + (typeof item === 'string' ? item.length : 0);
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
    for (const [name, inner] of Object.entries(item)) {
      characters += isList ? 0 : name.length;
      open.push({ item: inner, level: level + 1 });
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

/** Whether a value is a list of IDs; a loop, because a schema for each of so many takes long. */
export function isIdList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length > mostIds) return false;
  for (const id of value as unknown[]) {
    if (typeof id !== 'string' || id.length > 1000) return false;
  }
  return true;
}
