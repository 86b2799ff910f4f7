/** What the window may send: how long, how many IDs, and how much to store. */
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from './json.ts';

/** Most IDs of a selection. */
export const maxIds = 200_000;

/** Most characters of an ID. */
export const longestId = 1000;

/**
 * Most characters of a request's JSON text: `maxIds` IDs of the service, which have 36
 * characters each, and the other arguments.
 */
export const longestRequest = 8 * 1024 * 1024;

/** Most characters and levels of JSON that is stored as the window sends it. */
export const maxCharacters = 256 * 1024;
export const maxLevels = 32;

/** The message for a selection of more IDs. */
export const tooManyIds = 'At most 200,000 rows can be selected one by one. Select all rows of a filter instead.';
/** The message for a request that is longer than `longestRequest`. */
export const requestTooLong =
  'This selection names too many rows. Nothing was done. Select all rows of a filter instead.';
/** The message for a preset that names more rows than a preset can store. */
export const presetTooLarge =
  'This selection names too many rows for a preset. Nothing was saved. Select all rows of a filter instead.';

/**
 * Writes a request as JSON text, in the page's process: copying a value of any shape to the main
 * process would take the time of the main process, before it can check anything.
 *
 * @param number the window's number of the request, to cancel it by
 * @throws TypeError for what JSON cannot write, such as a circle
 */
export const writeRequest = (name: unknown, args: unknown, number?: unknown): string =>
  stringifyJson({ name, args, number });

/** Reads the text of a request, or returns the message that refuses it. */
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

/** Whether a value is a list of IDs; a loop, because a schema for each of so many takes long. */
export function isIdList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length > maxIds) return false;
  for (const id of value as unknown[]) {
    if (typeof id !== 'string' || id.length > longestId) return false;
  }
  return true;
}

/** Whether a parsed value is a JSON object that may be stored. */
export const isStorable = (value: unknown): value is JsonObject =>
  isJsonObject(value) && hasLevels(value, maxLevels) && stringifyJson(value).length <= maxCharacters;

/** Whether a value nests at most so deeply; integers beyond 2^53 have no place in it. */
const hasLevels = (value: JsonValue | undefined, levels: number): boolean =>
  typeof value === 'object' && value !== null
    ? levels > 0 && Object.values(value).every((item) => hasLevels(item, levels - 1))
    : typeof value !== 'bigint';

/** The IPC channels: requests and their cancellation go to the main process, events come from it. */
export const requestChannel = 'proxydeck:request';
export const cancelChannel = 'proxydeck:cancel';
export const eventChannel = 'proxydeck:event';
