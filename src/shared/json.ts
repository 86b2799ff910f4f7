/** Integers beyond 2^53 are `bigint`, numbers beyond a double strings. */
export type JsonValue = string | number | bigint | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses JSON into `JsonValue` without rounding.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): JsonValue {
  // JSON.parse is typed `any`; what it returns is JSON by definition.
  const value = JSON.parse(text) as JsonValue;
  // Checking every number is slow and rarely needed.
  return holdsLargeInteger(value) ? (JSON.parse(text, exactInteger) as JsonValue) : value;
}

/** Parses an object; anything else is {}. */
export function parseObject(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The parser of responses refuses deeper ones. */
const maxLevels = 2000;

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
  // JSON cannot write the infinity of 1e400, so its text stays.
  if (!Number.isFinite(value)) return source;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** TypeScript's library lacks this part of ES2026. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Writes JSON; a `bigint` becomes an integer. `indent`: spaces. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // It rejects `bigint`; checking every value is slow and rarely needed.
    return JSON.stringify(value, writeExact, indent);
  }
}

/** Escapes control characters beyond C0 and direction marks, which terminals act on; the value stays. */
export function escapeInvisible(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const writeExact = (_key: string, item: unknown): unknown =>
  typeof item === 'bigint' ? rawJSON(item.toString()) : item;

/** Writes list items as lines, with commas. */
export function* jsonLines(items: Iterable<unknown>): Generator<string, undefined> {
  let previous: string | undefined;
  for (const item of items) {
    if (previous !== undefined) yield `${previous},`;
    previous = escapeInvisible(stringifyJson(item));
  }
  if (previous !== undefined) yield previous;
}
