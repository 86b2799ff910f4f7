import Database from 'better-sqlite3';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { queryKeys } from '../../../../src/shared/filter/query-keys.ts';
import type { GatewayRequest } from '../../../../src/shared/records/gateway-request.ts';
import { findIds, makeDatabaseName, makeProxy, makeStore, makeUuid, query } from '../support.ts';

const phases = { lookup: null, connect: 12.4, handshake: 30, tls: null, firstByte: null, body: null };
const request = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  startedAtMs: Date.UTC(2026, 10, 20, 12),
  rule: 'scraper',
  line: null,
  client: '127.0.0.1',
  kind: 'connect',
  host: 'shop.example.com',
  port: 443,
  outcome: 'works',
  reason: null,
  fault: null,
  status: null,
  receivedBytes: 2000,
  sentBytes: 300,
  durationMs: 250.6,
  tries: [{ proxy_id: makeUuid(1), address: '203.0.113.1:8000', reason: null, status: null, phases }],
  ...changes,
});

test('a logged request is a row with its proxy as it is cached, and every proxy that was tried is in its record', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, { country_id: 'DE', asn_name: 'Hudson Fiber' })]);
  const refused = { proxy_id: makeUuid(2), address: '203.0.113.2:8000', reason: 'refused', status: null, phases };
  store.requestLog.add([request(), request({ tries: [refused, ...request().tries] })], 0);
  const [newest, oldest] = store.requests.list({ where: query('', 'requests'), sort: [], offset: 0, limit: 10 });
  expect(oldest).toMatchObject({
    request_id: '1',
    requested_at: '2026-11-20T12:00:00.000Z',
    rule: 'scraper',
    target_host: 'shop.example.com',
    received_bytes: 2000,
    duration_ms: 251,
    connect_ms: 12,
    try_count: 1,
    proxy_address: '203.0.113.1:8000',
    country_id: 'DE',
    asn_name: 'Hudson Fiber',
    tries: null,
  });
  expect(newest).toMatchObject({ try_count: 2, tries: [{ reason: 'refused' }, { reason: null }] });
  expect(store.requests.record('2', { secrets: false })?.['tries']).toHaveLength(2);
});

test.each([
  ['target:example.com', ['3', '1']],
  ['outcome:fails', ['2']],
  ['outcome:fails,refused', ['3', '2']],
  ['fault:client', ['3']],
  ['country:DE', ['1']],
  ['network:hudson', ['1']],
  ['rule:other', ['2']],
  ['received:>1000 tries:1', ['2', '1']],
  ['time:<2026-11-21', ['1']],
  ['shop', ['3', '1']],
])('the filter %s finds requests', (where, ids) => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, { country_id: 'DE', asn_name: 'Hudson Fiber' })]);
  const later = Date.UTC(2026, 10, 22);
  const other = { ...request().tries[0], proxy_id: makeUuid(9), reason: 'refused' };
  store.requestLog.add(
    [
      request(),
      request({
        host: 'api.example.org',
        rule: 'other',
        outcome: 'fails',
        reason: 'refused',
        fault: 'proxy',
        startedAtMs: later,
        tries: [{ address: '203.0.113.9:8000', status: null, phases, ...other }],
      }),
      request({
        outcome: 'refused',
        reason: 'private',
        fault: 'client',
        startedAtMs: later,
        receivedBytes: 0,
        tries: [],
      }),
    ],
    0,
  );
  expect(findIds(store, where, 'requests')).toEqual(ids);
});

test.each([
  ['line:1', ['2', '1']],
  ['line:direct', ['4', '2']],
  ['line:"1 direct"', ['2']],
  ['line:=1', ['1']],
  ['-line:1', ['5', '4', '3']],
  ['line:*', ['4', '3', '2', '1']],
])('%s finds lines by their number or way, and no other number', (text, expected) => {
  const store = makeStore();
  const lines = ['1', '1 direct', '10 block', '21 direct'];
  store.requestLog.add([...lines.map((line) => request({ line })), request()], 0);
  expect(findIds(store, text, 'requests')).toEqual(expected);
});

test('the oldest rows go, by their age and by the space of the log, and totals of what was lost stay', () => {
  const store = makeStore();
  const day = (number: number): number => Date.UTC(2026, 10, number);
  store.requestLog.add([request({ startedAtMs: day(1) }), request({ startedAtMs: day(9) })], 3);
  expect(store.requestLog.removeSome({ before: new Date(day(5)).toISOString(), maxBytes: Infinity })).toBe(true);
  expect(store.requestLog.removeSome({ before: new Date(day(5)).toISOString(), maxBytes: Infinity })).toBe(false);
  expect(findIds(store, '', 'requests')).toEqual(['2']);
  for (let page = 0; page < 10; page += 1)
    store.requestLog.add(
      Array.from({ length: 1000 }, () => request()),
      0,
    );
  const before = store.requestLog.bytes();
  const limits = { before: '', maxBytes: before / 2 };
  while (store.requestLog.removeSome(limits));
  expect(store.requestLog.bytes()).toBeLessThanOrEqual(before / 2);
  const left = findIds(store, '', 'requests').map(Number);
  expect(left[0]).toBe(10_002);
  expect(store.requestLog.lostCount()).toBe(3);
});

test('a log that is damaged, or of another program, is replaced by an empty one, and the account opens', () => {
  const file = makeDatabaseName();
  const log = `${file}.requests`;
  const first = openOrRebuildStore({ file }).store;
  first.requestLog.add([request()], 0);
  first.close();
  expect(statSync(log).mode & 0o077).toBe(0);
  writeFileSync(log, 'not a database');
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toEqual([]);
  expect(findIds(store, '', 'requests')).toEqual([]);
  store.requestLog.add([request()], 0);
  expect(findIds(store, '', 'requests')).toEqual(['1']);
  store.close();
});

test('a log that an earlier version of the app wrote keeps its requests', () => {
  const file = makeDatabaseName();
  const first = openStore({ file });
  first.requestLog.add([request()], 0);
  first.close();
  const log = new Database(`${file}.requests`);
  log.exec('DROP TABLE gateway_total; PRAGMA user_version = 1');
  log.close();
  const store = openStore({ file });
  expect(findIds(store, '', 'requests')).toEqual(['1']);
  store.requestLog.add([request({ startedAtMs: Date.now() })], 0);
  expect(findIds(store, '', 'requests')).toEqual(['2', '1']);
  expect(store.hosts.get('shop.example.com')).toMatchObject({ requests: 1 });
  store.close();
});

test('without the file of the log, a store that is only read has an empty log, and creates none', () => {
  const file = makeDatabaseName();
  openStore({ file }).close();
  rmSync(`${file}.requests`);
  const store = openStore({ file, readOnly: true });
  expect([findIds(store, '', 'requests'), store.requestLog.lostCount()]).toEqual([[], 0]);
  expect([
    ...store.requests.records({ where: query('', 'requests'), sort: [], offset: 0, limit: 10 }, { secrets: false }),
  ]).toEqual([]);
  store.close();
  expect(existsSync(`${file}.requests`)).toBe(false);
});

test('requests are grouped by host with those that work, and the values of keys are suggested', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, { country_id: 'DE', country_name: 'Germany' })]);
  store.requestLog.add([request(), request(), request({ outcome: 'fails', reason: 'refused', fault: 'proxy' })], 0);
  const { groups } = store.groupsOf('requests', 'target', query('', 'requests'), 10);
  expect(groups).toEqual([{ value: 'shop.example.com', label: 'shop.example.com', count: 3, works: 2 }]);
  for (const key of Object.keys(queryKeys.requests)) store.valuesOf('requests', key, query('', 'requests'));
  expect(store.valuesOf('requests', 'country', query('', 'requests'))).toMatchObject([{ value: 'DE' }]);
});

test('hosts are suggested from the newest requests only, so that a full log answers while one types', () => {
  const store = makeStore();
  const batch = (host: string, count: number) => {
    store.requestLog.add(
      Array.from({ length: count }, () => request({ host })),
      0,
    );
  };
  batch('old.example.com', 10);
  batch('new.example.com', 20_000);
  const suggested = store.valuesOf('requests', 'target', query('', 'requests')).map(({ value }) => value);
  expect(suggested).toEqual(['new.example.com']);
  expect(store.countKey('requests', 'target', query('', 'requests'))).toHaveLength(2);
});
