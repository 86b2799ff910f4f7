import { expect, test } from 'vitest';
import { medianOf, timeBounds, timeSlot } from '../../../../src/main/store/schema/request-totals.ts';
import type { GatewayRequest } from '../../../../src/shared/records/gateway-request.ts';
import { makeProxies, makeProxy, makeStore, makeUuid } from '../support.ts';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import type { Store } from '../../../../src/main/store/index.ts';

const phases = { lookup: null, connect: 100, handshake: 100, tls: null, firstByte: null, body: null };
const attempt = (number: number, reason: string | null = null) => ({
  proxy_id: makeUuid(number),
  address: `203.0.113.${String(number)}:8000`,
  reason,
  status: null,
  phases,
});
const noon = Date.UTC(2026, 10, 20, 12, 30);
const request = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  startedAtMs: noon,
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
  tries: [attempt(1)],
  ...changes,
});

/** Totals as anyone reads them from the file. */
function totals(store: Store, where: string): unknown[] {
  const connection = connect(`${store.file}.requests`, { readOnly: true });
  const rows = connection.objects(
    `SELECT name, requests, failed, tries, failed_tries, received_bytes + sent_bytes AS bytes FROM gateway_total
     WHERE ${where} ORDER BY name, network`,
  );
  connection.close();
  return rows;
}

test('requests are added to their hour and day, for their host with the network of the proxy, and for each proxy that was tried', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1, { asn_name: 'Hudson', service_id: 'svc-1' }),
    makeProxy(2, { asn_name: 'Lakeside', service_id: 'svc-2' }),
  ]);
  const failed = { ...attempt(2, 'refused'), bytes: { receivedBytes: 100, sentBytes: 50 } };
  store.requestLog.add([request(), request({ tries: [failed, attempt(1)] })], 0);
  store.requestLog.add([request({ startedAtMs: noon + 3_600_000 })], 0);
  expect(totals(store, `kind = 'host' AND hours = 24 AND starts_at = '2026-11-20' AND rule = 'scraper'`)).toEqual([
    { name: 'shop.example.com', requests: 3, failed: 0, tries: 3, failed_tries: 0, bytes: 6750 },
    { name: 'shop.example.com', requests: 0, failed: 0, tries: 1, failed_tries: 1, bytes: 150 },
  ]);
  expect(totals(store, `kind = 'host' AND starts_at = '2026-11-20T12' AND network = 'Hudson'`)).toMatchObject([
    { requests: 2, tries: 2 },
  ]);
  expect(totals(store, `kind = 'proxy' AND hours = 24`)).toEqual([
    { name: makeUuid(1), requests: 3, failed: 0, tries: 3, failed_tries: 0, bytes: 6750 },
    { name: makeUuid(2), requests: 0, failed: 0, tries: 1, failed_tries: 1, bytes: 150 },
  ]);
});

test('what no proxy did, a client ended or this machine caused is no failure of a host, and bytes of an ended request still count', () => {
  const store = makeStore();
  store.requestLog.add(
    [
      request({ outcome: 'refused', reason: 'private', fault: 'client', tries: [], receivedBytes: 0, sentBytes: 0 }),
      request({ outcome: 'ended' }),
      request({ outcome: 'fails', reason: 'offline', fault: 'machine', tries: [attempt(1, 'offline')] }),
      request({ outcome: 'fails', reason: 'refused', fault: 'proxy', tries: [attempt(1, 'refused')] }),
    ],
    0,
  );
  expect(totals(store, `kind = 'host' AND hours = 1`)).toMatchObject([
    { requests: 1, failed: 1, tries: 1, failed_tries: 1, bytes: 3 * 2300 },
  ]);
});

test('hosts that went directly and hosts that lines blocked are counted apart from those of proxies', () => {
  const store = makeStore();
  const direct = { line: '2 direct', tries: [] };
  const blocked = { outcome: 'refused', reason: 'blocked-by-line', fault: 'client', tries: [] } as const;
  store.requestLog.add(
    [
      request(direct),
      request({ ...direct, outcome: 'fails', reason: 'refused', fault: 'target', receivedBytes: 0, sentBytes: 0 }),
      request({ ...direct, outcome: 'fails', reason: 'offline', fault: 'machine', receivedBytes: 0, sentBytes: 0 }),
      request({ ...direct, outcome: 'refused', reason: 'private', fault: 'client', receivedBytes: 0, sentBytes: 0 }),
      request({ ...blocked, line: '1 block', receivedBytes: 0, sentBytes: 0 }),
      request({ ...blocked, line: '1 block', receivedBytes: 0, sentBytes: 0, host: 'x.ads.example' }),
    ],
    0,
  );
  const counts = { failed: 0, failed_tries: 0, bytes: 0 };
  expect(totals(store, `kind = 'direct' AND hours = 24`)).toEqual([
    { name: 'shop.example.com', requests: 2, failed: 1, tries: 2, failed_tries: 1, bytes: 2300 },
  ]);
  expect(totals(store, `kind = 'blocked' AND hours = 1`)).toEqual([
    { name: 'shop.example.com', requests: 1, tries: 1, ...counts },
    { name: 'x.ads.example', requests: 1, tries: 1, ...counts },
  ]);
  expect(totals(store, `kind IN ('host', 'proxy')`)).toEqual([]);
  store.requestLog.removeOldTotals(noon + 31 * 86_400_000);
  expect(totals(store, 'TRUE')).toEqual([]);
});

test('of many hosts in an hour the rarest are added up, and the frequent ones keep their rows', () => {
  const store = makeStore();
  const hosts = (from: number, count: number) =>
    Array.from({ length: count }, (_, number) => request({ host: `host-${String(from + number)}.example.com` }));
  store.requestLog.add([request(), request(), ...hosts(0, 3_000)], 0);
  expect(totals(store, `kind = 'host' AND hours = 1 AND name = ''`)).toMatchObject([{ requests: 1001 }]);
  expect(totals(store, `kind = 'host' AND hours = 1 AND name = 'shop.example.com'`)).toMatchObject([{ requests: 2 }]);
  for (let from = 3_000; from < 12_000; from += 3_000) store.requestLog.add(hosts(from, 3_000), 0);
  expect(totals(store, `kind = 'host' AND hours = 1 AND name = 'shop.example.com'`)).toMatchObject([{ requests: 2 }]);
  expect(totals(store, `kind = 'host' AND hours = 24`).length).toBeLessThanOrEqual(6_000);
});

test('of a host with many networks the rarest networks are added up, and its sums stay', () => {
  const store = makeStore();
  const count = 3_100;
  store.syncs.writePage(
    'proxies',
    makeProxies(count, (number) => ({ asn_name: `Network ${String(number)}`, service_id: 'a' })),
  );
  const through = (number: number) => request({ tries: [attempt(number)] });
  store.requestLog.add([...Array.from({ length: count }, (_, number) => through(number)), through(7)], 0);
  const rows = totals(store, `kind = 'host' AND hours = 1`);
  expect(rows.length).toBeLessThanOrEqual(2_001);
  expect(rows.map((row) => (row as { requests: number }).requests).reduce((sum, one) => sum + one, 0)).toBe(count + 1);
  expect(totals(store, `kind = 'host' AND hours = 1 AND network = 'Network 7'`)).toMatchObject([{ requests: 2 }]);
  expect(totals(store, `kind = 'host' AND hours = 1 AND name = ''`)).toEqual([]);
});

test('totals outlive the rows of the log, those of hours for two days and those of days for thirty', () => {
  const store = makeStore();
  store.requestLog.add([request()], 0);
  while (store.requestLog.removeSome({ before: '2027', maxBytes: Infinity }));
  expect(totals(store, `kind = 'host'`)).toHaveLength(2);
  const dayMs = 86_400_000;
  store.requestLog.removeOldTotals(noon + 3 * dayMs);
  expect(totals(store, `kind = 'host'`)).toHaveLength(1);
  store.requestLog.removeOldTotals(noon + 30 * dayMs);
  expect(totals(store, `kind = 'host'`)).toHaveLength(1);
  store.requestLog.removeOldTotals(noon + 31 * dayMs);
  expect(totals(store, 'TRUE')).toEqual([]);
});

test('an emptied log has no totals either', () => {
  const store = makeStore();
  store.requestLog.add([request()], 2);
  store.requestLog.clear();
  expect([totals(store, 'TRUE'), store.requestLog.lostCount()]).toEqual([[], 0]);
});

test('the median of a histogram is that of its times, within the width of a slot', () => {
  for (const times of [[7], [12, 13, 300, 310, 320], Array.from({ length: 999 }, (_, at) => 40 + at)]) {
    const counts = [...timeBounds, 0].map(() => 0);
    for (const ms of times) counts[timeSlot(ms)] = (counts[timeSlot(ms)] ?? 0) + 1;
    const exact = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
    const median = medianOf(counts) ?? NaN;
    expect(median / exact).toBeGreaterThan(0.6);
    expect(median / exact).toBeLessThan(1.6);
  }
  expect(medianOf(timeBounds.map(() => 0))).toBe(null);
});
