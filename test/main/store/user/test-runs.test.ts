import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JsonObject } from '../../../../src/shared/json.ts';
import { defaultRule, type ProbeResult } from '../../../../src/shared/test-runs/local-test.ts';
import { countOutcomes, describeOutcomes, type LocalTestSettings } from '../../../../src/shared/test-runs/test-run.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import { deleteTestRun, purgeTestRuns } from '../../../../src/main/test-runs/purge.ts';
import { recordsFileOf } from '../../../../src/main/store/sqlite/user-records.ts';
import {
  findIds,
  firstRows,
  makeDatabaseName,
  makeProxy,
  makeStore,
  makeUuid,
  noPhases,
  proxyKeys,
  query,
  startTestRun,
} from '../support.ts';

const localSettings: LocalTestSettings = {
  protocol: 'http',
  ip: '4',
  repeatCount: 1,
  concurrency: 1,
  timeoutMs: 1000,
  requestsPerSecond: null,
  maxBytes: null,
  rule: defaultRule,
  judgeUrl: null,
};

const startRun = (store: Store): number =>
  startTestRun(store, {
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
  const id = startTestRun(store, { proxyCount: ids.length, batchCount: 2000, proxies: { kind: 'ids', ids } });
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
  store.testRuns.finishBatch(id, { results: [result(1, whole), result(1, odd), result(null, {})], problem: null });
  const none = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
  const ofService = {
    source: 'service',
    receivedAtMs: expect.any(Number) as number,
    isBeforeReplacement: false,
    observed: null,
  };
  const rows = [
    { proxy_id: makeUuid(1), ...whole, ...ofService },
    { proxy_id: makeUuid(1), ...none, ...ofService },
    { proxy_id: null, ...none, ...ofService },
  ];
  const read = (terms = '') => store.results.list(firstRows(`run:${String(id)}${terms}`, 'results'));
  expect(read().map((row) => [row.proxy_id, row.proxy_port, row.source])).toEqual([
    [makeUuid(1), 8000, 'service'],
    [makeUuid(1), null, 'service'],
    [null, null, 'service'],
  ]);
  expect(read(' works:yes')).toMatchObject([whole]);
  expect(read(' -works:yes')).toHaveLength(2);
  expect(store.testRuns.resultsOfProxy(makeUuid(1), 1)).toEqual(rows.slice(1, 2));
});

test('results are added up by proxy, and a proxy passed if all of its results did', () => {
  const store = makeStore();
  const id = startRun(store);
  const passed = (port: number, time: number) => ({
    proxy_host: '203.0.113.7',
    proxy_port: port,
    proxy_test_result_is_successful: true,
    proxy_test_result_response_time: time,
  });
  const failed = (port: number, code: string) => ({
    proxy_host: '203.0.113.7',
    proxy_port: port,
    proxy_test_result_is_successful: false,
    proxy_test_result_error_code: code,
    proxy_test_result_response_time: 9000,
  });
  const results = [
    result(1, passed(1, 100)),
    result(2, failed(2, 'timeout')),
    result(1, passed(1, 300)),
    result(2, failed(2, 'timeout')),
    result(3, passed(3, 200)),
    result(3, failed(3, 'refused')),
    // Of these nobody knows the proxy.
    result(null, passed(4, 400)),
    result(null, failed(5, 'timeout')),
  ];
  store.testRuns.finishBatch(id, { results, problem: null });
  const read = (terms = '') =>
    store.tested
      .list(firstRows(`run:${String(id)}${terms}`, 'tested'))
      .map((row) => [row.proxy_port, row.success_count, row.result_count]);
  expect(read()).toEqual([
    [1, 2, 2],
    [2, 0, 2],
    [3, 1, 2],
  ]);
  expect(read(' works:yes').map(([port]) => port)).toEqual([1]);
  expect(read(' works:no').map(([port]) => port)).toEqual([2, 3]);
  expect(read(' reason:timeout').map(([port]) => port)).toEqual([2]);
  expect(store.testRuns.get(id)).toMatchObject({ resultCount: 8, proxiesTested: 3, proxiesPassed: 1 });
  expect(store.testRuns.figures(id)).toEqual({
    proxyCount: 3,
    passedCount: 1,
    p50: 200,
    p95: 400,
    errors: [
      { code: 'refused', proxyCount: 1 },
      { code: 'timeout', proxyCount: 1 },
    ],
    faults: [
      {
        fault: null,
        proxyCount: 2,
        reasons: [
          { code: 'refused', proxyCount: 1 },
          { code: 'timeout', proxyCount: 1 },
        ],
      },
    ],
    times: { step: 20, counts: Array.from({ length: 40 }, (_, bar) => Number([5, 10, 15, 20].includes(bar))) },
    phases: null,
    strayCount: 2,
    judged: null,
  });
  expect(store.testRuns.figures(99)).toEqual({
    proxyCount: 0,
    passedCount: 0,
    p50: null,
    p95: null,
    errors: [],
    faults: [],
    times: null,
    phases: null,
    strayCount: 0,
    judged: null,
  });
});

test('every proxy of a run works, fails or has no result, and a result of none of them adds no row', () => {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    [1, 2, 3, 4].map((number) => makeProxy(number)),
  );
  const counts = { skippedCount: 0, batchCount: 1 };
  const id = startTestRun(store, { urls: ['https://a.example/'], proxyCount: 4, ...counts });
  const plan = [1, 2, 3, 4].map((number) => ({ proxy_id: makeUuid(number), host: '203.0.113.7', port: number }));
  store.testRuns.plan(id, { plan, ...counts });
  store.testRuns.finishBatch(id, {
    results: [
      result(1, { proxy_test_result_is_successful: true }),
      result(2, { proxy_test_result_is_successful: false }),
      // Of these nobody knows the proxy.
      result(null, { proxy_test_result_is_successful: true, proxy_host: '192.0.2.1' }),
    ],
    problem: null,
    positions: [0, 1, 2, 3],
  });
  store.testRuns.finish(id, 'finished', null);
  const run = store.testRuns.get(id);
  expect(run && countOutcomes(run)).toEqual({ total: 4, works: 1, fails: 1, noResult: 2 });
  expect(run && describeOutcomes(run)).toBe('1 of 4 proxies work, 2 have no result');
  const count = (terms: string) => store.tested.count(query(`run:${String(id)}${terms}`, 'tested'));
  expect(['', ' works:yes', ' works:no', ' works:""'].map(count)).toEqual([4, 1, 1, 2]);
  expect(store.results.count(query(`run:${String(id)}`, 'results'))).toBe(3);
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
  const [first, second, ...others] = store.results.records(firstRows(`run:${String(id)}`, 'results'), {
    secrets: false,
  });
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
  const sums = { testCount: 4, testSuccessCount: 2, lastTestDatetime: '2026-10-02 00:00:00' };
  expect(store.proxies.get(makeUuid(1))).toMatchObject(sums);
  expect(store.proxies.get(makeUuid(2))).toMatchObject({ testCount: 0, testSuccessCount: 0, lastTestDatetime: null });
  store.syncs.finishList('proxies', proxyKeys(store));
  store.syncs.writePage('proxies', [makeProxy(1)]);
  expect(store.proxies.get(makeUuid(1))).toMatchObject(sums);
  expect(findIds(store, 'success:50')).toEqual([makeUuid(1)]);
});

test('the proxies that failed or passed in a run are named once, as they were tested', () => {
  const store = makeStore();
  const id = startRun(store);
  const good = { proxy_test_result_is_successful: true };
  const bad = { proxy_test_result_is_successful: false };
  store.testRuns.finishBatch(id, {
    results: [result(3, bad), result(3, bad), result(1, good), result(null, bad), result(2, {}), result(5, good)],
    problem: null,
  });
  store.testRuns.finishBatch(id, { results: [result(1, bad)], problem: null });
  store.testRuns.finishBatch(startRun(store), { results: [result(4, bad)], problem: null });
  const tested = (terms = '') =>
    store.tested.list(firstRows(`run:${String(id)}${terms} proxy:*`, 'tested')).flatMap((row) => row.proxy_id ?? []);
  expect(tested(' works:no')).toEqual([3, 1, 2].map(makeUuid));
  // A proxy that failed for one of its websites does not work.
  expect(tested(' works:yes')).toEqual([5].map(makeUuid));
  expect(tested()).toEqual([3, 1, 2, 5].map(makeUuid));
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
    const fields = { proxy_test_result_is_successful: time !== null, proxy_test_result_response_time: time };
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

test('a proxy whose last test failed has no latency, and stands behind all that work in both orders', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2), makeProxy(3), makeProxy(4)]);
  const id = startRun(store);
  const outcome = (number: number, isSuccessful: boolean | null, time: number) =>
    result(number, { proxy_test_result_is_successful: isSuccessful, proxy_test_result_response_time: time });
  const results = [outcome(1, true, 300), outcome(2, false, 40), outcome(3, true, 200), outcome(4, null, 10)];
  store.testRuns.finishBatch(id, { results, problem: null });
  const idsBy = (isDescending: boolean): (string | null)[] =>
    store.proxies
      .list({ where: query(''), sort: [{ field: 'lastResponseTime', isDescending }], offset: 0, limit: 10 })
      .map((row) => row.proxy_id);
  const [first, , third] = [1, 2, 3].map((number) => makeUuid(number));
  expect(idsBy(false).slice(0, 2)).toEqual([third, first]);
  expect(idsBy(true).slice(0, 2)).toEqual([first, third]);
  expect(findIds(store, 'latency:<1000').sort()).toEqual([first, third].sort());
  expect(store.proxies.get(makeUuid(2))).toMatchObject({ lastResponseTime: null, isLastTestSuccessful: false });
  // Nor does the hour of a bar take its height from a failure.
  expect(store.proxies.get(makeUuid(2))?.testHours?.map(([, ...rest]) => rest)).toEqual([[0, 1, null]]);
});

test('what this machine is to blame for leaves the last result of a proxy as it is, and is not in its sums', async () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const observe = (number: number, reason: ProbeResult['reason']): void => {
    const proxy = { host: '2001:db8::7', port: 8000, protocol: 'http' } as const;
    const observed = { reason, status: null, phases: noPhases, firstByteMs: 62, bytes: 500 };
    store.testRuns.observe([{ proxyId: makeUuid(number), ...proxy, url: null, result: observed }]);
  };
  observe(1, null);
  observe(1, 'no-route');
  observe(2, 'no-route');
  observe(2, 'offline');
  expect(findIds(store, 'last:fails')).toEqual([]);
  expect(findIds(store, 'last:never')).toEqual([makeUuid(2)]);
  expect(findIds(store, 'failed:<1d')).toEqual([]);
  expect(store.proxies.get(makeUuid(1))).toMatchObject({
    testCount: 1,
    testSuccessPercent: 100,
    isLastTestSuccessful: true,
    lastTestFault: null,
  });
  const run = startRun(store);
  const works = { proxy_test_result_is_successful: true };
  store.testRuns.finishBatch(run, { results: [result(1, works)], problem: null });
  store.testRuns.finish(run, 'finished', null);
  // With the day of the gateway goes the one result that counted.
  await purgeTestRuns(store, { testHistoryDays: 0, testHistoryMegabytes: 0 }, new AbortController().signal);
  expect(store.testRuns.list().map(({ id }) => id)).toEqual([run]);
  expect(store.proxies.get(makeUuid(1))).toMatchObject({ testCount: 1, testSuccessCount: 1 });
});

test('a run of a user is renamed, and a day of the gateway is not', () => {
  const store = makeStore();
  const id = startRun(store);
  store.testRuns.rename(id, 'Sneaker drop');
  expect(store.testRuns.get(id)?.name).toBe('Sneaker drop');
  expect(() => {
    store.testRuns.rename(id + 1, 'x');
  }).toThrow(/no longer|not/i);
});

test('what the gateway observes of a day is one run, and counts like the results of a test', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const observe = (number: number, reason: ProbeResult['reason'], url: string | null): void => {
    const phases = { lookup: null, connect: 12, handshake: 20, tls: null, firstByte: 30, body: null };
    const result = { reason, status: null, phases, firstByteMs: 62, bytes: 500 };
    const proxy = { host: '203.0.113.7', port: 8000, protocol: 'http' } as const;
    store.testRuns.observe([{ proxyId: makeUuid(number), ...proxy, url, result }]);
  };
  observe(1, null, 'https://example.com');
  observe(1, null, null);
  observe(2, 'refused', 'https://example.com');
  const [run, ...others] = store.testRuns.list();
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    source: 'gateway',
    name: new Date().toISOString().slice(0, 10),
    state: 'finished',
    proxyCount: 2,
    proxiesTested: 2,
    proxiesPassed: 1,
    resultCount: 3,
    successCount: 2,
    bytes: 1500,
  });
  expect(store.testRuns.resultsOfProxy(makeUuid(2), 10)).toMatchObject([
    {
      source: 'gateway',
      proxy_test_result_url: 'https://example.com',
      proxy_test_result_response_time: 62,
      observed: { reason: 'refused', fault: 'proxy', bytes: 500, phases: { connect: 12, tls: null } },
    },
  ]);
  expect(findIds(store, 'last:fails')).toEqual([makeUuid(2)]);
  // It is never interrupted and can't be resumed.
  store.testRuns.interruptRunning();
  expect(() => store.testRuns.resume(run?.id ?? 0)).toThrow('This test run has ended');
  expect(() => store.testRuns.resume(4711)).toThrow('This test run no longer exists.');
});

test('the proxies of a run are grouped, and each has what the other tester found', () => {
  const store = makeStore();
  const places = ['York', 'New York', 'York', 'Leeds'];
  store.syncs.writePage(
    'proxies',
    places.map((city_name, number) => makeProxy(number, { city_name, asn_id: 64_500 + (number % 2), asn_name: 'Net' })),
  );
  const add = (passed: readonly boolean[], source: 'here' | 'service'): number => {
    const settings = source === 'here' ? { settings: localSettings } : {};
    const id = startTestRun(store, { proxyCount: passed.length, batchCount: 0, source, ...settings });
    if (source === 'service') {
      const results = passed.map((isPassed, number) =>
        result(number, {
          proxy_test_result_is_successful: isPassed,
          proxy_test_result_response_time: 100 * (number + 1),
        }),
      );
      store.testRuns.finishBatch(id, { results, problem: null });
    } else {
      const phases = { lookup: 1, connect: 2, handshake: 3, tls: 4, firstByte: 5, body: 6 };
      const results = passed.map((isPassed, number) => ({
        proxyId: makeUuid(number),
        host: '203.0.113.7',
        port: 8000,
        protocol: 'http' as const,
        url: 'https://example.com/',
        result: {
          reason: isPassed ? null : ('blocked' as const),
          status: isPassed ? 200 : 403,
          phases,
          firstByteMs: 15,
          bytes: 9,
        },
      }));
      store.testRuns.addLocal(id, { results, donePositions: [], activeMs: 10 });
    }
    store.testRuns.finish(id, 'finished', null);
    return id;
  };
  const service = add([true, true, false, true], 'service');
  const here = add([true, false, false, false], 'here');
  const ofRun = (id: number) => query(`run:${String(id)}`, 'tested');
  expect(store.groupsOf('tested', 'city', ofRun(service), 100).groups).toEqual([
    { value: 'York', label: 'York', count: 2, works: 1 },
    { value: 'Leeds', label: 'Leeds', count: 1, works: 1 },
    { value: 'New York', label: 'New York', count: 1, works: 1 },
  ]);
  // Each row has the last result of the same proxy from the other source.
  const elsewhere = (id: number) =>
    store.tested.list({ where: ofRun(id), sort: [], offset: 0, limit: 10 }).map((row) => row.elsewhere);
  expect(elsewhere(here)).toEqual([true, true, false, true]);
  expect(elsewhere(service)).toEqual([true, false, false, false]);
  const later = add([false], 'service');
  expect(elsewhere(here)).toEqual([false, true, false, true]);
  expect(elsewhere(later)).toEqual([true]);
  expect(findIds(store, `fails:${String(here)} works:${String(service)}`)).toEqual([1, 3].map(makeUuid));
  expect(findIds(store, 'from:here fault:target')).toEqual([1, 2, 3].map(makeUuid));
  expect(store.proxies.get(makeUuid(1))).toMatchObject({
    lastTestSource: 'here',
    lastTestCode: 'blocked',
    lastTestFault: 'target',
  });
  expect(store.testRuns.usualBytes(['https://example.com/'])).toBe(36);
});

test('the oldest runs are removed and taken out of the sums of their proxies; the newest one stays, and a paused one longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const addRun = (date: string, state: 'finished' | 'paused' | 'interrupted', numbers: readonly number[]) => {
    vi.setSystemTime(new Date(date));
    const id = startRun(store);
    const results = numbers.map((number) => result(number, { proxy_test_result_is_successful: number === 1 }));
    store.testRuns.finishBatch(id, { results, problem: null });
    store.testRuns.finish(id, state, null);
    return id;
  };
  const old = addRun('2026-01-01', 'finished', [1, 2, 2]);
  const paused = addRun('2026-02-20', 'paused', [1]);
  const last = addRun('2026-03-01', 'finished', [1]);
  const keep = { testHistoryDays: 30, testHistoryMegabytes: 5000 };
  const { signal } = new AbortController();
  await purgeTestRuns(store, { ...keep, testHistoryDays: 0 }, signal);
  expect(store.testRuns.get(old)).toBeDefined();
  await purgeTestRuns(store, keep, signal);
  expect(store.testRuns.list().map(({ id }) => id)).toEqual([last, paused]);
  expect(store.proxies.get(makeUuid(1))).toMatchObject({ testCount: 2, testSuccessCount: 2 });
  expect(store.proxies.get(makeUuid(2))).toMatchObject({ testCount: 0, lastTestedAtMs: null });
  expect(findIds(store, 'last:never')).toEqual([makeUuid(2)]);
  // A limit that nothing can keep leaves the newest run, and those that can continue.
  const interrupted = addRun('2026-03-02', 'interrupted', [1]);
  const next = addRun('2026-03-03', 'finished', [1]);
  await purgeTestRuns(store, { testHistoryDays: 0, testHistoryMegabytes: 0 }, signal);
  expect(store.testRuns.list().map(({ id }) => id)).toEqual([next, interrupted, paused]);
  // Their age counts from when they stopped.
  vi.setSystemTime(new Date('2026-03-04'));
  store.testRuns.resume(paused);
  store.testRuns.finish(paused, 'paused', null);
  vi.setSystemTime(new Date('2026-04-02'));
  await purgeTestRuns(store, keep, signal);
  expect(store.testRuns.list().map(({ id }) => id)).toEqual([next, paused]);
  vi.setSystemTime(new Date('2026-04-04'));
  await purgeTestRuns(store, keep, signal);
  expect(store.testRuns.list().map(({ id }) => id)).toEqual([next]);
});

test('a deleted run leaves the figures of its proxies, which are again those of their other results', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const addRun = (date: string, numbers: readonly number[], isSuccess: boolean, time: number) => {
    vi.setSystemTime(new Date(date));
    const id = startRun(store);
    const fields = {
      proxy_test_result_is_successful: isSuccess,
      proxy_test_result_response_time: isSuccess ? time : null,
      proxy_test_result_error_code: isSuccess ? null : 'timeout',
      proxy_test_result_creation_datetime: date.replace('T', ' ').slice(0, 19),
    };
    store.testRuns.finishBatch(id, { results: numbers.map((number) => result(number, fields)), problem: null });
    store.testRuns.finish(id, 'finished', null);
    return id;
  };
  const look = () => [1, 2].map((number) => store.proxies.get(makeUuid(number)));
  const first = addRun('2026-01-01T10:00:00.000Z', [1], true, 40);
  const before = look();
  // A test behind a captive portal.
  const portal = addRun('2026-01-01T11:00:00.000Z', [1, 2], false, 0);
  expect(look()).not.toEqual(before);
  expect(findIds(store, 'last:fails')).toEqual([1, 2].map(makeUuid));
  await deleteTestRun(store, portal, new AbortController().signal);
  expect(look()).toEqual(before);
  expect(findIds(store, 'last:fails')).toEqual([]);
  expect(findIds(store, 'last:never')).toEqual([makeUuid(2)]);
  expect(store.testRuns.list().map(({ id }) => id)).toEqual([first]);
  expect(store.tested.count(query('', 'tested'))).toBe(1);
  expect(store.results.count(query('', 'results'))).toBe(1);
  // A run of before leaves what a later one found.
  addRun('2026-01-01T12:00:00.000Z', [1], false, 0);
  await deleteTestRun(store, first, new AbortController().signal);
  expect(store.proxies.get(makeUuid(1))).toMatchObject({ testCount: 1, testSuccessCount: 0, lastTestCode: 'timeout' });
});

test('a request to a page that shows the address is no test that a deleted run takes back', async () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1)]);
  const phases = { lookup: null, connect: 1, handshake: 1, tls: null, firstByte: 1, body: null };
  const probe = { reason: null, status: 200, phases, firstByteMs: 3, bytes: 100 };
  const observation = { proxyId: makeUuid(1), host: '203.0.113.7', port: 8000, protocol: 'http', url: null } as const;
  const addRun = (isJudged: boolean): number => {
    const id = startTestRun(store, { source: 'here', urls: ['https://a.example/'], batchCount: 0 });
    const results = [
      { ...observation, result: probe },
      ...(isJudged ? [{ ...observation, result: probe, isAddressPage: true, exitAddress: '192.0.2.1' }] : []),
    ];
    store.testRuns.addLocal(id, { results, donePositions: [], activeMs: 1 });
    store.testRuns.finish(id, 'finished', null);
    return id;
  };
  addRun(false);
  const judged = addRun(true);
  expect(store.proxies.get(makeUuid(1))).toMatchObject({ testCount: 2 });
  await deleteTestRun(store, judged, new AbortController().signal);
  expect(store.proxies.get(makeUuid(1))).toMatchObject({ testCount: 1, testSuccessCount: 1 });
});

test('a run that is running is not deleted, which is said at once, and one that could continue is', async () => {
  const store = makeStore();
  const id = startRun(store);
  const { signal } = new AbortController();
  const tries = vi.spyOn(store.testRuns, 'removePart');
  await expect(deleteTestRun(store, id, signal)).rejects.toThrow(/running/);
  expect(tries).toHaveBeenCalledTimes(1);
  store.testRuns.finish(id, 'paused', null);
  await deleteTestRun(store, id, signal);
  expect(store.testRuns.list()).toEqual([]);
  await expect(deleteTestRun(store, id, signal)).rejects.toThrow(/no longer exists/);
});

test('a clock that is ahead removes no test run, also after several syncs', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = makeStore();
  const keep = { testHistoryDays: 30, testHistoryMegabytes: 5000 };
  const at = async (date: string): Promise<number> => {
    vi.setSystemTime(new Date(date));
    const startedAt = new Date().toISOString();
    store.syncs.startRun(startedAt);
    store.syncs.endRun({ finishedAt: startedAt, isComplete: true, problem: null, keep: { days: 90, rows: 1000 } });
    const id = startRun(store);
    store.testRuns.finish(id, 'finished', null);
    await purgeTestRuns(store, keep, new AbortController().signal);
    return id;
  };
  const runs: number[] = [];
  for (const date of ['2026-01-01', '2026-01-05', '2037-05-01', '2037-05-02', '2026-01-06']) runs.push(await at(date));
  expect(store.testRuns.list().map(({ id }) => id)).toEqual(runs.toReversed());
  for (const date of ['2026-01-20', '2026-02-04']) runs.push(await at(date));
  expect(store.testRuns.list().map(({ id }) => id)).toEqual(runs.slice(1).toReversed());
});

test('many results of one source leave the latest of another among those of a proxy', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1)]);
  store.testRuns.finishBatch(startRun(store), {
    results: [result(1, { proxy_test_result_is_successful: true })],
    problem: null,
  });
  const phases = { lookup: null, connect: 1, handshake: 1, tls: null, firstByte: 1, body: null };
  const observation = {
    proxyId: makeUuid(1),
    host: '203.0.113.7',
    port: 8000,
    protocol: 'http',
    url: null,
    result: { reason: null, status: 200, phases, firstByteMs: 3, bytes: 100 },
  } as const;
  store.testRuns.observe(Array.from({ length: 20 }, () => observation));
  const sources = store.testRuns.resultsOfProxy(makeUuid(1), 5).map(({ source }) => source);
  expect(sources).toEqual(['service', ...Array<string>(5).fill('gateway')]);
});

test('a run in which all proxies fail for one reason is a total failure until most of them have another result', () => {
  const store = makeStore();
  const numbers = [1, 2, 3, 4, 5, 6];
  store.syncs.writePage(
    'proxies',
    numbers.map((number) => makeProxy(number)),
  );
  const today = '2026-11-22';
  const addRun = (of: readonly number[], code: (number: number) => string | null): number => {
    const id = startRun(store);
    const results = of.map((number) =>
      result(number, {
        proxy_test_result_is_successful: code(number) === null,
        proxy_test_result_error_code: code(number),
      }),
    );
    store.testRuns.finishBatch(id, { results, problem: null });
    store.testRuns.finish(id, 'finished', null);
    return id;
  };
  const id = addRun(numbers, () => 'not-a-proxy');
  const failure = { testRunId: id, isHere: false, code: 'not-a-proxy', status: null, failing: 6 };
  expect(store.overview(today).totalFailure).toEqual(failure);
  addRun(numbers, (number) => (number === 1 ? 'timeout' : 'refused'));
  expect(store.overview(today).totalFailure).toBeNull();
  addRun(numbers, (number) => (number === 1 ? null : 'refused'));
  expect(store.overview(today).totalFailure).toBeNull();
  // Few proxies fail alike by chance.
  addRun([1, 2], () => 'refused');
  expect(store.overview(today).totalFailure).toBeNull();
});
