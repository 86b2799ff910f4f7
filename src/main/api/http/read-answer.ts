import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { notThisService } from './errors.ts';

/**
 * Parses the body of a response, which is always a JSON object (specification, Conventions).
 *
 * @throws FailureError `not-this-service` if it is not UTF-8, not JSON or not an object
 */
export function readAnswer(body: Uint8Array): JsonObject {
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
