import type { JsonObject } from '../../../shared/json.ts';
import { Draw } from './draw.ts';
import { networks } from './networks.ts';
import { allCountries, places } from './places.ts';

/** Node counts add up: a country's count is the sum of its subdivisions, a subdivision's the sum of its cities. */
const nodeCounts = new Map(
  places.map((place) => [place.city_id, new Draw(11, place.city_id).integer(400, 90_000)]),
);

function countNodes(field: 'country_id' | 'subdivision_id', id: string): number {
  return places
    .filter((place) => place[field] === id)
    .reduce((sum, place) => sum + (nodeCounts.get(place.city_id) ?? 0), 0);
}

/** The alias of a name: lower case, ASCII, words separated by hyphens. */
function formatAlias(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}

/** Reference rows by their id (specification, "Reference data"). */
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
