import type { FacetValue } from '../../shared/filter/query-term.ts';
import type { PlainTable } from '../../shared/csv.ts';
import { labelCountry } from '../format/format-field.ts';

/** Which proxies the map and the list count. */
export type ShownProxies = 'all' | 'failing';

/** The proxies of one country. */
export interface RankedCountry {
  /** ISO 3166-1 alpha-2; null: the proxies without a country, which are last. */
  readonly code: string | null;
  readonly name: string;
  readonly all: number;
  readonly failing: number;
}

/** How many of a hundred proxies of a country fail. */
export const failingRate = ({ all, failing }: RankedCountry): number =>
  failing === 0 ? 0 : Math.max(1, Math.round((failing / all) * 100));

/** The same as a file has it. */
export const countryTable = (countries: readonly RankedCountry[]): PlainTable => ({
  name: 'Proxies by country',
  headings: ['country_id', 'country_name', 'proxies', 'failing'],
  rows: countries.map(({ code, name, all, failing }) => [code, name, all, failing]),
});

/**
 * The countries, those with the most proxies first.
 *
 * @param counts per country, of all proxies and of the failing ones
 * @param totals of all countries and of the proxies without one
 */
export function rankCountries(
  counts: { readonly [S in ShownProxies]: readonly FacetValue[] },
  totals: { readonly [S in ShownProxies]: number },
): readonly RankedCountry[] {
  const failing = new Map(counts.failing.map(({ value, count }) => [value, count]));
  const ranked = counts.all
    .map(({ value: code, count: all }) => ({
      code,
      name: labelCountry(code),
      all,
      failing: failing.get(code) ?? 0,
    }))
    .toSorted((one, other) => other.all - one.all);
  const without = (name: ShownProxies): number =>
    Math.max(0, totals[name] - counts[name].reduce((sum, { count }) => sum + count, 0));
  const none = { code: null, name: 'No country', all: without('all'), failing: without('failing') };
  return none.all > 0 ? [...ranked, none] : ranked;
}
