import { expect, test } from 'vitest';
import type { Store } from '../../../src/main/store/index.ts';
import { findIds, makeProxy, makeService, makeStore, makeUuid, query } from './support.ts';

/** What the service sends, and the codes that the app shows. */
const received = [
  { country_id: 'US', subdivision_id: 'US-NY' },
  { country_id: 'us', subdivision_id: 'us-ny' },
  { country_id: 'Us', subdivision_id: 'gb-eng' },
  { country_id: 'Atlantis', subdivision_id: 'new york' },
  { country_id: null, subdivision_id: 7 },
];
const shown = [
  ['US', 'US-NY'],
  ['US', 'US-NY'],
  ['US', 'GB-ENG'],
  ['Atlantis', 'new york'],
  [null, null],
];

function makeUsedStore(): Store {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    received.map((codes, number) => makeProxy(number, codes)),
  );
  store.syncs.writePage('services', [makeService('svc', 'One', { country_id: 'de' })]);
  return store;
}
const all = { where: { terms: [] }, sort: [], offset: 0, limit: 100 };

test('codes of places are shown in upper case, texts that are not codes as they are, and records as received', () => {
  const store = makeUsedStore();
  expect(store.proxies.list(all).map((row) => [row.country_id, row.subdivision_id])).toEqual(shown);
  expect(store.services.list(all).map((row) => row.country_id)).toEqual(['DE']);
  received.forEach((codes, number) => {
    expect(store.proxies.record(makeUuid(number), { secrets: true })).toEqual(makeProxy(number, codes).fields);
  });
  expect(store.services.record('svc', { secrets: true })).toMatchObject({ country_id: 'de' });
});

test('both spellings are one value of a facet, of the map and of the summary, and a filter finds both', () => {
  const store = makeUsedStore();
  const us = { value: 'US', count: 3 };
  expect(store.countKey('proxies', 'country', query(''))).toContainEqual(expect.objectContaining(us));
  expect(store.overview('2026-11-22').countries).toContainEqual(expect.objectContaining({ country: 'US', all: 3 }));
  expect(store.countKey('proxies', 'subdivision', query('')).map(({ value, count }) => [value, count])).toContainEqual([
    'US-NY',
    2,
  ]);
  for (const text of ['country:us', 'country:US']) expect(findIds(store, text)).toHaveLength(3);
  for (const text of ['subdivision:us-ny', 'subdivision:US-NY']) expect(findIds(store, text)).toHaveLength(2);
});

test('a subdivision has its name in both spellings', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(0, { subdivision_id: 'us-ny', subdivision_name: 'New York' })]);
  store.cachedRecords.put('subdivision', 'us-nj', { subdivision_id: 'us-nj', subdivision_name: 'New Jersey' });
  expect(store.placeNames().subdivisions).toMatchObject({ 'US-NY': 'New York', 'US-NJ': 'New Jersey' });
});

test('the same row again, in lower case as before, is not a change', () => {
  const store = makeUsedStore();
  const pages = received.map((codes, number) => makeProxy(number, codes));
  expect(store.syncs.writePage('proxies', pages)).toEqual({ added: 0, changed: 0 });
});
