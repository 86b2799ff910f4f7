import type { FieldTable } from '../../shared/records/field.ts';
import type { JsonObject } from '../../shared/json.ts';
import { formatField, receivedText } from './format-field.ts';

/** Null: no value. */
export interface Detail {
  readonly name: string;
  readonly value: string | null;
  readonly field?: string;
  /** The exact value. */
  readonly title?: string | undefined;
  /** Default: the value. */
  readonly copied?: string;
  readonly isMono?: boolean;
  readonly open?: () => void;
}

/** As received, in order. */
export function detailsOf(record: JsonObject): Detail[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    value: value === null ? null : receivedText(value),
    isMono: true,
  }));
}

/** Declared fields of a record; copied as received. */
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
