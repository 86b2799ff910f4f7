import type { PlainTable } from '../../shared/csv.ts';
import type { CountryCounts } from '../../shared/figures/overview.ts';
import { labelCountry } from '../format/format-field.ts';

export type ShownProxies = 'all' | 'failing';

export interface RankedCountry {
  /** ISO 3166-1 alpha-2; null: the proxies without a country, which are last. */
  readonly code: string | null;
  readonly name: string;
  readonly all: number;
  /** Null: none was tested. */
  readonly failing: number | null;
  /** How many of a hundred tested proxies fail. */
  readonly failingRate: number;
}

/** The same as a file has it. */
export const countryTable = (countries: readonly RankedCountry[]): PlainTable => ({
  name: 'Proxies by country',
  headings: ['country_id', 'country_name', 'proxies', 'failing'],
  rows: countries.map(({ code, name, all, failing }) => [code, name, all, failing]),
});

/** The countries with their names, in the order of the counts. */
export const rankCountries = (counts: readonly CountryCounts[]): readonly RankedCountry[] =>
  counts.map(({ country: code, all, tested, failing }) => ({
    code,
    name: code === null ? 'No country' : labelCountry(code),
    all,
    failing: tested === 0 ? null : failing,
    failingRate: tested === 0 || failing === 0 ? 0 : Math.max(1, Math.round((failing / tested) * 100)),
  }));
