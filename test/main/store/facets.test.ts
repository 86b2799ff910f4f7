import { expect, test } from 'vitest';
import { makeProxy, makeStore, makeUuid, query } from './support.ts';

test('facets that are no longer wanted end at the next one', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const wholeAnswer = store.proxies.facets(query('port:>1'));
  let asked = 0;
  const answerAfter = (count: number) => () =>
    store.proxies.facets(query('port:>1'), () => (asked += 1) <= count);
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
  expect(store.proxies.summary({ kind: 'query', where: query(''), excludedIds })).toEqual(byIds);
});
