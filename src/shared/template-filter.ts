import { escapeInvisible } from './json.ts';
import { isCalculated } from './spreadsheet.ts';

/** What a value in a template can be put through. `isEscape`: the value can be told from what is around it. */
export const templateFilters = {
  url: { label: 'Percent-encoded for a URL', isEscape: true },
  json: { label: 'As JSON, with its quotes', isEscape: true },
  csv: { label: 'As a CSV field, in quotes where it needs them', isEscape: true },
  spreadsheet: { label: 'As a CSV field in quotes that no spreadsheet calculates', isEscape: true },
  sh: { label: 'In single quotes for a POSIX shell', isEscape: true },
  base64: { label: 'Base64 of its UTF-8', isEscape: true },
  upper: { label: 'In capital letters', isEscape: false },
  lower: { label: 'In small letters', isEscape: false },
  pad: { label: 'With zeros in front, pad:3', isEscape: false },
} as const;

export type TemplateFilter =
  | { readonly name: Exclude<keyof typeof templateFilters, 'pad'> }
  | { readonly name: 'pad'; readonly width: number };

/**
 * Puts a value through a filter. Undefined: the filter cannot carry it, which is text that is not
 * Unicode, or for `spreadsheet` text that would be calculated.
 */
export function applyFilter(filter: TemplateFilter, value: string | number): string | undefined {
  const text = String(value);
  switch (filter.name) {
    case 'url':
      return text.isWellFormed() ? percentEncode(text) : undefined;
    case 'json':
      return escapeInvisible(JSON.stringify(value));
    case 'csv':
      return /[",;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    case 'spreadsheet':
      if (typeof value === 'number') return text;
      return isCalculated(text) ? undefined : `"${text.replaceAll('"', '""')}"`;
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

/**
 * Percent-encodes all but the unreserved characters of RFC 3986;
 * `encodeURIComponent` leaves `!'()*` as they are, and some consumers do not.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `btoa` takes bytes alone, and exists in the window and in Node. */
function encodeBase64(text: string): string {
  let bytes = '';
  // One by one: a call takes only so many arguments.
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
