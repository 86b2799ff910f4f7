import { expect, test } from 'vitest';
import { makeProxies, makeProxy, makeStore, makeUuid, query } from '../support.ts';

test('facets that are no longer wanted end at the next one', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const wholeAnswer = store.proxies.facets(query('port:>1'));
  let asked = 0;
  const answerAfter = (count: number) => () => store.proxies.facets(query('port:>1'), () => (asked += 1) <= count);
  expect(answerAfter(0)).toThrow(/no longer needed/);
  expect(asked).toBe(1);
  expect(answerAfter(2)).toThrow(/no longer needed/);
  expect(asked).toBe(3);
  expect(store.proxies.facets(query('port:>1'), () => true)).toEqual(wholeAnswer);
});

test('a selection is summed up, by IDs and by a filter with exclusions', () => {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    [1, 2, 3, 4].map((number) => makeProxy(number, { country_id: number < 3 ? 'US' : 'DE' })),
  );
  const run = { urls: [], proxyUserId: null, proxyCount: 2, skippedCount: 0, batchCount: 1 };
  const result = (number: number, isSuccessful: boolean) => ({
    proxyId: makeUuid(number),
    fields: { proxy_test_result_is_successful: isSuccessful },
  });
  store.testRuns.finishBatch(store.testRuns.start(run), {
    results: [result(1, false), result(1, true), result(2, true), result(2, false)],
    problem: null,
  });
  const ids = [1, 2, 3].map(makeUuid);
  const byIds = store.proxies.summary({ kind: 'ids', ids });
  expect(byIds).toMatchObject({ count: 3, tested: 2, passed: 1 });
  expect(byIds.facets.country.map(({ value, count }) => [value, count])).toEqual([
    ['US', 2],
    ['DE', 1],
  ]);
  const excludedIds = [makeUuid(4)];
  expect(store.proxies.summary({ kind: 'query', where: '', excludedIds })).toEqual(byIds);
});

test('the last test is a facet and a key: passed, failed or never, each found by its filter', () => {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    [1, 2, 3, 4, 5, 6].map((number) => makeProxy(number, { country_id: number < 5 ? 'US' : 'DE' })),
  );
  const run = { urls: [], proxyUserId: null, proxyCount: 3, skippedCount: 0, batchCount: 1 };
  const result = (number: number, isSuccessful: boolean | null) => ({
    proxyId: makeUuid(number),
    fields: { proxy_test_result_is_successful: isSuccessful },
  });
  store.testRuns.finishBatch(store.testRuns.start(run), {
    // A test without a result counts as failed; proxy 99 is not cached.
    results: [result(1, false), result(1, true), result(2, false), result(3, null), result(99, true)],
    problem: null,
  });
  const everything = [
    { value: 'never', label: 'never', count: 3 },
    { value: 'fails', label: 'fails', count: 2 },
    { value: 'works', label: 'works', count: 1 },
  ];
  expect(store.proxies.facets(query('')).last).toEqual(everything);
  // Its own terms do not apply to its counts, others do.
  expect(store.proxies.facets(query('last:works')).last).toEqual(everything);
  expect(store.proxies.facets(query('country:DE')).last).toEqual([{ value: 'never', label: 'never', count: 2 }]);
  expect(store.valuesOf('proxies', 'last', query(''))).toEqual(everything);
  for (const { value, count } of everything) {
    expect(store.proxies.count(query(`last:${value.toUpperCase()}`)), value).toBe(count);
  }
});

test('the countries of a filter have as many proxies as the list finds for each', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', makeProxies(12));
  for (const filter of ['', 'online:yes', 'country:US', 'last:never', 'port:>1']) {
    const countries = store.countKey('proxies', 'country', query(filter));
    for (const { value, count } of countries) {
      expect(store.proxies.count(query(`${filter} country:=${value}`)), filter).toBe(count);
    }
    const sum = countries.reduce((total, { count }) => total + count, 0);
    expect(sum, filter).toBe(store.proxies.count(query(filter)));
  }
});
