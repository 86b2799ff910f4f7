import { longestFilter, mostTerms, mostValues, namePartWeight, wordWeight } from './query-term.ts';

/** The reference of the filter language, apart from its keys. */

/** A form of a filter; the text is an example for the list of proxies. */
interface QueryForm {
  readonly text: string;
  readonly meaning: string;
}

/** Every form, the common ones first. */
export const queryForms: readonly QueryForm[] = [
  { text: 'country:US type:isp', meaning: 'Both must match' },
  { text: 'country:US,GB', meaning: 'Any of several values' },
  { text: '-online:yes', meaning: 'Not online, or unknown' },
  { text: 'hudson', meaning: 'A word in the address, place, network, service, ID, tags or note' },
  { text: '"new york"', meaning: 'Words with a space between them' },
  { text: 'city:york', meaning: 'Part of a name' },
  { text: 'city:=York', meaning: 'The full name' },
  { text: 'port:>8100', meaning: 'Above; also >=, < and <=' },
  { text: 'port:8000..8100', meaning: 'A range, both ends included; one end may be missing' },
  { text: 'ip:203.0.113.', meaning: 'The beginning of an address' },
  { text: 'ip:203.0.113.0/24', meaning: 'A block of addresses, IPv4 or IPv6' },
  { text: '203.0.113.7 203.0.113.9', meaning: 'Any of several complete addresses or UUIDs' },
  { text: 'updated:2026-10', meaning: 'A whole month; also a year, a day or an hour' },
  { text: 'updated:<7d', meaning: 'Within the last 7 days (min, h, d, w); > means older' },
  { text: 'city:*', meaning: 'Any value' },
  { text: 'city:""', meaning: 'No value' },
];

/** Notes that readers need to understand the results. */
export const queryNotes: readonly string[] = [
  'Case is ignored.',
  'Times of the service have no time zone and are compared as received. Ages count back from now in UTC, so they may be off by the service’s time zone.',
  'Codes such as country, type or status must be complete; a country also matches by the beginning of a word in its name.',
  `A filter has ${longestFilter.toLocaleString('en-US')} characters, ${String(mostTerms)} terms and ${String(mostValues)} values at most; a word or a user counts as ${String(wordWeight)} values, a part of a name as ${String(namePartWeight)}.`,
  'Inside quotes, write \\" for a quote and \\\\ for a backslash.',
];
