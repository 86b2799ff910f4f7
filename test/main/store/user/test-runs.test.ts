import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JsonObject } from '../../../../src/shared/json.ts';
import type { Store } from '../../../../src/main/store/contract.ts';
import { recordsFileOf } from '../../../../src/main/store/files/user-records.ts';
import {
  findIds,
  makeDatabaseName,
  makeProxy,
  makeStore,
  makeUuid,
  proxyKeys,
} from '../support.ts';

const startRun = (store: Store): number =>
  store.testRuns.start({
    urls: ['https://example.com/', 'https://example.org/'],
    proxyUserId: 'alice',
    proxyCount: 25,
    skippedCount: 2,
    batchCount: 2,
  });

const result = (number: number | null, fields: JsonObject) => ({
  proxyId: number === null ? null : makeUuid(number),
  fields,
});

test('without a run in progress an account is opened although another program holds the lock', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.testRuns.finish(startRun(store), 'finished', null);
  const other = new Database(file);
  onTestFinished(() => {
    other.close();
  });
  other.prepare('ATTACH ? AS user').run(recordsFileOf(file));
  other.exec('BEGIN IMMEDIATE');
  store.testRuns.interruptRunning();
  expect(store.testRuns.list()).toMatchObject([{ state: 'finished' }]);
});

test('a batch writes as much whether few or many proxies were selected for its run', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const ids = Array.from({ length: 40_000 }, (_, number) => makeUuid(number));
  const id = store.testRuns.start({
    urls: ['https://example.com/'],
    proxyUserId: null,
    proxyCount: ids.length,
    skippedCount: 0,
    batchCount: 2000,
    proxies: { kind: 'ids', ids },
  });
  const log = `${recordsFileOf(file)}-wal`;
  const before = statSync(log).size;
  for (let batch = 0; batch < 3; batch += 1) {
    store.testRuns.finishBatch(id, { results: [result(batch, {})], problem: null });
  }
  expect(statSync(log).size - before).toBeLessThan(500_000);
  expect(store.testRuns.proxies(id)).toEqual({ kind: 'ids', ids });
});

test('a run counts its batches and results, and keeps how it ended', () => {
  const store = makeStore();
  const id = startRun(store);
  expect(store.testRuns.get(id)).toMatchObject({
    id,
    state: 'running',
    finishedAt: null,
    urls: ['https://example.com/', 'https://example.org/'],
    proxyUserId: 'alice',
    proxyCount: 25,
    skippedCount: 2,
    batchCount: 2,
    batchesDone: 0,
    problem: null,
  });
  const good = { proxy_test_result_is_successful: true };
  store.testRuns.finishBatch(id, { results: [result(1, good), result(2, {})], problem: null });
  const problem = { code: 'timeout', message: 'It took too long.' } as const;
  store.testRuns.finishBatch(id, { results: [], problem });
  store.testRuns.finish(id, 'finished', null);
  expect(store.testRuns.get(id)).toMatchObject({
    state: 'finished',
    batchesDone: 2,
    batchesFailed: 1,
    resultCount: 2,
    successCount: 1,
    problem: 'It took too long.',
  });
  expect(store.testRuns.get(id)?.finishedAt).toMatch(/^\d{4}-.*Z$/);
  const second = startRun(store);
  expect(store.testRuns.list().map((run) => run.id)).toEqual([second, id]);
  store.testRuns.interruptRunning();
  expect(store.testRuns.list().map((run) => run.state)).toEqual(['interrupted', 'finished']);
  expect(store.testRuns.get(99)).toBeUndefined();
  expect(() => {
    store.testRuns.finishBatch(99, { results: [], problem: null });
  }).toThrow(/no longer/);
});

test('results come back by run and by proxy, values of another kind as null', () => {
  const store = makeStore();
  const id = startRun(store);
  const whole = {
    proxy_test_result_url: 'https://example.com/',
    proxy_test_result_is_successful: true,
    proxy_test_result_error_code: null,
    proxy_test_result_error_source: null,
    proxy_test_result_protocol: 'https',
    proxy_test_result_response_time: 120,
    proxy_test_server_city_name: 'Zürich',
    proxy_test_server_country_id: 'CH',
    proxy_host: '203.0.113.7',
    proxy_port: 8000,
    proxy_test_result_creation_datetime: '2026-10-01 08:00:00',
  };
  const odd = { proxy_port: '8000', proxy_test_result_is_successful: 'yes', unknown: { a: [1] } };
  store.testRuns.finishBatch(id, {
    results: [result(1, whole), result(1, odd), result(null, {})],
    problem: null,
  });
  const none = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
  const rows = [
    { proxy_id: makeUuid(1), ...whole },
    { proxy_id: makeUuid(1), ...none },
    { proxy_id: null, ...none },
  ];
  const read = (only: 'all' | 'failed' | 'succeeded', offset = 0) =>
    store.testRuns.results(id, { only, offset, limit: 10 });
  expect(read('all')).toEqual(rows);
  expect(read('all', 1)).toEqual(rows.slice(1));
  expect(read('succeeded')).toEqual(rows.slice(0, 1));
  expect(read('failed')).toEqual(rows.slice(1));
  expect(store.testRuns.resultsOfProxy(makeUuid(1), 1)).toEqual(rows.slice(1, 2));
});

test('a result comes back with every field that came, exactly, but for its secrets', () => {
  const store = makeStore();
  const id = startRun(store);
  const fields = {
    proxy_test_result_id: makeUuid(77),
    proxy_test_result_is_successful: true,
    proxy_test_result_response_time: 'fast',
    proxy_test_server_city_id: 9_007_199_254_740_993n,
    proxy_test_result_error_code: null,
    of_tomorrow: { color: 'blue' },
  };
  const secrets = { proxy_string: 'h:1:u:p', proxy_password: 'p' };
  const results = [result(1, { ...fields, ...secrets }), result(null, {})];
  store.testRuns.finishBatch(id, { results, problem: null });
  const [first, second, ...others] = store.testRuns.resultRecords(id);
  expect(first).toMatchObject({ proxy_id: makeUuid(1), ...fields });
  expect(first).not.toHaveProperty('proxy_string');
  expect(first).not.toHaveProperty('proxy_password');
  expect(second).toMatchObject({ proxy_id: null });
  expect(others).toEqual([]);
});

test('a proxy sums up its results, also when it was gone and came back', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const id = startRun(store);
  const made = (isSuccess: boolean, datetime: string | null) => ({
    proxy_test_result_is_successful: isSuccess,
    proxy_test_result_creation_datetime: datetime,
  });
  store.testRuns.finishBatch(id, {
    results: [
      result(1, made(true, null)),
      result(1, made(true, '2026-10-02 00:00:00')),
      result(1, made(false, '2026-10-01 00:00:00')),
      result(1, made(false, null)),
    ],
    problem: null,
  });
  const sums = {
    testCount: 4,
    testSuccessCount: 2,
    lastTestDatetime: '2026-10-02 00:00:00',
  };
  expect(store.proxies.get(makeUuid(1))).toMatchObject(sums);
  expect(store.proxies.get(makeUuid(2))).toMatchObject({
    testCount: 0,
    testSuccessCount: 0,
    lastTestDatetime: null,
  });
  store.syncs.finishList('proxies', proxyKeys(store));
  store.syncs.writePage('proxies', [makeProxy(1)]);
  expect(store.proxies.get(makeUuid(1))).toMatchObject(sums);
  expect(findIds(store, 'success:50')).toEqual([makeUuid(1)]);
});

test('the proxies that failed in a run are named once, as they were tested', () => {
  const store = makeStore();
  const id = startRun(store);
  const good = { proxy_test_result_is_successful: true };
  const bad = { proxy_test_result_is_successful: false };
  store.testRuns.finishBatch(id, {
    results: [result(3, bad), result(3, bad), result(1, good), result(null, bad), result(2, {})],
    problem: null,
  });
  store.testRuns.finishBatch(id, { results: [result(1, bad)], problem: null });
  store.testRuns.finishBatch(startRun(store), { results: [result(4, bad)], problem: null });
  expect(store.testRuns.failedProxies(id)).toEqual([3, 2, 1].map(makeUuid));
});

test('a row has its last result and the results of the last 24 hours by the hour', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const realNowMs = Date.now();
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const id = startRun(store);
  const hour = Math.floor(realNowMs / 3_600_000);
  const add = (hoursAgo: number, time: number | null): void => {
    vi.setSystemTime((hour - hoursAgo) * 3_600_000);
    const fields = {
      proxy_test_result_is_successful: time !== null,
      proxy_test_result_response_time: time,
    };
    store.testRuns.finishBatch(id, { results: [result(1, fields)], problem: null });
  };
  add(30, 700);
  add(3, 100);
  add(3, 201);
  add(3, null);
  add(0, null);
  const [tested, untested] = [1, 2].map((number) => store.proxies.get(makeUuid(number)));
  expect(tested).toMatchObject({
    testCount: 5,
    lastTestedAtMs: hour * 3_600_000,
    isLastTestSuccessful: false,
    lastResponseTime: null,
    testHours: [
      [hour - 3, 2, 1, 151],
      [hour, 0, 1, null],
    ],
  });
  store.testRuns.finishBatch(id, { results: [result(1, {})], problem: null });
  expect(store.proxies.get(makeUuid(1))).toMatchObject({
    testCount: 6,
    isLastTestSuccessful: null,
    testHours: [
      [hour - 3, 2, 1, 151],
      [hour, 0, 1, null],
    ],
  });
  expect(untested).toMatchObject({
    lastTestedAtMs: null,
    isLastTestSuccessful: null,
    lastResponseTime: null,
    testHours: null,
  });
});
