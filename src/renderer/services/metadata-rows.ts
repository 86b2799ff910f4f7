import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { findMetadataProblem, metadataText } from '../../shared/records/service.ts';

/** One line of the metadata editor. */
export interface MetadataRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
  /** The value as received; undefined: the line was added. */
  readonly received?: JsonValue;
}

/** The lines for metadata as received; anything but an object has none. */
export function toMetadataRows(value: JsonValue | undefined): MetadataRow[] {
  const metadata = isJsonObject(value) ? value : {};
  return Object.entries(metadata).map(([key, received], id) => ({
    id,
    key,
    text: metadataText(received),
    received,
  }));
}

/**
 * Reads the lines as metadata. A value keeps the kind that it was received with, also under
 * another key, as long as its text still is of that kind; new values are texts. Wholly empty
 * lines are left out.
 *
 * @returns the problem as a sentence where the lines make no metadata
 */
export function readMetadataRows(rows: readonly MetadataRow[]): {
  readonly metadata: JsonObject;
  readonly problem: string | null;
} {
  const filled = rows.filter(({ key, text }) => key !== '' || text !== '');
  const metadata = Object.fromEntries(filled.map(({ key, text, received }) => [key, readValue(text, received)]));
  if (filled.some(({ key }) => key === '')) {
    return { metadata, problem: 'A metadata value needs a key.' };
  }
  const twice = filled.find(({ key }, at) => filled.findIndex((row) => row.key === key) < at);
  if (twice !== undefined) return { metadata, problem: `The key "${twice.key}" is there twice.` };
  const broken = findMetadataProblem(metadata);
  return { metadata, problem: broken === null ? null : `The metadata can't be sent: ${broken}.` };
}

function readValue(text: string, before: JsonValue | undefined): JsonValue {
  if (before === undefined || typeof before === 'string') return text;
  if (text === metadataText(before)) return before;
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (typeof before === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  return text;
}
