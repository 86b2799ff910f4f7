import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import type { GatewayRequest } from '../../../../src/shared/records/gateway-request.ts';
import { codeOf, makeProxy, makeService, makeStore, makeUuid, query } from '../support.ts';

const phases = { lookup: null, connect: 100, handshake: 100, tls: null, firstByte: null, body: null };
const attempt = (number: number, reason: string | null = null) => ({
  proxy_id: makeUuid(number),
  address: `203.0.113.${String(number)}:8000`,
  reason,
  status: null,
  phases,
});
const hourMs = 3_600_000;
const request = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  startedAtMs: Date.now(),
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
  receivedBytes: 2e9,
  sentBytes: 0,
  durationMs: 250,
  tries: [attempt(1)],
  ...changes,
});
const failed = (changes: Partial<GatewayRequest> = {}) =>
  request({ outcome: 'fails', reason: 'refused', fault: 'proxy', tries: [attempt(2, 'refused')], ...changes });

/** A store with two networks and services, and so many requests. */
function makeLogged(requests: readonly GatewayRequest[]): Store {
  const store = makeStore();
  store.syncs.writePage('services', [
    makeService('svc-1', 'Residential', { service_type: 'residential' }),
    makeService('svc-2', 'ISP London', { service_type: 'isp' }),
  ]);
  store.syncs.writePage('proxies', [
    makeProxy(1, { asn_name: 'Hudson', service_id: 'svc-1' }),
    makeProxy(2, { asn_name: 'Lakeside', service_id: 'svc-2' }),
  ]);
  store.requestLog.add(requests, 0);
  return store;
}

const rows = (store: Store, where: string, sort: { field: string; isDescending: boolean }[] = []) =>
  store.hosts.list({ where: query(where, 'hosts'), sort, offset: 0, limit: 100 });
const figures = (store: Store, where: string) =>
  rows(store, where).map(({ name, requests, failed: fail }) => [name, requests, fail]);

test('hosts have their requests, failures, the median of times and data, most requests first', () => {
  const store = makeLogged([failed({ host: 'api.example.org' }), request(), request(), failed()]);
  expect(rows(store, '')).toMatchObject([
    {
      figure_id: 'host 7d shop.example.com',
      name: 'shop.example.com',
      requests: 3,
      failed: 1,
      works_percent: 66.7,
      bytes: 6e9,
      cost: null,
    },
    { name: 'api.example.org', requests: 1, failed: 1, works_percent: 0, p50_ms: null },
  ]);
  const [{ p50_ms: median } = { p50_ms: null }] = rows(store, '');
  expect(median).toBeGreaterThan(159);
  expect(median).toBeLessThan(251);
  expect(store.hosts.count(query('works:<50', 'hosts'))).toBe(1);
  expect(figures(store, 'example.org')).toEqual([['api.example.org', 1, 1]]);
  expect(rows(store, '', [{ field: 'name', isDescending: false }]).map(({ name }) => name)).toEqual([
    'api.example.org',
    'shop.example.com',
  ]);
});

test.each([
  [
    'by:network',
    [
      ['Hudson', 3, 0],
      ['Lakeside', 2, 2],
    ],
  ],
  [
    'by:service',
    [
      ['Residential', 3, 0],
      ['ISP London', 2, 2],
    ],
  ],
  [
    'by:rule',
    [
      ['scraper', 3, 1],
      ['checkout', 1, 0],
    ],
  ],
  [
    'by:proxy',
    [
      ['203.0.0.1:8001', 3, 0],
      ['203.0.0.2:8002', 2, 2],
    ],
  ],
  [
    'by:network host:=shop.example.com',
    [
      ['Hudson', 1, 0],
      ['Lakeside', 1, 1],
    ],
  ],
  ['rule:checkout', [['pay.example.com', 1, 0]]],
  [
    'network:lake',
    [
      ['retried.example.com', 0, 0],
      ['shop.example.com', 1, 1],
    ],
  ],
  [
    'service:london',
    [
      ['retried.example.com', 0, 0],
      ['shop.example.com', 1, 1],
    ],
  ],
  ['by:rule proxy:' + makeUuid(2), [['scraper', 1, 1]]],
])('%s adds up what it says: proxies, networks and services have every try', (where, expected) => {
  const store = makeLogged([]);
  store.requestLog.add(
    [
      request(),
      request({ host: 'pay.example.com', rule: 'checkout' }),
      request({
        host: 'retried.example.com',
        tries: [{ ...attempt(2, 'refused'), bytes: { receivedBytes: 10, sentBytes: 5 } }, attempt(1)],
      }),
      failed(),
    ],
    0,
  );
  expect(figures(store, where).toSorted()).toEqual(expected.toSorted());
});

test('what went without a proxy is apart: direct hosts with their data, blocked ones with their number alone', () => {
  const blocked = { outcome: 'refused', reason: 'blocked-by-line', fault: 'client', line: '1 block' } as const;
  const store = makeLogged([
    request(),
    request({ host: 'cdn.example.net', line: '2 direct', tries: [], rule: 'checkout' }),
    request({ ...blocked, tries: [], receivedBytes: 0, host: 'x.ads.example' }),
    request({ ...blocked, tries: [], receivedBytes: 0, host: 'x.ads.example' }),
  ]);
  expect(figures(store, '')).toEqual([['shop.example.com', 1, 0]]);
  expect(figures(store, 'by:rule')).toEqual([['scraper', 1, 0]]);
  expect(rows(store, 'by:direct')).toMatchObject([
    { figure_id: 'direct 7d cdn.example.net', requests: 1, works_percent: 100, bytes: 2e9, cost: null },
  ]);
  expect(rows(store, 'by:blocked')).toMatchObject([
    { name: 'x.ads.example', requests: 2, failed: 0, works_percent: null, bytes: 0 },
  ]);
  expect(figures(store, 'by:direct rule:scraper')).toEqual([]);
  expect(store.hosts.get('blocked 24h x.ads.example')).toMatchObject({ requests: 2 });
  expect(store.requests.count(query('line:block target:=x.ads.example', 'requests'))).toBe(2);
});

test('an hour is this one and the one before, and days go back to their first', () => {
  const store = makeLogged([
    request(),
    request({ startedAtMs: Date.now() - hourMs, host: 'before.example.com' }),
    request({ startedAtMs: Date.now() - 2 * hourMs, host: 'earlier.example.com' }),
    request({ startedAtMs: Date.now() - 6 * 24 * hourMs, host: 'days.example.com' }),
    request({ startedAtMs: Date.now() - 29 * 24 * hourMs, host: 'weeks.example.com' }),
  ]);
  const count = (period: string) => store.hosts.count(query(`period:${period}`, 'hosts'));
  expect([count('1h'), count('24h'), count('7d'), count('30d')]).toEqual([2, 3, 4, 5]);
});

test('a row is shown by hour or day of its period, with those that had no requests', () => {
  const store = makeLogged([
    request(),
    failed(),
    failed({ startedAtMs: Date.now() - 3 * 24 * hourMs, rule: 'checkout' }),
  ]);
  const over = (where: string, id: string) => store.figuresOverTime(query(where, 'hosts'), id);
  const days = over('', 'host 7d shop.example.com');
  expect(days.map(({ requests, failed: fail }) => [requests, fail])).toEqual([
    ...[0, 0, 0].map(() => [0, 0]),
    [1, 1],
    ...[0, 0].map(() => [0, 0]),
    [2, 1],
  ]);
  expect(days.at(-1)?.starts_at).toBe(new Date().toISOString().slice(0, 10));
  expect(over('rule:scraper', 'host 7d shop.example.com').map(({ requests }) => requests)).toEqual([
    0, 0, 0, 0, 0, 0, 2,
  ]);
  expect(over('by:network period:24h', 'network 24h Lakeside').at(-1)).toMatchObject({ requests: 1, failed: 1 });
  expect(over('period:24h', 'host 24h shop.example.com')).toHaveLength(24);
});

test('data costs what the user says of its kind, in both directions, and nothing is guessed for other services', () => {
  const store = makeLogged([request({ sentBytes: 1e9 }), failed({ receivedBytes: 5e9 })]);
  expect(rows(store, '')[0]?.cost).toBe(null);
  store.settings.set({ residentialGbPrice: '1.50' });
  expect(rows(store, '')[0]?.cost).toBe(4.5);
  expect(rows(store, 'by:service').map(({ name, cost }) => [name, cost])).toEqual([
    ['Residential', 4.5],
    ['ISP London', null],
  ]);
});

test('figures follow requests that another process logs', () => {
  const store = makeLogged([request()]);
  expect(figures(store, '')).toEqual([['shop.example.com', 1, 0]]);
  const other = new Database(`${store.file}.requests`);
  other.exec("UPDATE gateway_total SET requests = 9 WHERE kind = 'host'");
  other.close();
  expect(figures(store, '')).toEqual([['shop.example.com', 9, 0]]);
});

test('a row is found by its ID or by its host alone, and each of many filters keeps its own figures', () => {
  const store = makeLogged([request(), failed()]);
  for (const where of ['', 'by:rule', 'by:network', 'by:proxy', 'by:service', 'period:1h', '']) rows(store, where);
  expect(store.hosts.get('shop.example.com')).toMatchObject({ requests: 2, period: '7d' });
  expect(store.hosts.get('network 24h Hudson')).toMatchObject({ requests: 1, by: 'network' });
  expect(store.hosts.record('rule 7d scraper', { secrets: false })).toMatchObject({ name: 'scraper', requests: 2 });
  expect(store.hosts.get('nowhere.example.com')).toBe(undefined);
});

test('totals that do not exist are refused with a reason', () => {
  const store = makeLogged([]);
  for (const where of [`by:proxy host:shop`, 'by:host,rule', '-by:rule', `by:host proxy:${makeUuid(1)}`]) {
    expect(codeOf(() => rows(store, where))).toBe('invalid-input');
  }
});

test('rules, networks and services of the totals are suggested', () => {
  const store = makeLogged([request(), failed()]);
  const values = (key: string) => store.valuesOf('hosts', key, query('', 'hosts')).map(({ label }) => label);
  expect(values('rule')).toEqual(['scraper']);
  expect(values('network')).toEqual(['Hudson', 'Lakeside']);
  expect(values('service')).toEqual(['Residential', 'ISP London']);
});

test('rows of the log refer to the proxies of their requests', () => {
  const store = makeLogged([request(), failed()]);
  const rowsOf = (where: string) => ({ list: 'requests', kind: 'query', where }) as const;
  expect(store.proxies.countOf(rowsOf('target:=shop.example.com'))).toBe(2);
  expect(store.proxies.countOf(rowsOf('target:=shop.example.com outcome:works'))).toBe(1);
});
