import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { notThisService } from './errors.ts';

/**
 * Parses the body of a response, which is always a JSON object (specification, Conventions).
 *
 * @throws FailureError `not-this-service` if it is not UTF-8, not JSON, not an object, or
 *   nests too deep
 */
export function readAnswer(body: Uint8Array): JsonObject {
  if (nestsTooDeep(body)) throw notThisService();
  let answer: JsonValue;
  try {
    answer = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The parser's own message quotes the text, which may hold a password; it must not reach the log.
    throw notThisService();
  }
  if (isJsonObject(answer)) return answer;
  throw notThisService();
}

/** Far deeper than anything in the specification, and far less deep than a stack allows. */
const maxDepth = 1000;

/** Whether a JSON text nests so deep that it could be parsed, but neither compared nor written again. */
export function nestsTooDeep(text: Uint8Array): boolean {
  if (text.length < 2 * maxDepth) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isInText = false;
    } else if (byte === 0x22) isInText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}
