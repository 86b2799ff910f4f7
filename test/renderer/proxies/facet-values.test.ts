import { expect, test } from 'vitest';
import { listFacetValues } from '../../../src/renderer/proxies/facet-values.ts';

const cities = Array.from({ length: 3000 }, (_, place) => ({
  value: `City ${String(place)}`,
  label: `City ${String(place)}`,
  count: 3000 - place,
}));

test('a facet lists its first values and counts all others', () => {
  const { listed, moreCount, hasSearch } = listFacetValues(cities, false, '');
  expect([listed.length, moreCount, hasSearch]).toEqual([6, 2994, true]);
});

test('an unfolded facet is no longer than 200 values, and the search finds every other one', () => {
  const { listed, moreCount } = listFacetValues(cities, true, '');
  expect([listed.length, moreCount]).toEqual([200, 2800]);
  expect(listFacetValues(cities, false, ' 2999').listed.map(({ value }) => value)).toEqual(['City 2999']);
  expect(listFacetValues(cities, true, 'paris')).toMatchObject({ listed: [], moreCount: 0 });
});

test('few values have no search', () => {
  expect(listFacetValues(cities.slice(0, 20), true, '')).toMatchObject({ moreCount: 0, hasSearch: false });
});
