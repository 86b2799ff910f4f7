import { longestFilter, mostTerms, mostValues } from './query-term.ts';

/** What the reference of the filter language says besides the keys themselves. */

/** A form of a filter; the text is an example for the list of proxies. */
export interface QueryForm {
  readonly text: string;
  readonly meaning: string;
}

/** Every form, the common ones first. */
export const queryForms: readonly QueryForm[] = [
  { text: 'country:US type:isp', meaning: 'Both must hold' },
  { text: 'country:US,GB', meaning: 'One of several' },
  { text: '-online:yes', meaning: 'Not: also those of which nothing is known' },
  { text: 'lumen', meaning: 'A word in the address, place, network, service, id, tags or note' },
  { text: '"new york"', meaning: 'Words with a space between' },
  { text: 'city:york', meaning: 'Part of a name' },
  { text: 'city:=York', meaning: 'The whole name' },
  { text: 'port:>8100', meaning: 'Above; also >=, < and <=' },
  { text: 'port:8000..8100', meaning: 'Between, both included; one end may be missing' },
  { text: 'ip:203.0.113.', meaning: 'The beginning of an address' },
  { text: 'ip:203.0.113.0/24', meaning: 'A block of addresses, IPv4 or IPv6' },
  { text: '203.0.113.7 203.0.113.9', meaning: 'Any of several whole addresses; also of UUIDs' },
  { text: 'updated:2026-10', meaning: 'A whole month; also a year, a day or an hour' },
  { text: 'updated:<7d', meaning: 'Younger than 7 days: min, h, d and w; > is older' },
  { text: 'city:*', meaning: 'Has any' },
  { text: 'city:""', meaning: 'Has none' },
];

/** What one must know to read the answers right. */
export const queryNotes: readonly string[] = [
  'Capital and small letters are the same.',
  'The service gives times without a zone. They are compared as received; an age counts back from now in UTC, so it may be wrong by the zone of the service.',
  'Codes such as country, type or status must be whole; a country also goes by the beginning of a word of its name.',
  `A filter has ${longestFilter.toLocaleString('en-US')} characters, ${String(mostTerms)} terms and ${String(mostValues)} values at most.`,
  'Inside quotes a backslash stands before a quote or a backslash that is meant.',
];
