import { fail } from '../../../shared/failure.ts';
import { parseJson, stringifyJson, type JsonValue } from '../../../shared/json.ts';
import { damaged } from '../files/sqlite-failure.ts';

/**
 * The same text as `stringifyJson`, several times faster where no big integer is in it.
 * Failure `too-large` for values inside values beyond what can be written.
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

/** Reads a text of the offline copy that was written as JSON. Failure `database-damaged`. */
export function readKeptJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    throw damaged(cause);
  }
}

function tooDeep(cause: RangeError): Error {
  return fail(
    'too-large',
    'The service sent a record with too many values inside values. The offline copy was kept as it was.',
    { cause },
  );
}
