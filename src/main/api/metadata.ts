import { fail } from '../../shared/failure.ts';
import { stringifyJson, type JsonObject } from '../../shared/json.ts';

const maxKeys = 30;
const maxValueCharacters = 300;
const maxBytes = 32 * 1024;

/**
 * Checks metadata against the specification's Limits: flat, at most 30 keys, each
 * value at most 300 characters as text, at most 32 KB in all.
 *
 * @throws FailureError `invalid-input` that says which limit
 */
export function checkMetadata(metadata: JsonObject): void {
  const entries = Object.entries(metadata);
  const refuse = (why: string): Error =>
    fail('invalid-input', `The metadata was not sent: ${why}.`);
  if (entries.length > maxKeys)
    throw refuse(`it has ${entries.length} keys, ${maxKeys} are allowed`);
  for (const [key, value] of entries) {
    if (typeof value === 'object' && value !== null) {
      throw refuse(`"${key}" holds an object or a list, only plain values are allowed`);
    }
    const text = typeof value === 'string' ? value : stringifyJson(value);
    if (text.length > maxValueCharacters) {
      throw refuse(`"${key}" has ${text.length} characters, ${maxValueCharacters} are allowed`);
    }
  }
  if (Buffer.byteLength(stringifyJson(metadata)) > maxBytes)
    throw refuse('it is larger than 32 KB');
}
