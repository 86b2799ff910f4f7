import { expect, test } from 'vitest';
import { makeProxy, makeStore, query } from './support.ts';

test('facets that are not wanted any more end at the next one', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const wholeAnswer = store.proxies.facets(query('port:>1'));
  let asked = 0;
  const answerAfter = (count: number) => () =>
    store.proxies.facets(query('port:>1'), () => (asked += 1) <= count);
  expect(answerAfter(0)).toThrow(/not needed/);
  expect(asked).toBe(1);
  expect(answerAfter(2)).toThrow(/not needed/);
  expect(asked).toBe(3);
  expect(store.proxies.facets(query('port:>1'), () => true)).toEqual(wholeAnswer);
});
