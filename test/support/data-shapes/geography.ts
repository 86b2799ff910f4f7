import { Draw } from '../../../src/main/demo/data/draw.ts';
import type { JsonObject } from '../../../src/shared/json.ts';

const countries = [
  ['US', 'United States'],
  ['GB', 'United Kingdom'],
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['NL', 'Netherlands'],
  ['BR', 'Brazil'],
  ['IN', 'India'],
  ['JP', 'Japan'],
  ['CA', 'Canada'],
  ['PL', 'Poland'],
] as const;
const directions = ['New', 'North', 'South', 'East', 'West', 'Upper', 'Lower', 'Old', 'Port', 'Saint'];
const stems = ['York', 'Ham', 'Berg', 'Ville', 'Ford', 'Field', 'Haven', 'Mouth', 'Bridge', 'Stad'];
const zones = ['America/New_York', 'Europe/London', 'Europe/Berlin', 'Asia/Tokyo', 'Asia/Kolkata'];
const trades = ['Telecom', 'Fiber', 'Networks', 'Hosting', 'Cable', 'Mobile', 'Online', 'Backbone'];

/** Proxy fields of a number of different cities (specification, "Proxy"). */
export function makeCities(count: number, seed: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => {
    const draw = new Draw(seed, 11, index);
    const [country_id, country_name] = countries[index % countries.length] ?? countries[0];
    const state = draw.text(2).toUpperCase();
    const suffix = index < 100 ? '' : ` ${draw.text(5)}`;
    const name = `${inTurn(directions, index)} ${inTurn(stems, Math.floor(index / 10))}${suffix}`;
    return {
      country_id,
      country_name,
      subdivision_id: index === 0 ? 'US-NY' : `${country_id}-${state}`,
      subdivision_name: index === 0 ? 'New York' : `Province of ${state}`,
      city_id: 100_000 + index,
      city_name: name,
      city_timezone: inTurn(zones, index),
      city_example_postcode: String(draw.integer(10_000, 99_999)),
      city_latitude: draw.integer(-900_000, 900_000) / 10_000,
      city_longitude: draw.integer(-1_800_000, 1_800_000) / 10_000,
    };
  });
}

/** Proxy fields of a number of different networks (specification, "Proxy"). */
export function makeNetworks(count: number, seed: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    asn_id: 64_500 + index,
    asn_name: `${new Draw(seed, 12, index).text(6)} ${inTurn(trades, index)}`,
  }));
}

/** The item at a position of a list that starts again after its end. */
export function inTurn<T>(list: readonly T[], turn: number): T {
  // Lists here are never empty, so the index is within bounds.
  return list[turn % list.length] as T;
}
