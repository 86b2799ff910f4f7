import { isJsonObject, stringifyJson, type JsonValue } from '../../shared/json.ts';
import { Refusal } from './refusal.ts';

const maxKeys = 30;
const maxValueCharacters = 300;
const maxBytes = 32 * 1024;

/** Rejects `service_metadata` beyond its limits (specification, Limits). */
export function checkMetadata(metadata: JsonValue): void {
  if (!isJsonObject(metadata)) throw new Refusal(400, 'service_metadata must be an object.');
  const values = Object.values(metadata);
  if (values.some((value) => typeof value === 'object' && value !== null)) {
    throw new Refusal(400, 'service_metadata must not be nested.');
  }
  if (values.length > maxKeys) {
    throw new Refusal(400, `service_metadata must have at most ${maxKeys} keys.`);
  }
  if (values.some((value) => textOf(value).length > maxValueCharacters)) {
    throw new Refusal(
      400,
      `A value of service_metadata must have at most ${maxValueCharacters} characters.`,
    );
  }
  if (Buffer.byteLength(stringifyJson(metadata)) > maxBytes) {
    throw new Refusal(400, 'service_metadata must be at most 32KB.');
  }
}

/** The string representation of a value; a string represents itself. */
const textOf = (value: JsonValue): string =>
  typeof value === 'string' ? value : stringifyJson(value);
