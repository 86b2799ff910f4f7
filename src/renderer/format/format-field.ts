import type { FieldKind } from '../../shared/records/field.ts';
import { stringifyJson, type JsonValue } from '../../shared/json.ts';
import { countOf, formatBytes, formatCount, formatMoney } from './format-number.ts';
import { formatServiceTime } from './format-time.ts';
import { labelCode, labelCountry } from './label-code.ts';

/** A value as people read it. */
export interface FieldText {
  /** Dim before the text, such as the code of a country. */
  readonly lead?: string;
  readonly text: string;
  /** The exact value, for a tooltip. */
  readonly title?: string;
}

const texts: { readonly [K in FieldKind]?: (text: string) => FieldText } = {
  code: (code) => ({ text: labelCode(code), title: code }),
  country(code) {
    const name = labelCountry(code);
    return name === code ? { text: code } : { lead: code, text: name, title: `${code}, ${name}` };
  },
  cycle: (cycle) => ({ text: describeCycle(cycle), title: cycle }),
  date: (day) => ({ text: formatServiceTime(day), title: day }),
  datetime: (time) => ({
    text: formatServiceTime(time),
    title: `${time}; the service gives no time zone`,
  }),
};

const numbers: { readonly [K in FieldKind]?: (number: number) => FieldText } = {
  integer: (count) => ({ text: formatCount(count) }),
  money: (amount) => ({ text: formatMoney(amount) }),
  bytes: (bytes) => ({ text: formatBytes(bytes), title: `${formatCount(bytes)} bytes` }),
};

/**
 * The value of a field as its kind is shown; null: it has none. A value of another type than
 * its kind's is shown as received.
 */
export function formatField(kind: FieldKind, value: JsonValue | undefined): FieldText | null {
  if (value === undefined || value === null || value === '') return null;
  const format =
    typeof value === 'string' ? texts[kind]?.(value) : typeof value === 'number' ? numbers[kind]?.(value) : undefined;
  if (format !== undefined) return format;
  if (kind === 'boolean' && typeof value === 'boolean') return { text: value ? 'Yes' : 'No' };
  const text = joinTexts(value, kind === 'cycles' ? describeCycle : String) ?? receivedText(value);
  return { text, title: text };
}

/** A value as received, as text. */
export const receivedText = (value: JsonValue): string =>
  typeof value === 'object' ? stringifyJson(value) : typeof value === 'string' ? value : String(value);

/** An array of texts, or of such arrays, as one text; null: the value is none. */
function joinTexts(value: JsonValue, describe: (text: string) => string): string | null {
  if (!Array.isArray(value)) return null;
  const items = value as readonly JsonValue[];
  const texts = items.map((item) => (typeof item === 'string' ? describe(item) : joinTexts(item, describe)));
  if (texts.some((text) => text === null)) return null;
  return texts.join(items.some(Array.isArray) ? '; ' : ', ');
}

/**
 * A billing cycle in words: `3:month` -> `3 months`. What is not of the form `<count>:<unit>`
 * (specification, "Service") stays as it is.
 */
export function describeCycle(cycle: string): string {
  const [, count, unit] = /^(\d{1,6}):([a-z]+)$/i.exec(cycle) ?? [];
  return count === undefined || unit === undefined ? cycle : countOf(Number(count), unit);
}
