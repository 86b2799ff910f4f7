/** A result belongs to the address and the port that were tested, not to the ID of the proxy. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/shared/json.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import { lastEndpoint } from '../../../../src/main/store/user/follow-replacements.ts';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import { firstRows, makeDatabaseName, makeProxy, makeStore, noPhases, proxyKeys, query } from '../support.ts';

const proxy = makeProxy(1);
const { id } = proxy;
const host = String(proxy.fields['proxy_ip_address']);
const httpPort = Number(proxy.fields['proxy_http_port']);

const observation = (changes: { host?: string; port?: number } = {}) => ({
  proxyId: id,
  host,
  port: httpPort,
  protocol: 'http' as const,
  url: 'https://example.com/',
  result: { reason: null, status: 200, firstByteMs: 120, bytes: 500, phases: noPhases },
  ...changes,
});

/** Starts a run of the one proxy, by the service or from here. */
function startRun(
  store: Store,
  { source, ...endpoint }: { source?: 'here'; host?: string; port?: number } = {},
): number {
  const run = {
    source,
    urls: ['https://example.com/'],
    proxyUserId: null,
    proxyCount: 1,
    skippedCount: 0,
    batchCount: 1,
  };
  const testRunId = store.testRuns.start(run);
  const plan = [{ proxy_id: id, host, port: httpPort, ...endpoint }];
  store.testRuns.plan(testRunId, { plan, skippedCount: 0, batchCount: 1 });
  return testRunId;
}

const serviceResult = (fields: JsonObject = {}) => ({
  proxyId: id,
  fields: { proxy_test_result_is_successful: true, proxy_test_result_response_time: 80, ...fields },
});

function addHere(store: Store, testRunId: number, ...results: ReturnType<typeof observation>[]) {
  store.testRuns.addLocal(testRunId, { results, donePositions: [0], activeMs: 1 });
}

/** How a proxy appears as tested: in its row, in filters, in exports of what is alive. */
function readTests(store: Store, testRunId: number) {
  const [address] = store.proxies.addresses({
    rows: { kind: 'ids', ids: [id] },
    accessibleTo: null,
    protocol: 'http',
    ip: '4',
    hasDefaultCredentials: false,
    aliveSince: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const row = store.proxies.get(id);
  return {
    last: row?.isLastTestSuccessful ?? null,
    count: row?.testCount,
    hours: row?.testHours ?? null,
    passed: store.proxies.count(query('last:works')),
    never: store.proxies.count(query('last:never')),
    works: store.proxies.count(query(`works:${String(testRunId)}`)),
    isAlive: address?.isAlive,
  };
}
const neverTested = {
  last: null,
  count: 0,
  hours: null,
  passed: 0,
  never: 1,
  works: 0,
  isAlive: false,
};

const changesOfAddress: readonly (readonly [string, JsonObject])[] = [
  ['address', { proxy_ip_address: '198.51.100.9' }],
  ['port', { proxy_http_port: 4444, proxy_socks5_port: 4445 }],
  ['address, to IPv6', { proxy_ip_address: null, proxy_ip_address_v6: '2001:db8::99' }],
];

test.each(changesOfAddress)('a proxy that gets another %s was never tested', (_name, changes) => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  const testRunId = startRun(store, { source: 'here' });
  addHere(store, testRunId, observation());
  expect(readTests(store, testRunId)).toMatchObject({
    last: true,
    passed: 1,
    works: 1,
    isAlive: true,
  });
  store.syncs.writePage('proxies', [makeProxy(1, changes)]);
  expect(readTests(store, testRunId)).toEqual(neverTested);
  // The history stays.
  expect(store.testRuns.resultsOfProxy(id, 10)).toMatchObject([{ isBeforeReplacement: true }]);
  expect(store.testRuns.get(testRunId)).toMatchObject({ proxiesPassed: 1, resultCount: 1 });
});

test('a proxy keeps its tests if something else of it changes', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  const testRunId = startRun(store);
  store.testRuns.finishBatch(testRunId, {
    results: [serviceResult()],
    problem: null,
    positions: [0],
  });
  store.syncs.writePage('proxies', [makeProxy(1, { city_name: 'Elsewhere', proxy_ip_address_v6: '2001:db8::77' })]);
  expect(readTests(store, testRunId)).toMatchObject({
    last: true,
    passed: 1,
    works: 1,
    isAlive: true,
  });
});

test.each([
  ['names the proxy by its host name', { proxy_host: 'p1.example.net', proxy_port: 1 }],
  ['does not name the proxy', {}],
])('a result of the service that %s is of the address that was sent', (_name, fields) => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  const testRunId = startRun(store);
  store.testRuns.finishBatch(testRunId, {
    results: [serviceResult(fields)],
    problem: null,
    positions: [0],
  });
  expect(readTests(store, testRunId)).toMatchObject({ last: true, works: 1, isAlive: true });
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_http_port: 4444 })]);
  expect(readTests(store, testRunId)).toEqual(neverTested);
});

test('a result that arrives after the replacement is history, too, and the next one is not', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  const late = startRun(store);
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_ip_address: '198.51.100.9' })]);
  store.testRuns.finishBatch(late, {
    results: [serviceResult({ proxy_host: host, proxy_port: httpPort })],
    problem: null,
    positions: [0],
  });
  expect(readTests(store, late)).toEqual(neverTested);
  const next = startRun(store, { host: '198.51.100.9' });
  store.testRuns.finishBatch(next, { results: [serviceResult()], problem: null, positions: [0] });
  expect(readTests(store, next)).toMatchObject({ last: true, count: 1, works: 1, isAlive: true });
  expect(store.testRuns.resultsOfProxy(id, 10)).toMatchObject([
    { isBeforeReplacement: false },
    { isBeforeReplacement: true },
  ]);
});

test('what the gateway sees of the old and the new address of a day is kept apart', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  store.testRuns.observe([observation()]);
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_ip_address: '198.51.100.9' })]);
  store.testRuns.observe([observation()]);
  expect(readTests(store, 1)).toEqual(neverTested);
  store.testRuns.observe([observation({ host: '198.51.100.9' })]);
  expect(readTests(store, 1)).toMatchObject({ last: true, count: 1, works: 1 });
  const window = firstRows('run:1', 'tested');
  const rows = store.tested.list(window);
  expect(rows.map((row) => [row.proxy_host, row.result_count, row.is_replaced])).toEqual([
    [host, 2, true],
    ['198.51.100.9', 1, false],
  ]);
});

test('removing old runs does not subtract the results before a replacement', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  const old = startRun(store, { source: 'here' });
  addHere(store, old, observation(), observation(), observation());
  store.testRuns.finish(old, 'finished', null);
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_http_port: 4444 })]);
  const next = startRun(store, { source: 'here', port: 4444 });
  addHere(store, next, observation({ port: 4444 }));
  store.testRuns.finish(next, 'finished', null);
  while (store.testRuns.purgeSome({ before: '', maxBytes: 0 }));
  expect(store.testRuns.get(old)).toBeUndefined();
  expect(readTests(store, next)).toMatchObject({ last: true, count: 1, works: 1 });
});

test('a proxy that was removed and comes back is another one only with another address', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [proxy]);
  const testRunId = startRun(store, { source: 'here' });
  addHere(store, testRunId, observation());
  const removeAll = (): void => {
    store.syncs.finishList('proxies', proxyKeys(store));
  };
  removeAll();
  store.syncs.writePage('proxies', [proxy]);
  expect(readTests(store, testRunId)).toMatchObject({ last: true, works: 1 });
  removeAll();
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_ip_address: '198.51.100.9' })]);
  expect(readTests(store, testRunId)).toEqual(neverTested);
});

test('the endpoint of the last result is found by an index', () => {
  const file = makeDatabaseName();
  makeStore(file);
  const connection = connect(`${file}.records`, { readOnly: true });
  connection.exec("ATTACH ':memory:' AS other");
  const plan = connection
    .all(`EXPLAIN QUERY PLAN ${lastEndpoint.replaceAll('user.', 'main.')}`, id)
    .map((row) => String(row.at(-1)));
  connection.close();
  expect(plan).toEqual([
    expect.stringContaining('SEARCH t USING INDEX test_result_by_time'),
    expect.stringContaining('SEARCH p USING'),
  ]);
});
