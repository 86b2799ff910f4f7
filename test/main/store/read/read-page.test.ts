import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import { makeDatabaseName, makeProxy, makeService, makeStore, makeUuid, query } from '../support.ts';

const rowCount = 2000;

/** Stores that several tests only read: with proxies, and with tests of some of them besides. */
let filled: Store;
let tested: Store;
beforeAll(() => {
  filled = makeFilled(afterAll);
  tested = makeFilled(afterAll);
  const run = { urls: [], proxyUserId: null, proxyCount: 120, skippedCount: 0, batchCount: 1 };
  tested.testRuns.finishBatch(tested.testRuns.start(run), {
    results: Array.from({ length: 150 }, (_, number) => ({
      proxyId: makeUuid((number * 37) % 120),
      fields: {
        proxy_test_result_is_successful: number % 3 !== 0,
        proxy_test_result_creation_datetime: `2026-10-0${(number % 9) + 1} 10:00:00`,
      },
    })),
    problem: null,
  });
});

function makeFilled(after: (remove: () => void) => void = onTestFinished): Store {
  const store = makeStore(undefined, after);
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  for (let first = 0; first < rowCount; first += 1000) {
    store.syncs.writePage(
      'proxies',
      Array.from({ length: 1000 }, (_, number) => {
        const mixed = ((first + number) * 7919) % rowCount;
        return makeProxy(mixed, {
          proxy_http_port: mixed % 3 === 0 ? null : 8000 + (mixed % 5),
          proxy_last_update_datetime: `2026-10-${String((mixed % 28) + 1).padStart(2, '0')} 10:00:00`,
        });
      }),
    );
  }
  return store;
}

const up = (field: string) => [{ field, isDescending: false }];
const down = (field: string) => [{ field, isDescending: true }];

test.each([
  ['', []],
  ['', up('proxy_http_port')],
  ['', down('proxy_http_port')],
  ['', down('proxy_last_update_datetime')],
  ['', up('proxy_ip_address')],
  ['', [...down('city_name'), ...up('proxy_http_port')]],
  ['', down('city_name')],
  ['online:yes', []],
  ['online:yes', down('proxy_last_update_datetime')],
  ['port:8001..8004', []],
  ['port:8001..8004 online:yes', up('proxy_http_port')],
  ['-port:""', up('country_id')],
  ['updated:<9000d', []],
])('windows of "%s" at any depth are parts of the whole list', (text, sort) => {
  const where = query(text);
  const count = filled.proxies.count(where);
  const whole = [...filled.proxies.records({ where, sort, offset: 0, limit: rowCount }, { secrets: false })].map(
    (record) => record['proxy_id'],
  );
  expect(whole).toHaveLength(count);
  expect(new Set(whole).size).toBe(count);
  const middle = Math.floor(count / 2);
  for (const offset of [
    0,
    199,
    middle - 1,
    middle,
    middle + 1,
    rowCount / 2,
    count - 50,
    count,
    count + 9,
    // Again, with landmarks from the windows above.
    middle + 30,
    rowCount / 2 - 40,
    150,
    count - 130,
  ]) {
    const rows = filled.proxies.list({ where, sort, offset, limit: 100 });
    const ids = rows.map((row) => row.proxy_id);
    expect(ids, `from ${offset}`).toEqual(whole.slice(offset, offset + 100));
  }
});

test.each(['testCount', 'testSuccessPercent', 'lastTestDatetime', 'lastResponseTime'])(
  'windows by %s are parts of the whole list, wherever the tested proxies end',
  (field) => {
    for (const text of ['', 'online:yes', 'port:8001..8004']) {
      const where = query(text);
      const sort = [...down(field), ...up('proxy_http_port')];
      const all = { where, sort, offset: 0, limit: rowCount };
      const whole = [...tested.proxies.records(all, { secrets: false })];
      const ids = whole.map((record) => record['proxy_id']);
      for (const offset of [0, 10, 30, 60, 90, 110, 300]) {
        const rows = tested.proxies.list({ where, sort, offset, limit: 20 });
        expect(
          rows.map((row) => row.proxy_id),
          `${text} from ${offset}`,
        ).toEqual(ids.slice(offset, offset + 20));
      }
    }
  },
);

test('a cached order is read again when the proxies have changed', () => {
  const store = makeFilled();
  const window = { where: query(''), sort: down('proxy_last_update_datetime'), offset: 1200, limit: 5 };
  const idsOf = (): unknown[] => store.proxies.list(window).map((row) => row.proxy_id);
  const before = idsOf();
  store.syncs.writePage('proxies', [makeProxy(rowCount, { proxy_last_update_datetime: '2027-01-01 00:00:00' })]);
  const after = idsOf();
  expect(after.slice(1)).toEqual(before.slice(0, 4));
  expect(after[0]).not.toBe(before[0]);
});

test('a deep page and the place of a row follow tags that another connection removes', () => {
  const file = makeDatabaseName();
  const [store, other] = [makeStore(file), makeStore(file)];
  const ids = Array.from({ length: 1500 }, (_, number) => makeUuid(number));
  store.syncs.writePage(
    'proxies',
    ids.map((_, number) => makeProxy(number)),
  );
  store.tags.change({ kind: 'ids', ids }, { add: ['burnt'], remove: [] });
  const tagged = { where: query('tag:burnt'), sort: [] };
  const readPage = (): unknown[] => store.proxies.list({ ...tagged, offset: 1000, limit: 500 });
  expect(readPage()).toHaveLength(500);
  expect(store.proxies.findRow(tagged, ['proxy_id'], makeUuid(1400))).toBe(1400);
  expect(store.proxies.indexOf(tagged, makeUuid(1400))).toBe(1400);
  const first = { kind: 'ids', ids: ids.slice(0, 300) } as const;
  other.tags.change(first, { add: [], remove: ['burnt'] });
  expect(readPage()).toHaveLength(200);
  expect(store.proxies.findRow(tagged, ['proxy_id'], makeUuid(1400))).toBe(1100);
  expect(store.proxies.indexOf(tagged, makeUuid(1400))).toBe(1100);
  expect(store.proxies.indexOf(tagged, makeUuid(200))).toBeNull();
  expect(store.proxies.indexOf(tagged, 'no such ID')).toBeNull();
});
