import type { JsonObject } from '../../../shared/json.ts';
import { availabilityGroupFields } from '../../../shared/records/availability.ts';
import { Draw } from './draw.ts';
import { networks } from './networks.ts';
import { places } from './places.ts';
import { Refusal } from '../refusal.ts';

const groups: { readonly [word: string]: string } = availabilityGroupFields;
const countField = 'residential_availability_node_count';
const systems = ['windows', 'android', 'linux'];
const homeNetworks = networks.filter(
  ({ asn_type }) => asn_type === 'residential' || asn_type === 'isp',
);

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

/**
 * Residential options, most nodes first (specification, "Residential
 * availability"); with `group_by` the counts are added up for each group.
 */
export function describeAvailability(groupBy: string | undefined): JsonObject {
  const fields = (groupBy ?? '')
    .split(',')
    .filter((word) => word !== '')
    .map((word) => {
      const field = Object.hasOwn(groups, word) ? groups[word] : undefined;
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
    const group = Object.fromEntries(fields.map((field) => [field, option[field] ?? null]));
    const key = JSON.stringify(group);
    const before = sums.get(key);
    sums.set(key, { ...group, [countField]: (before ? nodes(before) : 0) + nodes(option) });
  }
  return [...sums.values()];
}

const nodes = (row: JsonObject): number => Number(row[countField]);
