import { ownValue } from '../../shared/own-value.ts';
import {
  type FieldKind,
  type FieldTable,
  type ShownFields,
  holdsPlaceCode,
  placeCode,
  valueTypes,
} from '../../shared/records/field.ts';
import { type JsonValue, type JsonObject, stringifyJson } from '../../shared/json.ts';
import { countOf, formatBytes, formatCount, formatMoney } from './format-number.ts';
import { formatServiceTime } from './format-time.ts';

export interface FieldText {
  /** Dim, such as a country code. */
  readonly lead?: string;
  readonly text: string;
  /** The exact value. */
  readonly title?: string;
}

const texts: { readonly [K in FieldKind]?: (text: string) => FieldText } = {
  code: (code) => ({ text: labelCode(code), title: code }),
  country(received) {
    const code = placeCode(received);
    const name = labelCountry(code);
    return name === code ? { text: code } : { lead: code, text: name, title: `${code}, ${name}` };
  },
  region: (code) => ({ text: placeCode(code), title: placeCode(code) }),
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

/** Formats a value by its kind; null: none. Other types are shown as received. */
export function formatField(kind: FieldKind, value: JsonValue | undefined): FieldText | null {
  if (value === undefined || value === null || value === '') return null;
  const format =
    typeof value === 'string' ? texts[kind]?.(value) : typeof value === 'number' ? numbers[kind]?.(value) : undefined;
  if (format !== undefined) return format;
  if (kind === 'boolean' && typeof value === 'boolean') return { text: value ? 'Yes' : 'No' };
  const text = joinTexts(value, kind === 'cycles' ? describeCycle : String) ?? receivedText(value);
  return { text, title: text };
}

export const receivedText = (value: JsonValue): string =>
  typeof value === 'object' ? stringifyJson(value) : typeof value === 'string' ? value : String(value);

/** Null: not an array of texts. */
function joinTexts(value: JsonValue, describe: (text: string) => string): string | null {
  if (!Array.isArray(value)) return null;
  const items = value as readonly JsonValue[];
  const texts = items.map((item) => (typeof item === 'string' ? describe(item) : joinTexts(item, describe)));
  if (texts.some((text) => text === null)) return null;
  return texts.join(items.some(Array.isArray) ? '; ' : ', ');
}

/** `3:month` -> `3 months`; other forms (specification, "Service") are unchanged. */
export function describeCycle(cycle: string): string {
  const [, count, unit] = /^(\d{1,6}):([a-z]+)$/i.exec(cycle) ?? [];
  return count === undefined || unit === undefined ? cycle : countOf(Number(count), unit);
}

/** Rounds integers beyond 2^53; null: not a number. */
export function readNumber(record: JsonObject, field: string): number | null {
  const value = ownValue(record, field);
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? value : null;
}

/** Reads texts and numbers; otherwise null. */
export function readText(record: JsonObject, field: string): string | null {
  const value = ownValue(record, field);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads a list of texts; skips anything else. */
export function readTexts(record: JsonObject, field: string): readonly string[] {
  const value = ownValue(record, field);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Reads a row's fields; null for values of another type. */
export function readFields<Fields extends FieldTable>(fields: Fields, record: JsonObject): ShownFields<Fields> {
  const read = {
    string: readText,
    number: readNumber,
    boolean: (_record: JsonObject, field: string) => {
      const value = ownValue(record, field);
      return typeof value === 'boolean' ? value : null;
    },
  } as const;
  const values = Object.entries(fields).flatMap(([field, description]) => {
    const type = valueTypes[description.kind];
    if (type === null) return [];
    const value = read[type](record, field);
    return [[field, typeof value === 'string' && holdsPlaceCode(description) ? placeCode(value) : value]];
  });
  // Each value has the type that `ShownFields` gives to its kind.
  return Object.fromEntries(values) as ShownFields<Fields>;
}

const acronyms: ReadonlyMap<string, string> = new Map(
  ['ISP', 'IPv4', 'IPv6', 'IP', 'HTTP', 'HTTPS', 'TLS', 'SSL', 'DNS', 'TCP'].map((word) => [word.toLowerCase(), word]),
);

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `in_use` -> `In use`. */
export function labelCode(code: string): string {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code)) return code;
  const [first = '', ...others] = code.split('_');
  return [acronyms.get(first) ?? capitalize(first), ...others.map((word) => acronyms.get(word) ?? word)].join(' ');
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** `US` -> `United States`; unknown codes are unchanged. */
export function labelCountry(received: string): string {
  const code = placeCode(received);
  try {
    return countries.of(code) ?? code;
  } catch {
    // It rejects a text that cannot be a code.
    return code;
  }
}

/** Access in one word; unknown types as received. */
export function labelAccess(accessType: string | null): string {
  switch (accessType) {
    case 'all':
      return 'all';
    case 'service_restricted':
      return 'services';
    case 'proxy_restricted':
      return 'proxies';
    default:
      return accessType ?? 'unknown';
  }
}
