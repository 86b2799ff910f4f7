/** The proxies of runs and their results are lists: filters, groups, orders and selections are those of every list. */
import { beforeAll, afterAll, expect, test } from 'vitest';
import type { ListName } from '../../../../src/shared/lists.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import type { ProbeReason } from '../../../../src/shared/test-runs/local-test.ts';
import { listLines } from '../../../../src/main/exports/files/save.ts';
import { firstRows, makeProxies, makeService, makeStore, makeUuid, query, startTestRun } from '../support.ts';

const phases = { lookup: 0, connect: 20, handshake: 30, tls: null, firstByte: 40, body: 1 };
let store: Store;
let here: number;
let service: number;

/** 12 proxies in 3 countries: the first 4 are blocked, the next 2 refuse, the others work. */
beforeAll(() => {
  store = makeStore(undefined, afterAll);
  const proxies = makeProxies(12);
  store.syncs.writePage('services', [makeService('svc-1', 'London')]);
  store.syncs.writePage('proxies', proxies);
  const plan = proxies.map(({ id, fields }) => ({
    proxy_id: id,
    host: String(fields['proxy_ip_address']),
    port: Number(fields['proxy_http_port']),
  }));
  const start = (source: 'here' | 'service') => {
    const counts = { skippedCount: 0, batchCount: 1 };
    const urls = ['https://example.com/'];
    const id = startTestRun(store, { source, urls, proxyCount: 12, ...counts });
    store.testRuns.plan(id, { plan, ...counts });
    return id;
  };
  const reasonOf = (number: number): ProbeReason | null => (number < 4 ? 'blocked' : number < 6 ? 'refused' : null);
  // A run before it: keys of another run are never mixed in.
  start('here');
  here = start('here');
  store.testRuns.addLocal(here, {
    results: plan.slice(0, 11).map(({ proxy_id, host, port }, number) => ({
      proxyId: proxy_id,
      host,
      port,
      protocol: 'http' as const,
      url: 'https://example.com/',
      result: {
        reason: reasonOf(number),
        status: number < 4 ? 403 : 200,
        phases,
        firstByteMs: number < 6 ? null : 1000 - number,
        bytes: 100,
      },
    })),
    donePositions: plan.slice(0, 11).map((_, position) => position),
    activeMs: 1,
  });
  service = start('service');
  store.testRuns.finishBatch(service, {
    results: plan.map(({ proxy_id }, number) => ({
      proxyId: proxy_id,
      fields: { proxy_test_result_is_successful: number !== 7, proxy_host: plan[number]?.host ?? '' },
    })),
    problem: null,
    positions: plan.map((_, position) => position),
  });
});

const numbersOf = (where: string, sort: readonly { field: string; isDescending: boolean }[] = []) =>
  store.tested
    .list({ where: query(where, 'tested'), sort, offset: 0, limit: 100 })
    .map(({ proxy_id: id }) => Number.parseInt(id?.slice(-12) ?? '', 16));
const count = (list: ListName, where: string) => store[list].count(query(where, list));

test('a filter finds the proxies of a run by what they came to and by what is known of the proxy', () => {
  const run = `run:${String(here)}`;
  expect(numbersOf(run)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(numbersOf(`${run} works:yes`)).toEqual([6, 7, 8, 9, 10]);
  expect(numbersOf(`${run} works:no`)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(numbersOf(`${run} reason:blocked`)).toEqual([0, 1, 2, 3]);
  expect(numbersOf(`${run} fault:proxy`)).toEqual([4, 5]);
  expect(numbersOf(`${run} state:planned`)).toEqual([11]);
  expect(numbersOf(`${run} country:GB`)).toEqual([1, 4, 7, 10]);
  expect(numbersOf(`${run} service:london`)).toEqual([1, 8]);
  expect(numbersOf(`${run} subnet:203.0.0.0/24 network:"Network 1"`)).toEqual([1, 6, 11]);
  expect(numbersOf(`${run} ms:<993`)).toEqual([8, 9, 10]);
  expect(numbersOf(`${run} 203.0.0.11`)).toEqual([11]);
  expect(numbersOf(`proxy:${makeUuid(3)} source:service`)).toEqual([3]);
});

test('what the other tester found is a filter', () => {
  expect(numbersOf(`run:${String(here)} works:yes elsewhere:no`)).toEqual([7]);
  expect(numbersOf(`run:${String(here)} works:no elsewhere:yes`)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(numbersOf(`run:${String(service)} works:no elsewhere:yes`)).toEqual([7]);
});

test('every field sorts', () => {
  const run = `run:${String(here)}`;
  expect(numbersOf(`${run} works:yes`, [{ field: 'slowest_time', isDescending: false }])).toEqual([10, 9, 8, 7, 6]);
  const [row] = store.tested.list(firstRows(run, 'tested', 1));
  for (const field of Object.keys(row ?? {})) {
    const sorted = numbersOf(run, [{ field, isDescending: true }]);
    expect([field, sorted.toSorted((one, other) => one - other)]).toEqual([
      field,
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ]);
  }
});

test('a proxy that failed one of its requests fails, so it has no time and is none of the fastest, in whatever order they came', () => {
  const id = startTestRun(store, {
    ...{ source: 'service', urls: ['https://a.example/', 'https://b.example/'], proxyUserId: null, proxyCount: 3 },
    ...{ skippedCount: 0, batchCount: 1 },
  });
  const result = (number: number, isSuccess: boolean, time: number) => ({
    proxyId: makeUuid(number),
    fields: { proxy_test_result_is_successful: isSuccess, proxy_test_result_response_time: time },
  });
  const results = [result(1, true, 40), result(1, false, 50), result(2, false, 10), result(2, true, 20)];
  store.testRuns.finishBatch(id, {
    results: [...results, result(3, true, 700), result(3, true, 600)],
    problem: null,
    positions: [],
  });
  const sort = [{ field: 'slowest_time', isDescending: false }];
  const rows = store.tested.list({ where: query(`run:${String(id)}`, 'tested'), sort, offset: 0, limit: 10 });
  expect(rows.map((row) => [row.works, row.slowest_time])).toEqual([
    [true, 700],
    [false, null],
    [false, null],
  ]);
});

test('a row has the phases of its last result, and the other tester’s outcome', () => {
  const [row] = store.tested.list(firstRows(`run:${String(here)} works:yes`, 'tested', 1));
  expect(row).toMatchObject({
    works: true,
    source: 'here',
    elsewhere: true,
    slowest_time: 994,
    last: [0, 20, 30, null, 40, 1, 200],
  });
  const [ofService] = store.tested.list(firstRows(`run:${String(service)}`, 'tested', 1));
  expect(ofService).toMatchObject({ source: 'service', elsewhere: false, last: null });
  expect(store.tested.get(row?.tested_id ?? '')).toEqual(row);
  expect(store.tested.get('x')).toBeUndefined();
});

test('rows are grouped by what they have in common, with how many of each work', () => {
  const groups = (key: string, where = `run:${String(here)} works:*`) =>
    store.groupsOf('tested', key, query(where, 'tested'), 100);
  expect(groups('country')).toEqual({
    groups: [
      { value: 'GB', label: 'United Kingdom', count: 4, works: 2 },
      { value: 'US', label: 'United States', count: 4, works: 2 },
      { value: 'DE', label: 'Germany', count: 3, works: 1 },
    ],
    others: { groupCount: 0, count: 0, works: 0 },
  });
  expect(groups('service').groups).toEqual([{ value: 'London', label: 'London', count: 2, works: 1 }]);
  expect(() => groups('tag')).toThrow('has no groups');
  const targets = store.groupsOf('results', 'url', query(`run:${String(here)}`, 'results'), 100);
  expect(targets.groups).toMatchObject([{ value: 'https://example.com/', count: 11, works: 5 }]);
});

test('selected rows mean the proxies that they are about, unless these were replaced', () => {
  const text = `run:${String(here)} works:no`;
  const where = query(text, 'tested');
  const ids = (excludedIds: string[] = []) =>
    store.proxies.idsOf({ list: 'tested', kind: 'query', where: text, excludedIds });
  expect(ids()).toHaveLength(6);
  const [row] = store.tested.list({ where, sort: [], offset: 0, limit: 1 });
  expect(ids([row?.tested_id ?? ''])).toHaveLength(5);
  expect(store.tested.stillFound(where, [row?.tested_id ?? '', '5'])).toEqual([row?.tested_id]);
});

test('results are found by run, URL, reason and status', () => {
  const run = `run:${String(here)}`;
  expect(count('results', run)).toBe(11);
  expect(count('results', `${run} works:no reason:blocked status:403 url:example`)).toBe(4);
  expect(count('results', `run:${String(service)} works:no`)).toBe(1);
  const records = store.results.records(firstRows(`${run} reason:refused`, 'results', 1), { secrets: false });
  expect([...records]).toMatchObject([
    { proxy_id: makeUuid(4), reason: 'refused', fault: 'proxy', connect_ms: 20, bytes: 100 },
  ]);
});

test('proxies and results of tests are found by the day of their run', () => {
  const day = new Date().toISOString().slice(0, 10);
  for (const list of ['tested', 'results'] as const) {
    const all = count(list, '');
    for (const recent of ['24h', '<1d', `>=${day}`, day]) expect(count(list, `tested:${recent}`), recent).toBe(all);
    for (const old of ['>1d', `<${day}`, '2026-01']) expect(count(list, `tested:${old}`), old).toBe(0);
  }
});

test('rows are written as CSV that no spreadsheet calculates, or as JSON with every field', () => {
  const rows = { list: 'results', where: `run:${String(here)} works:no`, sort: [] } as const;
  const [head, first, ...others] = [...listLines(store, { ...rows, format: 'csv' })];
  expect(head).toMatch(/^test_result_id,test_run_id,proxy_id,proxy_test_result_url,/);
  expect(first).toContain(`,${makeUuid(0)},https://example.com/,false,`);
  expect(others).toHaveLength(5);
  const json = JSON.parse([...listLines(store, { ...rows, format: 'json' })].join('\n')) as unknown;
  expect(json).toMatchObject([{ reason: 'blocked', status: 403 }, {}, {}, {}, {}, {}]);
  store.testRuns.observe([
    {
      proxyId: makeUuid(1),
      host: '=1+1',
      port: 1,
      protocol: 'http',
      url: null,
      result: { reason: null, status: 200, phases, firstByteMs: 1, bytes: 1 },
    },
  ]);
  const gateway = { list: 'results', where: 'source:gateway', sort: [], format: 'csv' } as const;
  expect([...listLines(store, gateway)].at(-1)).toContain(",'=1+1,1,");
});
