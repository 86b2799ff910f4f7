/** Limits of what the window sends. */
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from './json.ts';

/** Of a selection. */
export const maxIds = 200_000;

/** Characters. */
export const longestId = 1000;

/** Characters: `maxIds` UUIDs, and the rest. */
export const longestRequest = 8 * 1024 * 1024;

/** Of JSON that is stored as sent. */
export const maxCharacters = 256 * 1024;
export const maxLevels = 32;

export const tooManyIds = 'At most 200,000 rows can be selected one by one. Select all rows of a filter instead.';
export const requestTooLong =
  'This selection names too many rows. Nothing was done. Select all rows of a filter instead.';
export const presetTooLarge =
  'This selection names too many rows for a preset. Nothing was saved. Select all rows of a filter instead.';

/**
 * Writes a request as JSON in the page: copying values would take the main process's time before any check.
 *
 * @param number to cancel it by
 * @throws TypeError for a circle, for example
 */
export const writeRequest = (name: unknown, args: unknown, number?: unknown): string =>
  stringifyJson({ name, args, number });

/** Reads a request, or returns the message that refuses it. */
export function readRequest(sent: unknown): JsonObject | string {
  if (typeof sent !== 'string') return 'This request is not text.';
  if (sent.length > longestRequest) return requestTooLong;
  try {
    const request = parseJson(sent);
    return isJsonObject(request) ? request : 'This request is not an object.';
  } catch {
    return 'This request is not JSON.';
  }
}

/** A loop: a schema for each takes long. */
export function isIdList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length > maxIds) return false;
  for (const id of value as unknown[]) {
    if (typeof id !== 'string' || id.length > longestId) return false;
  }
  return true;
}

export const isStorable = (value: unknown): value is JsonObject =>
  isJsonObject(value) && hasLevels(value, maxLevels) && stringifyJson(value).length <= maxCharacters;

/** Also false for integers beyond 2^53. */
const hasLevels = (value: JsonValue | undefined, levels: number): boolean =>
  typeof value === 'object' && value !== null
    ? levels > 0 && Object.values(value).every((item) => hasLevels(item, levels - 1))
    : typeof value !== 'bigint';

export const requestChannel = 'proxydeck:request';
export const cancelChannel = 'proxydeck:cancel';
export const eventChannel = 'proxydeck:event';
