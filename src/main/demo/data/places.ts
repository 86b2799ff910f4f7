import { ownValue } from '../../../shared/own-value.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { availabilityGroupFields } from '../../../shared/records/catalog.ts';
import { Refusal } from '../requests.ts';
import { Draw } from './draw.ts';

/** Names and positions are real. */
export interface Place {
  readonly city_id: number;
  readonly city_name: string;
  readonly country_id: string;
  readonly subdivision_id: string;
  readonly subdivision_name: string;
  readonly city_timezone: string;
  readonly city_example_postcode: string;
  readonly city_latitude: number;
  readonly city_longitude: number;
  readonly city_population: number;
}

export interface Country {
  readonly country_id: string;
  readonly country_name: string;
  readonly continent_id: string;
  readonly country_is_european_union: boolean;
}

const countryData: readonly (readonly [string, string, string, boolean])[] = [
  ['US', 'United States', 'NA', false],
  ['CA', 'Canada', 'NA', false],
  ['GB', 'United Kingdom', 'EU', false],
  ['DE', 'Germany', 'EU', true],
  ['FR', 'France', 'EU', true],
  ['NL', 'Netherlands', 'EU', true],
  ['ES', 'Spain', 'EU', true],
  ['IT', 'Italy', 'EU', true],
  ['PL', 'Poland', 'EU', true],
  ['SE', 'Sweden', 'EU', true],
  ['BR', 'Brazil', 'SA', false],
  ['JP', 'Japan', 'AS', false],
  ['SG', 'Singapore', 'AS', false],
  ['AU', 'Australia', 'OC', false],
  ['IN', 'India', 'AS', false],
];

type PlaceRow = readonly [string, string, string, string, string, number, number, number];

const placeRows: readonly PlaceRow[] = [
  ['New York', 'US-NY', 'New York', 'America/New_York', '10001', 40.7128, -74.006, 8_336_000],
  ['Los Angeles', 'US-CA', 'California', 'America/Los_Angeles', '90012', 34.0522, -118.2437, 3_849_000],
  ['Chicago', 'US-IL', 'Illinois', 'America/Chicago', '60601', 41.8781, -87.6298, 2_697_000],
  ['Dallas', 'US-TX', 'Texas', 'America/Chicago', '75201', 32.7767, -96.797, 1_304_000],
  ['Ashburn', 'US-VA', 'Virginia', 'America/New_York', '20147', 39.0438, -77.4874, 46_000],
  ['Miami', 'US-FL', 'Florida', 'America/New_York', '33101', 25.7617, -80.1918, 442_000],
  ['Seattle', 'US-WA', 'Washington', 'America/Los_Angeles', '98101', 47.6062, -122.3321, 737_000],
  ['Atlanta', 'US-GA', 'Georgia', 'America/New_York', '30303', 33.749, -84.388, 499_000],
  ['Toronto', 'CA-ON', 'Ontario', 'America/Toronto', 'M5H 2N2', 43.6532, -79.3832, 2_794_000],
  ['Montréal', 'CA-QC', 'Québec', 'America/Toronto', 'H2Y 1C6', 45.5017, -73.5673, 1_763_000],
  ['Vancouver', 'CA-BC', 'British Columbia', 'America/Vancouver', 'V5K 0A1', 49.2827, -123.1207, 662_000],
  ['London', 'GB-ENG', 'England', 'Europe/London', 'EC1A 1BB', 51.5074, -0.1278, 8_866_000],
  ['Manchester', 'GB-ENG', 'England', 'Europe/London', 'M1 1AE', 53.4808, -2.2426, 552_000],
  ['Edinburgh', 'GB-SCT', 'Scotland', 'Europe/London', 'EH1 1YZ', 55.9533, -3.1883, 527_000],
  ['Frankfurt am Main', 'DE-HE', 'Hessen', 'Europe/Berlin', '60311', 50.1109, 8.6821, 773_000],
  ['Berlin', 'DE-BE', 'Berlin', 'Europe/Berlin', '10115', 52.52, 13.405, 3_755_000],
  ['München', 'DE-BY', 'Bayern', 'Europe/Berlin', '80331', 48.1351, 11.582, 1_512_000],
  ['Hamburg', 'DE-HH', 'Hamburg', 'Europe/Berlin', '20095', 53.5511, 9.9937, 1_892_000],
  ['Paris', 'FR-IDF', 'Île-de-France', 'Europe/Paris', '75001', 48.8566, 2.3522, 2_133_000],
  ['Marseille', 'FR-PAC', "Provence-Alpes-Côte d'Azur", 'Europe/Paris', '13001', 43.2965, 5.3698, 873_000],
  ['Lyon', 'FR-ARA', 'Auvergne-Rhône-Alpes', 'Europe/Paris', '69001', 45.764, 4.8357, 522_000],
  ['Amsterdam', 'NL-NH', 'Noord-Holland', 'Europe/Amsterdam', '1012', 52.3676, 4.9041, 931_000],
  ['Rotterdam', 'NL-ZH', 'Zuid-Holland', 'Europe/Amsterdam', '3011', 51.9244, 4.4777, 664_000],
  ['Madrid', 'ES-MD', 'Comunidad de Madrid', 'Europe/Madrid', '28001', 40.4168, -3.7038, 3_332_000],
  ['Barcelona', 'ES-CT', 'Catalunya', 'Europe/Madrid', '08001', 41.3874, 2.1686, 1_660_000],
  ['Milano', 'IT-25', 'Lombardia', 'Europe/Rome', '20121', 45.4642, 9.19, 1_371_000],
  ['Roma', 'IT-62', 'Lazio', 'Europe/Rome', '00184', 41.9028, 12.4964, 2_755_000],
  ['Warszawa', 'PL-14', 'Mazowieckie', 'Europe/Warsaw', '00-001', 52.2297, 21.0122, 1_862_000],
  ['Kraków', 'PL-12', 'Małopolskie', 'Europe/Warsaw', '30-001', 50.0647, 19.945, 804_000],
  ['Stockholm', 'SE-AB', 'Stockholms län', 'Europe/Stockholm', '111 20', 59.3293, 18.0686, 984_000],
  ['São Paulo', 'BR-SP', 'São Paulo', 'America/Sao_Paulo', '01001-000', -23.5505, -46.6333, 11_452_000],
  ['Rio de Janeiro', 'BR-RJ', 'Rio de Janeiro', 'America/Sao_Paulo', '20010-000', -22.9068, -43.1729, 6_211_000],
  ['Tokyo', 'JP-13', 'Tokyo', 'Asia/Tokyo', '100-0001', 35.6762, 139.6503, 14_094_000],
  ['Osaka', 'JP-27', 'Osaka', 'Asia/Tokyo', '530-0001', 34.6937, 135.5023, 2_753_000],
  ['Singapore', 'SG-01', 'Central Singapore', 'Asia/Singapore', '018956', 1.3521, 103.8198, 5_918_000],
  ['Sydney', 'AU-NSW', 'New South Wales', 'Australia/Sydney', '2000', -33.8688, 151.2093, 5_451_000],
  ['Melbourne', 'AU-VIC', 'Victoria', 'Australia/Melbourne', '3000', -37.8136, 144.9631, 5_207_000],
  ['Mumbai', 'IN-MH', 'Maharashtra', 'Asia/Kolkata', '400001', 19.076, 72.8777, 12_442_000],
  ['Bengaluru', 'IN-KA', 'Karnataka', 'Asia/Kolkata', '560001', 12.9716, 77.5946, 8_443_000],
  ['Delhi', 'IN-DL', 'Delhi', 'Asia/Kolkata', '110001', 28.7041, 77.1025, 16_788_000],
];

export const allCountries: readonly Country[] = countryData.map(
  ([country_id, country_name, continent_id, country_is_european_union]) => ({
    country_id,
    country_name,
    continent_id,
    country_is_european_union,
  }),
);

export const places: readonly Place[] = placeRows.map(
  ([city_name, subdivision_id, subdivision_name, zone, postcode, latitude, longitude, people], index) => ({
    city_id: 4001 + index * 7,
    city_name,
    country_id: subdivision_id.slice(0, 2),
    subdivision_id,
    subdivision_name,
    city_timezone: zone,
    city_example_postcode: postcode,
    city_latitude: latitude,
    city_longitude: longitude,
    city_population: people,
  }),
);

export function countryOf(countryId: string): Country {
  const country = allCountries.find((candidate) => candidate.country_id === countryId);
  if (!country) throw new Error(`The demo does not have the country ${countryId}.`);
  return country;
}

export interface Network {
  readonly asn_id: number;
  readonly asn_name: string;
  readonly asn_type: string;
  readonly asn_rir: string;
  readonly country_id: string;
}

/** For documentation (RFC 5398). */
const rows: readonly (readonly [number, string, string, string, string])[] = [
  [64496, 'Hudson Broadband', 'isp', 'ARIN', 'US'],
  [64497, 'Pacific Fiber', 'isp', 'ARIN', 'US'],
  [64498, 'Thames Telecom', 'isp', 'RIPE', 'GB'],
  [64499, 'Rhein Netz', 'isp', 'RIPE', 'DE'],
  [64500, 'Réseau Lumière', 'isp', 'RIPE', 'FR'],
  [64501, 'Lakeside Hosting', 'datacenter', 'ARIN', 'US'],
  [64502, 'Northern Racks', 'datacenter', 'RIPE', 'NL'],
  [64503, 'Harbour Cloud', 'datacenter', 'APNIC', 'SG'],
  [64504, 'Maple Servers', 'datacenter', 'ARIN', 'CA'],
  [64505, 'Nuvem Sul', 'datacenter', 'LACNIC', 'BR'],
  [64506, 'Casa Fibra', 'residential', 'RIPE', 'IT'],
  [64507, 'Home Link', 'residential', 'ARIN', 'US'],
  [64508, 'Deccan Mobile', 'mobile', 'APNIC', 'IN'],
  [64509, 'Coast Cellular', 'mobile', 'ARIN', 'US'],
];

export const networks: readonly Network[] = rows.map(([asn_id, asn_name, asn_type, asn_rir, country_id]) => ({
  asn_id,
  asn_name,
  asn_type,
  asn_rir,
  country_id,
}));

/** Counts of countries and subdivisions are sums of their cities. */
const nodeCounts = new Map(places.map((place) => [place.city_id, new Draw(11, place.city_id).integer(400, 90_000)]));

function countNodes(field: 'country_id' | 'subdivision_id', id: string): number {
  return places
    .filter((place) => place[field] === id)
    .reduce((sum, place) => sum + (nodeCounts.get(place.city_id) ?? 0), 0);
}

/** Lower-case ASCII words with hyphens. */
function formatAlias(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}

/** By id (specification, "Reference data"). */
export const cities: ReadonlyMap<string, JsonObject> = new Map(
  places.map((place) => [
    String(place.city_id),
    {
      city_id: place.city_id,
      city_name: place.city_name,
      city_alias: formatAlias(place.city_name),
      city_example_postcode: place.city_example_postcode,
      city_timezone: place.city_timezone,
      subdivision_id: place.subdivision_id,
      city_latitude: place.city_latitude,
      city_longitude: place.city_longitude,
      city_is_populous: place.city_population > 1_000_000,
      city_node_count: nodeCounts.get(place.city_id) ?? 0,
      city_population: place.city_population,
    },
  ]),
);

export const asns: ReadonlyMap<string, JsonObject> = new Map(
  networks.map((network) => {
    const draw = new Draw(12, network.asn_id);
    return [
      String(network.asn_id),
      {
        ...network,
        asn_ip_address_count: 256 * draw.integer(16, 4_000),
        asn_node_count: draw.integer(100, 60_000),
      },
    ];
  }),
);

export const countries: ReadonlyMap<string, JsonObject> = new Map(
  allCountries.map((country) => [
    country.country_id,
    {
      ...country,
      country_alias: formatAlias(country.country_name),
      country_node_count: countNodes('country_id', country.country_id),
    },
  ]),
);

export const subdivisions: ReadonlyMap<string, JsonObject> = new Map(
  places.map(({ subdivision_id, subdivision_name, country_id }) => [
    subdivision_id,
    {
      subdivision_id,
      subdivision_name,
      subdivision_alias: formatAlias(subdivision_name),
      country_id,
      subdivision_node_count: countNodes('subdivision_id', subdivision_id),
    },
  ]),
);

const groups: { readonly [word: string]: string } = availabilityGroupFields;
const countField = 'residential_availability_node_count';
const systems = ['windows', 'android', 'linux'];
const homeNetworks = networks.filter(({ asn_type }) => asn_type === 'residential' || asn_type === 'isp');

const options: readonly JsonObject[] = places.flatMap((place) =>
  systems.map((os_label) => {
    const draw = new Draw(13, place.city_id, os_label.length);
    return {
      asn_id: draw.pick(homeNetworks).asn_id,
      city_name: place.city_name,
      country_id: place.country_id,
      os_label,
      subdivision_id: place.subdivision_id,
      zip_code_alias: place.city_example_postcode.toLowerCase(),
      [countField]: draw.integer(50, 30_000),
    };
  }),
);

/** Most nodes first (specification, "Residential availability"); `group_by` adds counts up. */
export function describeAvailability(groupBy: string | undefined): JsonObject {
  const fields = (groupBy ?? '')
    .split(',')
    .filter((word) => word !== '')
    .map((word) => {
      const field = ownValue(groups, word);
      if (field === undefined) throw new Refusal(400, `${word} is not a value of group_by.`);
      return field;
    });
  const rows = fields.length === 0 ? options : addUp(fields);
  return {
    residential_options: rows.toSorted((left, right) => nodes(right) - nodes(left)),
    total_residential_availability_node_count: rows.reduce((sum, row) => sum + nodes(row), 0),
  };
}

function addUp(fields: readonly string[]): JsonObject[] {
  const sums = new Map<string, JsonObject>();
  for (const option of options) {
    const group = Object.fromEntries(fields.map((field) => [field, ownValue(option, field) ?? null]));
    const key = JSON.stringify(group);
    const before = sums.get(key);
    sums.set(key, { ...group, [countField]: (before ? nodes(before) : 0) + nodes(option) });
  }
  return [...sums.values()];
}

const nodes = (row: JsonObject): number => Number(row[countField]);
