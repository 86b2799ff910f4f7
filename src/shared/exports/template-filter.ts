import { escapeInvisible } from '../json.ts';
import { isCalculated } from './spreadsheet.ts';

/** The filters for a value in a template. `isEscape`: the result is separated from the text around it. */
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

export type TemplateFilter =
  | { readonly name: Exclude<keyof typeof templateFilters, 'pad'> }
  | { readonly name: 'pad'; readonly width: number };

/**
 * Applies a filter to a value. Undefined: the filter cannot represent it, because it is not valid
 * Unicode, or for `spreadsheet` because it would be calculated.
 *
 * @param separators the characters at which a reader of the line splits it
 */
export function applyFilter(
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
        ? `"${text.replaceAll('"', '""')}"`
        : text;
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
 * `encodeURIComponent` does not encode `!'()*`, which some consumers require.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `btoa` accepts only bytes; it exists in the window and in Node. */
function encodeBase64(text: string): string {
  let bytes = '';
  // One by one, because the number of arguments of a call is limited.
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
