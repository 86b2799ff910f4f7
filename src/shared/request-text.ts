import { mostFields, mostIds, tooManyIds } from './bounded-json.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from './json.ts';

/**
 * Most characters of a request's JSON text: `mostIds` IDs of the service, which have 36
 * characters each, and the other arguments.
 */
export const longestRequest = 8 * 1024 * 1024;

/** Most values of a request that is a list of IDs and has some fields. */
export const mostRequestValues = mostIds + mostFields;

/**
 * Writes a request as JSON text, in the page's process: copying a value of any shape to the main
 * process would take the time of the main process, before it can check anything.
 *
 * @param number the window's number of the request, to cancel it by
 * @throws TypeError for what JSON cannot write, such as a circle
 */
export const writeRequest = (name: unknown, args: unknown, number?: unknown): string =>
  stringifyJson({ name, args, number });

/** The message for a request that is longer than `longestRequest`. */
export const requestTooLong =
  'This selection names too many rows. Nothing was done. Select all rows of a filter instead.';
/** The message for a request with more than `mostFields` lists, objects and their fields. */
const tooManyFields = 'This request has too many fields.';

/** Reads the text of a request, or returns the message that refuses it. */
export function readRequest(sent: unknown): JsonObject | string {
  if (typeof sent !== 'string') return 'This request is not text.';
  if (sent.length > longestRequest) return requestTooLong;
  const { fields, values } = countParts(sent);
  if (fields > mostFields) return tooManyFields;
  if (values > mostRequestValues) return tooManyIds;
  try {
    // So many values are IDs, which are text: to look for large integers would take several times as long.
    const request = values > mostFields ? (JSON.parse(sent) as JsonValue) : parseJson(sent);
    return isJsonObject(request) ? request : 'This request is not an object.';
  } catch {
    return 'This request is not JSON.';
  }
}

/** Counts what makes parsing a text slow, without parsing it. */
function countParts(text: string): { readonly fields: number; readonly values: number } {
  let fields = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) isInString = !isInString;
    else if (isInString) {
      if (character === backslash) at += 1;
    } else if (character === comma) values += 1;
    else if (character === colon || character === brace || character === bracket) fields += 1;
  }
  return { fields, values };
}

const [quote, backslash, comma, colon, brace, bracket] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x5b];
