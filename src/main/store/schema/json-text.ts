import { fail } from '../../../shared/failure.ts';
import { parseJson, stringifyJson, type JsonValue } from '../../../shared/json.ts';
import { damaged } from '../sqlite/sqlite-failure.ts';

/**
 * The same text as `stringifyJson`, several times faster if it contains no big integer.
 * Failure `too-large` for values that are nested too deeply.
 */
export function toJsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Without a replacer JSON.stringify refuses big integers.
    if (error instanceof TypeError) return stringifyJson(value);
    if (error instanceof RangeError) throw tooDeep(error);
    throw error;
  }
}

/** Parses a text of the cache that was written as JSON. Failure `database-damaged`. */
export function readStoredJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    throw damaged(cause);
  }
}

function tooDeep(cause: RangeError): Error {
  return fail(
    'too-large',
    'The service sent a record that is nested too deeply. Cached data remains available.',
    { cause },
  );
}
