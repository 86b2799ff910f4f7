import type { FieldTable } from '../../shared/records/field.ts';
import type { JsonObject } from '../../shared/json.ts';
import { formatField, receivedText } from './format-field.ts';

/** A name and its value as shown; null: there is none. */
export interface Detail {
  readonly name: string;
  readonly value: string | null;
  /** The API field that it comes from. */
  readonly field?: string;
  /** The exact value, for a tooltip. */
  readonly title?: string | undefined;
  /** What is copied if it is not the value as shown. */
  readonly copied?: string;
  readonly isMono?: boolean;
  /** Shows what the value names. */
  readonly open?: () => void;
}

/** Every field of a record as received, in its order. */
export function detailsOf(record: JsonObject): Detail[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    value: value === null ? null : receivedText(value),
    isMono: true,
  }));
}

/** The named fields of a record, or all of the table, as their declarations say. They are copied as received. */
export function fieldDetails<Fields extends FieldTable>(
  fields: Fields,
  record: JsonObject,
  names: readonly (keyof Fields & string)[] = Object.keys(fields),
): Detail[] {
  return names.map((field) => {
    const { kind, label } = fields[field] ?? { kind: 'text', label: field };
    const value = record[field] ?? null;
    const shown = formatField(kind, value);
    if (shown === null) return { name: label, field, value: null };
    const { lead, text, title } = shown;
    return {
      name: label,
      field,
      value: lead === undefined ? text : `${lead} · ${text}`,
      title,
      copied: receivedText(value),
      isMono: kind === 'id' || kind.endsWith('-id'),
    };
  });
}
