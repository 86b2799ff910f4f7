import { expect, test } from 'vitest';
import { makeProxy, makeService, makeStore, makeUuid, query } from '../support.ts';

test('of ids, those are found still that are there and fit the filter', () => {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    [1, 2, 3].map((number) => makeProxy(number, { country_id: number === 2 ? 'GB' : 'US' })),
  );
  const ids = [makeUuid(3), makeUuid(77), makeUuid(2), 'no uuid', makeUuid(1)];
  const find = (text: string): string[] => store.proxies.stillFound(query(text), ids).toSorted();
  expect(find('')).toEqual([makeUuid(1), makeUuid(2), makeUuid(3)]);
  expect(find('country:US')).toEqual([makeUuid(1), makeUuid(3)]);
  expect(find('country:FR')).toEqual([]);
  expect(store.proxies.stillFound(query(''), [])).toEqual([]);
});

test('of ids of services, too', () => {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-1', 'ISP New York'), makeService('svc-2', 'ISP Texas')]);
  const find = (text: string): string[] =>
    store.services.stillFound(query(text, 'services'), ['svc-2', 'svc-1', 'svc-9']).toSorted();
  expect(find('')).toEqual(['svc-1', 'svc-2']);
  expect(find('name:texas')).toEqual(['svc-2']);
});
