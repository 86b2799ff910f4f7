import { stringifyJson, type JsonObject, type JsonValue } from '../json.ts';

/** Limits of a service's metadata (specification, Limits). */
export const metadataLimits = { keys: 30, valueCharacters: 300, bytes: 32 * 1024 } as const;

/** A value of the metadata as text, as its limit counts it. */
export const metadataText = (value: JsonValue): string => (typeof value === 'string' ? value : stringifyJson(value));

/**
 * The limit that metadata exceeds, as the end of a sentence; null if none. Metadata must be
 * flat, with at most 30 keys, values of at most 300 characters, and 32 KB in total.
 */
export function findMetadataProblem(metadata: JsonObject): string | null {
  const entries = Object.entries(metadata);
  const { keys, valueCharacters, bytes } = metadataLimits;
  if (entries.length > keys) return `it has ${entries.length} keys; at most ${keys} are allowed`;
  for (const [key, value] of entries) {
    if (typeof value === 'object' && value !== null)
      return `"${key}" contains an object or a list; only plain values are allowed`;
    const { length } = metadataText(value);
    if (length > valueCharacters) return `"${key}" has ${length} characters; at most ${valueCharacters} are allowed`;
  }
  const size = new TextEncoder().encode(stringifyJson(metadata)).length;
  return size > bytes ? 'it is larger than 32 KB' : null;
}
