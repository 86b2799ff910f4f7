import type { SortKey } from '../../src/shared/filter/query-term.ts';

/** A filter with an order, as people ask for it; the text fits the demo's account. */
export interface BenchQuery {
  readonly name: string;
  readonly text: string;
  readonly sort: readonly SortKey[];
}

const ask = (name: string, text: string, ...sort: readonly SortKey[]): BenchQuery => ({
  name,
  text,
  sort,
});
const up = (field: string): SortKey => ({ field, isDescending: false });
const down = (field: string): SortKey => ({ field, isDescending: true });

/** The 40 that the speed of browsing is measured by and whose plans are tested. */
export const benchQueries: readonly BenchQuery[] = [
  ask('everything', ''),
  ask('a country', 'country:US'),
  ask('two countries', 'country:US,GB'),
  ask('not a country', '-country:US'),
  ask('a country by its name', 'country:germany'),
  ask('a subdivision', 'subdivision:US-NY'),
  ask('part of a city', 'city:york'),
  ask('a whole city', 'city:="New York"'),
  ask('a time zone', 'timezone:Europe/'),
  ask('part of a network', 'network:fiber'),
  ask('a network number', 'asn:64500'),
  ask('a type', 'type:isp'),
  ask('a status', '-status:in_use'),
  ask('what is offline', 'online:no'),
  ask('a service by its name', 'service:"ISP"'),
  ask('what a user may use', 'user:harbor8234'),
  ask('facets together', 'country:US type:isp online:yes'),
  ask('a port', 'port:8100'),
  ask('a range of ports', 'port:8000..8100'),
  ask('an address block', 'ip:203.0.113.0/24'),
  ask('the beginning of an address', 'ip:203.0.'),
  ask('an IPv6 block', 'ip6:2001:db8::/48'),
  ask('a subnet', 'subnet:203.0.113.0/24'),
  ask('updated lately', 'updated:>2026-10-29'),
  ask('failing tests', 'success:<95'),
  ask('never tested', 'tested:""'),
  ask('a word in a city', 'york'),
  ask('a word in a network', 'telecom'),
  ask('a word that is nowhere', 'zebra'),
  ask('digits of an address', '113.7'),
  ask('hexadecimal digits', 'cafe'),
  ask('a word and facets', 'country:US online:yes york'),
  ask('by address', '', up('proxy_ip_address')),
  ask('by address, last first', '', down('proxy_ip_address')),
  ask('by city', '', up('city_name')),
  ask('by service within a country', 'country:US', down('service_name')),
  ask('by port', '', up('proxy_http_port')),
  ask('by last update', 'online:yes', down('proxy_last_update_datetime')),
  ask('by success of tests', '', down('testSuccessCount')),
  ask('by country, then city', 'type:isp', up('country_id'), up('city_name')),
];

const repeat = (count: number, make: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Filters at the bounds of the filter language (`maxTerms`, `maxValues`), after the empty filter. */
export const heaviestFilters: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'none', text: '' },
  { name: 'words', text: repeat(10, (index) => `-zebra${String(index)}`).join(' ') },
  { name: 'parts of names', text: `city:${repeat(50, (index) => `zz${String(index)}`).join(',')}` },
  {
    name: 'proxy users',
    text: `user:${repeat(10, (index) => `harbor${String(index)}`).join(',')}`,
  },
  {
    name: 'subnets',
    text: `subnet:${repeat(160, (index) => `203.0.${String(index)}.0/24`).join(',')}`,
  },
  { name: 'ports', text: `-port:${repeat(500, (index) => String(8000 + index)).join(',')}` },
  {
    name: 'ranges',
    text: repeat(100, (index) => `-port:${String(9100 + index)}..${String(9101 + index)}`).join(' '),
  },
];
