import { stringifyJson, type JsonValue } from '../../shared/json.ts';

/** The same text as `stringifyJson`, several times faster where no big integer is in it. */
export function toJsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Without a replacer JSON.stringify refuses big integers.
    if (error instanceof TypeError) return stringifyJson(value);
    throw error;
  }
}
