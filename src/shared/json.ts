/**
 * JSON as Proxydeck handles it: integers beyond 2^53 are `bigint`, so that none is
 * rounded; numbers beyond the range of a double are strings.
 */
export type JsonValue = string | number | bigint | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Whether a value is a JSON object (not an array, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses JSON text. Integers that a double cannot represent become `bigint`, numbers beyond
 * the range of a double become strings; all other values are those of `JSON.parse`.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): JsonValue {
  // JSON.parse is typed `any`; what it returns is JSON by definition.
  const value = JSON.parse(text) as JsonValue;
  // Parsing again with a check of every number is slow and rarely needed.
  return holdsLargeInteger(value) ? (JSON.parse(text, exactInteger) as JsonValue) : value;
}

/** Parses a stored text; one that is not a JSON object counts as an object without fields. */
export function parseObject(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Levels that are looked at: hostile text nests more deeply, and is refused by the parser of a response. */
const maxLevels = 2000;

/** Whether a number may have been rounded. */
function holdsLargeInteger(value: JsonValue, levels = maxLevels): boolean {
  if (typeof value === 'number') {
    return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
  }
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  for (const item of Object.values(value)) {
    if (typeof item !== 'string' && holdsLargeInteger(item, levels - 1)) return true;
  }
  return false;
}

function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  // 1e400 exceeds the range of a double: its text replaces an infinity, which JSON cannot write.
  if (!Number.isFinite(value)) return source;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** `JSON.rawJSON` of ES2026, which TypeScript's library does not declare yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Writes JSON text; a `bigint` becomes an integer. `indent` counts spaces. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // It rejects `bigint`; checking every value for one is slow and rarely needed.
    return JSON.stringify(value, writeExact, indent);
  }
}

/**
 * JSON text whose strings show no control character beyond C0, which JSON escapes itself, and no
 * mark that turns the direction of text: a terminal acts on them. It parses to the same value.
 */
export function escapeInvisible(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const writeExact = (_key: string, item: unknown): unknown =>
  typeof item === 'bigint' ? rawJSON(item.toString()) : item;

/** Items of a JSON list as lines, with a comma between two. */
export function* jsonLines(items: Iterable<unknown>): Generator<string, undefined> {
  let previous: string | undefined;
  for (const item of items) {
    if (previous !== undefined) yield `${previous},`;
    previous = escapeInvisible(stringifyJson(item));
  }
  if (previous !== undefined) yield previous;
}
