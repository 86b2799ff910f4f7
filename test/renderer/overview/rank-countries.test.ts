import { expect, test } from 'vitest';
import { countryTable, rankCountries } from '../../../src/renderer/overview/rank-countries.ts';

test('a country of which no proxy was tested has no number of failing proxies', () => {
  const ranked = rankCountries([
    { country: 'DE', all: 20, tested: 10, failing: 5 },
    { country: 'BR', all: 9, tested: 0, failing: 0 },
    { country: 'JP', all: 8, tested: 3, failing: 0 },
    { country: null, all: 1, tested: 0, failing: 0 },
  ]);
  expect(ranked).toEqual([
    { code: 'DE', name: 'Germany', all: 20, failing: 5, failingRate: 50 },
    { code: 'BR', name: 'Brazil', all: 9, failing: null, failingRate: 0 },
    { code: 'JP', name: 'Japan', all: 8, failing: 0, failingRate: 0 },
    { code: null, name: 'No country', all: 1, failing: null, failingRate: 0 },
  ]);
  // Nor has it in a file.
  expect(countryTable(ranked).rows[1]).toEqual(['BR', 'Brazil', 9, null]);
});
