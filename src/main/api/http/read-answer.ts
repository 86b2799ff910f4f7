import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { fail, type FailureError } from '../../../shared/failure.ts';
import { notThisService } from './errors.ts';

/**
 * Parses the body of a response, which is always a JSON object (specification, Conventions).
 *
 * @throws FailureError `not-this-service` if it is not UTF-8, not JSON, not an object, or
 *   nests too deep; `too-large` if it nests so deep that its large numbers cannot be read
 */
export function readAnswer(body: Uint8Array): JsonObject {
  const answer = parseAnswer(body);
  if (nestsTooDeep(answer)) throw notThisService();
  return answer;
}

/** The same, however deep it nests: for a caller that checks its parts. */
export function parseAnswer(body: Uint8Array): JsonObject {
  let answer: JsonValue;
  try {
    answer = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    // It nests too deep to be read with exact numbers. In smaller pages such a row comes alone.
    if (error instanceof RangeError) throw tooDeep();
    // The parser's own message quotes the text, which may hold a password; it must not reach the log.
    throw notThisService();
  }
  if (isJsonObject(answer)) return answer;
  throw notThisService();
}

const tooDeep = (): FailureError =>
  fail('too-large', 'The service sent a response that nests too deep to be read, which was rejected.');

/** Far deeper than anything in the specification, and far less deep than a stack allows. */
const maxDepth = 1000;

/** Whether a value nests so deep that it could be parsed, but neither compared nor written again. */
export function nestsTooDeep(value: JsonValue, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && nestsTooDeep(item, levels - 1)) return true;
  }
  return false;
}
