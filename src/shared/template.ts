import { applyFilter, templateFilters, type TemplateFilter } from './template-filter.ts';

/** What a template may name, with what it stands for. */
export const templateFields = {
  host: 'Address or host name; an IPv6 address in brackets where a colon follows',
  port: 'Port of the chosen protocol',
  username: 'User name',
  password: 'Password',
  url: 'The whole as a URL, user name and password percent-encoded',
  protocol: 'http or socks5',
  index: 'Number of the line, from 1',
  name: 'Label, place and number, such as US New York 1',
  label: 'One of the labels of the export, in turn',
  country: 'Country code',
  country_name: 'Country',
  subdivision: 'State or province',
  city: 'City',
  postcode: 'Example postcode of the city',
  timezone: 'Time zone of the city',
  asn: 'Number of the network',
  network: 'Name of the network',
  service: 'Id of the service',
  type: 'Type of the proxy',
  status: 'Status of the proxy',
  proxy_id: 'Id of the proxy',
  tag: 'Your tags of the proxy in the order of their names, parted by a comma and a space',
} as const;

export type TemplateField = keyof typeof templateFields;

/** A place in a template: a field with the filters that it goes through, in order. */
export interface TemplateSlot {
  readonly field: TemplateField;
  readonly filters: readonly TemplateFilter[];
  /** The character of the template before and after it; empty: none, or another slot. */
  readonly before: string;
  readonly after: string;
}

/** Text as it stands, and slots. */
export type Template = readonly (string | TemplateSlot)[];

/** What is wrong, and from where to where in the text. */
export interface TemplateProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problem: TemplateProblem };

const maxTemplateLength = 2000;

/**
 * Reads a template: `{field}`, `{field|filter|filter:number}`, `{{` and `}}` for braces,
 * everything else as it stands. Never throws.
 */
export function parseTemplate(text: string): ParsedTemplate {
  if (text.trim() === '') return wrong('A template needs a field, such as {host}.', 0, text.length);
  if (text.length > maxTemplateLength) {
    return wrong(
      `A template has ${String(maxTemplateLength)} characters at most.`,
      maxTemplateLength,
      text.length,
    );
  }
  // A tab parts columns; every other control character would add a line or break one.
  const control = /[\p{Cs}\u2028\u2029]|(?!\t)\p{Cc}/u.exec(text);
  if (control) {
    return wrong(
      'A template is one line without control characters.',
      control.index,
      control.index + 1,
    );
  }
  const parts: (string | TemplateSlot)[] = [];
  for (const { 0: piece, index } of text.matchAll(/\{\{|\}\}|\{[^{}]*\}?|\}|[^{}]+/g)) {
    const end = index + piece.length;
    if (piece === '}') return wrong('A } of its own is written }}.', index, end);
    if (piece.startsWith('{') && piece !== '{{') {
      if (!piece.endsWith('}')) return wrong('The { is not closed. As text it is {{.', index, end);
      const slot = parseSlot(piece.slice(1, -1), index + 1);
      if ('problem' in slot) return { ok: false, problem: slot.problem };
      parts.push({ ...slot, before: lastCharacter(parts.at(-1)), after: '' });
    } else addText(parts, piece === '{{' ? '{' : piece === '}}' ? '}' : piece);
  }
  if (parts.every((part) => typeof part === 'string')) {
    return wrong('Every line would be the same. Name a field, such as {host}.', 0, text.length);
  }
  return { ok: true, template: parts };
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
    const said = field === '' ? 'A field is missing.' : `There is no field "${field}".`;
    return {
      problem: { message: `${said} The fields are: ${known}.`, start, end: start + name.length },
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

/** A filter, or what is wrong with it. */
function parseFilter(call: string): TemplateFilter | string {
  const [name = '', ...rest] = call.split(':');
  if (!isFilterName(name)) {
    const known = Object.keys(templateFilters).join(', ');
    const said = name === '' ? 'A filter is missing.' : `There is no filter "${name}".`;
    return `${said} The filters are: ${known}.`;
  }
  if (name !== 'pad') return rest.length === 0 ? { name } : `The filter ${name} takes no number.`;
  const width = /^\d{1,2}$/.test(rest.join(':')) ? Number(rest[0]) : 0;
  return width >= 1 && width <= 20 ? { name, width } : 'pad takes a width from 1 to 20: pad:3.';
}

const isField = (name: string): name is TemplateField => Object.hasOwn(templateFields, name);

const isFilterName = (name: string): name is TemplateFilter['name'] =>
  Object.hasOwn(templateFilters, name);

const wrong = (message: string, start: number, end: number): ParsedTemplate => ({
  ok: false,
  problem: { message, start, end },
});

/**
 * Writes one line.
 *
 * @param valueOf gives the value of a field; a number stays one for `json`
 * @returns the line, or why a value can't stand in it
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
    const { field, filters, before, after } = part;
    let value = valueOf(field);
    if (field === 'host' && filters.length === 0 && after === ':' && String(value).includes(':')) {
      value = `[${String(value)}]`;
    }
    for (const filter of filters) {
      const filtered = applyFilter(filter, value);
      if (filtered === undefined) {
        return no(
          `{${field}} is no valid Unicode text, which the filter ${filter.name} cannot carry; json can`,
        );
      }
      value = filtered;
    }
    const text = String(value);
    if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) {
      return no(
        `{${field}} holds a control character or a line break; the filters json and base64 carry them`,
      );
    }
    const isCredential = field === 'username' || field === 'password';
    if (isCredential && !filters.some(({ name }) => templateFilters[name].isEscape)) {
      const neighbour = [before, after].find((mark) => isMark(mark) && text.includes(mark));
      if (neighbour !== undefined) {
        return no(
          `{${field}} holds "${neighbour}", which stands beside it in the template; a filter such as url carries it`,
        );
      }
    }
    line += text;
  }
  return { ok: true, line };
}

/** Whether a character beside a value is what a reader would part the line at. */
const isMark = (character: string): boolean => /^[^\p{L}\p{N}]$/u.test(character);

const no = (reason: string): { readonly ok: false; readonly reason: string } => ({
  ok: false,
  reason,
});
