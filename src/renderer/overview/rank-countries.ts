import type { FacetValue } from '../../shared/filter/query-term.ts';
import { labelCountry } from '../format/label-code.ts';

/** Which proxies the map and the list count. */
export type ShownProxies = 'all' | 'failing';

/** The proxies of one country. */
interface RankedCountry {
  /** ISO 3166-1 alpha-2; null: the proxies without a country, which are last. */
  readonly code: string | null;
  readonly name: string;
  readonly all: number;
  readonly failing: number;
}

/**
 * The countries by the number that is shown, the largest first.
 *
 * @param counts per country, of all proxies and of the failing ones
 * @param totals of all countries and of the proxies without one
 */
export function rankCountries(
  counts: { readonly [S in ShownProxies]: readonly FacetValue[] },
  totals: { readonly [S in ShownProxies]: number },
  shown: ShownProxies,
): readonly RankedCountry[] {
  const failing = new Map(counts.failing.map(({ value, count }) => [value, count]));
  const ranked = counts.all
    .map(({ value: code, count: all }) => ({
      code,
      name: labelCountry(code),
      all,
      failing: failing.get(code) ?? 0,
    }))
    .toSorted((one, other) => other[shown] - one[shown] || other.all - one.all);
  const without = (name: ShownProxies): number =>
    Math.max(0, totals[name] - counts[name].reduce((sum, { count }) => sum + count, 0));
  const none = { code: null, name: 'No country', all: without('all'), failing: without('failing') };
  return none.all > 0 ? [...ranked, none] : ranked;
}
