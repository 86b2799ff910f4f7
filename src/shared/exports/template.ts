import { ownValue } from '../own-value.ts';
import { escapeInvisible } from '../json.ts';
import { isCalculated, quoteCsvField } from '../csv.ts';

/** `isEscape`: separates the result from the text around it. */
export const templateFilters = {
  url: { label: 'Percent-encoded for a URL', isEscape: true },
  json: { label: 'As JSON, with its quotes', isEscape: true },
  csv: { label: 'As a CSV field, in quotes if necessary', isEscape: true },
  spreadsheet: {
    label: 'As a quoted CSV field that spreadsheets do not calculate',
    isEscape: true,
  },
  sh: { label: 'In single quotes for a POSIX shell', isEscape: true },
  base64: { label: 'Base64 of its UTF-8', isEscape: true },
  upper: { label: 'Upper case', isEscape: false },
  lower: { label: 'Lower case', isEscape: false },
  pad: { label: 'With leading zeros, such as pad:3', isEscape: false },
} as const;

type TemplateFilter =
  | { readonly name: Exclude<keyof typeof templateFilters, 'pad'> }
  | { readonly name: 'pad'; readonly width: number };

/**
 * Undefined: invalid Unicode, or `spreadsheet` would calculate it.
 *
 * @param separators at which readers split the line
 */
function applyFilter(
  filter: TemplateFilter,
  value: string | number,
  separators: readonly string[] = [],
): string | undefined {
  const text = String(value);
  switch (filter.name) {
    case 'url':
      return text.isWellFormed() ? percentEncode(text) : undefined;
    case 'json':
      return escapeInvisible(JSON.stringify(value));
    case 'csv':
      return /[",;\t]|^\s|\s$/.test(text) || separators.some((mark) => text.includes(mark))
        ? quoteCsvField(text)
        : text;
    case 'spreadsheet':
      if (typeof value === 'number') return text;
      return isCalculated(text) ? undefined : quoteCsvField(text);
    case 'sh':
      return `'${text.replaceAll("'", String.raw`'\''`)}'`;
    case 'base64':
      return text.isWellFormed() ? encodeBase64(text) : undefined;
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'pad':
      return text.padStart(filter.width, '0');
  }
}

/** Percent-encodes all but unreserved characters (RFC 3986); `encodeURIComponent` leaves `!'()*`. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `btoa` accepts only bytes; it exists in the window and in Node. */
function encodeBase64(text: string): string {
  let bytes = '';
  // The arguments of a call are limited.
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

export const templateFields = {
  host: 'Address or host name; an IPv6 address in brackets if a colon follows',
  port: 'Port of the selected protocol',
  username: 'User name',
  password: 'Password',
  url: 'All of it as a URL, with user name and password percent-encoded',
  protocol: 'http or socks5',
  index: 'Number of the line, from 1',
  name: 'Label, place and number, such as US New York 1',
  label: 'One of the labels of the export, in rotation',
  country: 'Country code',
  country_name: 'Country',
  subdivision: 'State or province',
  city: 'City',
  postcode: 'Example postcode of the city',
  timezone: 'Time zone of the city',
  asn: 'Number of the network',
  network: 'Name of the network',
  service: 'ID of the service',
  type: 'Type of the proxy',
  status: 'Status of the proxy',
  proxy_id: 'ID of the proxy',
  tag: 'Your tags of the proxy, sorted by name and separated by commas',
} as const;

export type TemplateField = keyof typeof templateFields;

interface TemplateSlot {
  readonly field: TemplateField;
  readonly filters: readonly TemplateFilter[];
  /** Neighboring characters; '': none, or a slot. */
  readonly before: string;
  readonly after: string;
  /** Around the slot; '': none. */
  readonly quote: string;
  /** Marks between slots, at which readers split the line. */
  readonly separators: string;
}

export type Template = readonly (string | TemplateSlot)[];

interface TemplateProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problem: TemplateProblem };

/** UTF-16 units. */
export const maxTemplateLength = 2000;

/** Parses `{field}`, `{field|filter|filter:number}`, and `{{` and `}}` for braces. Never throws. */
export function parseTemplate(text: string): ParsedTemplate {
  if (text.trim() === '') return wrong('A template needs a field, such as {host}.', 0, text.length);
  if (text.length > maxTemplateLength) {
    return wrong(
      `A template can have at most ${String(maxTemplateLength)} characters.`,
      maxTemplateLength,
      text.length,
    );
  }
  // Control characters other than a tab would add or break a line.
  const control = /[\p{Cs}\u2028\u2029]|(?!\t)\p{Cc}/u.exec(text);
  if (control) {
    return wrong('A template is one line without control characters.', control.index, control.index + 1);
  }
  const parts: (string | TemplateSlot)[] = [];
  for (const { 0: piece, index } of text.matchAll(/\{\{|\}\}|\{[^{}]*\}?|\}|[^{}]+/g)) {
    const end = index + piece.length;
    if (piece === '}') return wrong('A } of its own is written }}.', index, end);
    if (piece.startsWith('{') && piece !== '{{') {
      if (!piece.endsWith('}')) return wrong('The { is not closed. Write {{ for the character itself.', index, end);
      const slot = parseSlot(piece.slice(1, -1), index + 1);
      if ('problem' in slot) return { ok: false, problem: slot.problem };
      const before = lastCharacter(parts.at(-1));
      parts.push({ ...slot, before, after: '', quote: '', separators: '' });
    } else addText(parts, piece === '{{' ? '{' : piece === '}}' ? '}' : piece);
  }
  if (parts.every((part) => typeof part === 'string')) {
    return wrong('Every line would be the same. Add a field, such as {host}.', 0, text.length);
  }
  return { ok: true, template: markPlaces(parts) };
}

/** Finds the quotes around slots, and the marks between them. */
function markPlaces(parts: readonly (string | TemplateSlot)[]): Template {
  const isBetween = (index: number): boolean => index > 0 && index < parts.length - 1;
  const texts = parts.map((part) => (typeof part === 'string' ? part : ''));
  const between = texts.filter((_, index) => isBetween(index)).join('');
  const separators = [...new Set(between.match(/[^\p{L}\p{N}\s'"`]/gu) ?? [])].join('');
  let quote = '';
  return parts.map((part, index) => {
    if (typeof part !== 'string') return { ...part, quote, separators };
    for (const { 0: mark, index: at } of part.matchAll(/['"`]/g)) {
      if (quote !== '') {
        if (mark === quote) quote = '';
      } else {
        // An apostrophe may never be closed.
        const isClosed = part.includes(mark, at + 1) || texts.slice(index + 1).some((text) => text.includes(mark));
        if (isClosed) quote = mark;
      }
    }
    return part;
  });
}

function addText(parts: (string | TemplateSlot)[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else {
    if (last !== undefined) parts[parts.length - 1] = { ...last, after: Array.from(text)[0] ?? '' };
    parts.push(text);
  }
}

const lastCharacter = (part: string | TemplateSlot | undefined): string =>
  typeof part === 'string' ? (Array.from(part).at(-1) ?? '') : '';

function parseSlot(
  text: string,
  start: number,
): Pick<TemplateSlot, 'field' | 'filters'> | { readonly problem: TemplateProblem } {
  const [name = '', ...calls] = text.split('|');
  const field = name.trim();
  if (!isField(field)) {
    const known = Object.keys(templateFields).join(', ');
    const problem = field === '' ? 'The field is missing.' : `Unknown field "${field}".`;
    return {
      problem: { message: `${problem} The fields are: ${known}.`, start, end: start + name.length },
    };
  }
  const filters: TemplateFilter[] = [];
  let at = start + name.length + 1;
  for (const call of calls) {
    const filter = parseFilter(call.trim());
    if (typeof filter === 'string') {
      return { problem: { message: filter, start: at, end: at + call.length } };
    }
    filters.push(filter);
    at += call.length + 1;
  }
  return { field, filters };
}

/** A filter, or its problem. */
function parseFilter(call: string): TemplateFilter | string {
  const [name = '', ...rest] = call.split(':');
  if (!isFilterName(name)) {
    const known = Object.keys(templateFilters).join(', ');
    const problem = name === '' ? 'The filter is missing.' : `Unknown filter "${name}".`;
    return `${problem} The filters are: ${known}.`;
  }
  if (name !== 'pad') return rest.length === 0 ? { name } : `The filter ${name} does not take a number.`;
  const width = /^\d{1,2}$/.test(rest.join(':')) ? Number(rest[0]) : 0;
  return width >= 1 && width <= 20 ? { name, width } : 'pad takes a width from 1 to 20: pad:3.';
}

const isField = (name: string): name is TemplateField => Object.hasOwn(templateFields, name);

const isFilterName = (name: string): name is TemplateFilter['name'] => Object.hasOwn(templateFilters, name);

const wrong = (message: string, start: number, end: number): ParsedTemplate => ({
  ok: false,
  problem: { message, start, end },
});

/**
 * Writes one line.
 *
 * @param valueOf numbers for `json`
 * @returns the line, or why it cannot contain a value
 */
export function fillTemplate(
  template: Template,
  valueOf: (field: TemplateField) => string | number,
): { readonly ok: true; readonly line: string } | { readonly ok: false; readonly reason: string } {
  let line = '';
  for (const part of template) {
    if (typeof part === 'string') {
      line += part;
      continue;
    }
    const { field, filters, after } = part;
    let value = valueOf(field);
    if (field === 'host' && filters.length === 0 && after === ':' && String(value).includes(':')) {
      value = `[${String(value)}]`;
    }
    for (const filter of filters) {
      const filtered = applyFilter(filter, value, marksOf(part));
      if (filtered === undefined) return no(`{${field}} ${whyNot(filter.name)}`);
      value = filtered;
    }
    const text = String(value);
    if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) {
      return no(`{${field}} holds a control character or a line break; the filters json and base64 carry them`);
    }
    const problem = findBreak(part, text);
    if (problem !== undefined) return no(`{${field}} ${problem}`);
    line += text;
  }
  return { ok: true, line };
}

const whyNot = (filter: TemplateFilter['name']): string =>
  filter === 'spreadsheet'
    ? 'would be read as a formula, a number or a date by a spreadsheet; the filter csv carries it for programs'
    : `is not valid Unicode, which the filter ${filter} cannot represent; json can`;

/** Special characters inside quotes, in shells and programming languages. */
const special: { readonly [quote: string]: RegExp } = {
  '"': /[$`\\!%]/,
  "'": /\\/,
  '`': /[$\\]/,
};

/** Already checked or escaped. */
const plainFields: ReadonlySet<TemplateField> = new Set(['host', 'port', 'protocol', 'index', 'url']);

/** Undefined: the value stays in its slot. */
function findBreak(slot: TemplateSlot, text: string): string | undefined {
  const { field, filters, quote } = slot;
  const has = (...names: TemplateFilter['name'][]): boolean => filters.some(({ name }) => names.includes(name));
  if (quote !== '') {
    const mark = text.includes(quote) ? quote : ownValue(special, quote)?.exec(text)?.[0];
    // Without special characters in quotes.
    const isPlain = plainFields.has(field) || has('url', 'base64');
    // In single quotes a shell keeps JSON escapes.
    const isJson = quote === "'" && mark !== quote && has('json');
    if (mark === undefined || (mark !== quote && (isPlain || isJson))) return undefined;
    return `holds ${mark}, which can end or change the text in quotes; the filter url carries it, and json or sh without quotes of the template around them`;
  }
  if (plainFields.has(field) || filters.some(({ name }) => templateFilters[name].isEscape)) {
    return undefined;
  }
  const isCredential = field === 'username' || field === 'password';
  const found = marksOf(slot).find((mark) => (isCredential || !/\s/.test(mark)) && text.includes(mark));
  return found === undefined
    ? undefined
    : `holds "${found}", which separates the fields of this template; a filter such as url, csv or json carries it`;
}

/** Where a reader may split the line. */
const marksOf = ({ before, after, separators }: TemplateSlot): string[] =>
  [before, after, ...Array.from(separators)].filter((mark) => /^[^\p{L}\p{N}]$/u.test(mark));

const no = (reason: string): { readonly ok: false; readonly reason: string } => ({
  ok: false,
  reason,
});
