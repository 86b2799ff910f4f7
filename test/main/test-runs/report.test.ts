import { expect, test } from 'vitest';
import { writeReportOf } from '../../../src/main/test-runs/report.ts';
import type { Store } from '../../../src/main/store/index.ts';
import type { GatewayRequest } from '../../../src/shared/records/gateway-request.ts';
import type { ProbeReason } from '../../../src/shared/test-runs/local-test.ts';
import { makeProxies, makeService, makeStore, startTestRun } from '../store/support.ts';

const phases = { lookup: 0, connect: 20, handshake: 30, tls: null, firstByte: 40, body: 1 };
const proxies = makeProxies(4, (number) => ({
  default_proxy_user_password: 'secret-of-user',
  asn_name: number < 2 ? 'Hudson' : 'Tidewater',
}));

/** A run from here, with the reason of each proxy by its number; null: it works. */
function addRun(store: Store, reasons: readonly (ProbeReason | null)[], url = 'https://example.com/'): number {
  const counts = { skippedCount: 0, batchCount: 1 };
  const source = 'here';
  const id = startTestRun(store, { source, urls: [url], proxyCount: reasons.length, ...counts });
  const plan = proxies.slice(0, reasons.length).map((proxy) => ({
    proxy_id: proxy.id,
    host: String(proxy.fields['proxy_ip_address']),
    port: Number(proxy.fields['proxy_http_port']),
  }));
  store.testRuns.plan(id, { plan, ...counts });
  store.testRuns.addLocal(id, {
    results: plan.map(({ proxy_id, host, port }, number) => {
      const reason = reasons[number] ?? null;
      const result = { reason, status: reason === null ? 200 : 403, phases, firstByteMs: null, bytes: 100 };
      return { proxyId: proxy_id, host, port, protocol: 'http' as const, url, result };
    }),
    donePositions: plan.map((_, position) => position),
    activeMs: 1,
  });
  return id;
}

test('a run is reported with what is cached of its proxies, next to the newest run before it against the same host', () => {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-1', 'London')]);
  store.syncs.writePage('proxies', proxies);
  addRun(store, ['blocked', null, null, null]);
  const before = addRun(store, ['blocked', null, 'reset', null], 'https://example.com/other');
  addRun(store, ['blocked'], 'https://another.example/');
  const id = addRun(store, ['blocked', 'blocked', null, null]);
  const { title, text, csv } = writeReportOf(store, { testRunId: id });
  expect(title).toBe('Blocked at example.com');
  expect(text).toContain('2 of 4 proxies did not get the page; 2 did in the same run.');
  expect(text).toContain('  2 of 2  Hudson');
  expect(text).toContain(`Run ${String(before)} of `);
  expect(text).toContain('2 of 4 did not get it. 1 of them still do not, and 1 do again.');
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toBe('host,proxy,time_utc,answer,failures,exit_address,reached,before,network,subnet,service');
  expect(rows).toHaveLength(2);
  expect(rows.map((row) => row.split(',')[7]).sort()).toEqual(['failed', 'worked']);
  expect(text + csv).not.toContain('secret');
  expect(() => writeReportOf(store, { testRunId: 99 })).toThrow('no longer exists');
});

const hourMs = 3_600_000;
const attempt = (number: number, reason: ProbeReason | null = null) => ({
  proxy_id: proxies[number]?.id ?? '',
  address: `203.0.0.${String(number)}:${String(8000 + number)}`,
  reason,
  status: null,
  phases: { ...phases, firstByte: null, body: null },
});
const request = (changes: Partial<GatewayRequest>): GatewayRequest => ({
  startedAtMs: Date.now() - 1000,
  rule: 'scraper',
  line: null,
  client: '192.0.2.77',
  kind: 'connect',
  host: 'shop.example.com',
  port: 443,
  outcome: 'works',
  reason: null,
  fault: null,
  status: null,
  receivedBytes: 0,
  sentBytes: 0,
  durationMs: 100,
  tries: [attempt(2)],
  ...changes,
});
const fails = (number: number, changes: Partial<GatewayRequest> = {}) =>
  request({ outcome: 'fails', reason: 'reset', fault: 'target', tries: [attempt(number, 'reset')], ...changes });

/** A store with four proxies, and these requests in its log. */
function makeLogged(requests: readonly GatewayRequest[]): Store {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-1', 'London')]);
  store.syncs.writePage('proxies', proxies);
  store.requestLog.add(requests, 0);
  return store;
}
const subject = { host: 'shop.example.com', period: '24h' } as const;

test('a host is reported from the log: which proxies were blocked where another one came through, and what those reached elsewhere', () => {
  const store = makeLogged([
    fails(0),
    fails(0),
    // Another proxy was tried first.
    request({ tries: [attempt(1, 'refused'), attempt(2)] }),
    request({ host: 'api.example.org', tries: [attempt(0)] }),
    // An answer that a target gives to unwanted clients.
    request({ kind: 'http', port: 80, status: 403, tries: [{ ...attempt(3), status: 403 }] }),
    request({ outcome: 'refused', reason: 'blocked-by-line', fault: 'client', tries: [] }),
    request({ outcome: 'ended', tries: [attempt(1)] }),
    fails(2, { host: 'other.example.net' }),
  ]);
  const { title, text, csv } = writeReportOf(store, subject);
  expect(title).toBe('Blocked at shop.example.com');
  expect(text).toMatch(
    /Requests through our gateway from \S+ \S+ to \S+ \S+\. Of tunnels only their connection is known\./,
  );
  expect(text).toContain('3 of 4 proxies did not reach it; 1 did in the same time.');
  expect(text).toContain('Of those that did not, 1 reached api.example.org.');
  expect(text).toContain('  2 of 2  Hudson\n  1 of 2  Tidewater');
  expect(text).toContain('  1  Blocked by the target (403)');
  expect(text).toMatch(/ {2}203\.0\.0\.0:8000 {2}\S+ \S+ {2}Connection reset, 2 times {2}reached api\.example\.org\n/);
  expect(csv.split('\r\n')[1]).toMatch(
    /^shop\.example\.com,203\.0\.0\.0:8000,[^,]+,Connection reset,2,,api\.example\.org,,/,
  );
  // Neither clients nor hosts that say nothing about these proxies.
  expect(text + csv).not.toMatch(/192\.0\.2\.77|other\.example\.net|secret/);
});

test('a host is compared with the same time before, and what is older or was not tried says nothing', () => {
  const before = Date.now() - 30 * hourMs;
  const store = makeLogged([
    fails(0, { startedAtMs: before }),
    fails(1, { startedAtMs: before }),
    request({ startedAtMs: before }),
    fails(3, { startedAtMs: Date.now() - 80 * hourMs }),
    fails(0),
    request({ tries: [attempt(1)] }),
    request({}),
  ]);
  const { text } = writeReportOf(store, subject);
  expect(text).toContain('1 of 3 proxies did not reach it; 2 did in the same time.');
  expect(text).toContain('2 of 3 did not get it. 1 of them still do not, and 1 do again.');
  expect(() => writeReportOf(store, { ...subject, host: 'nowhere.example.com' })).toThrow('The log has no requests');
});

test('a report names few of the other hosts that a proxy reached', () => {
  const others = Array.from({ length: 9 }, (_, at) => `host-${String(at)}.example.org`);
  const store = makeLogged([fails(0), request({}), ...others.map((host) => request({ host, tries: [attempt(0)] }))]);
  expect(writeReportOf(store, subject).text.match(/host-\d/g)).toHaveLength(10);
});

test('a host that is an IPv6 address is reported, too', () => {
  const host = '2001:db8::1';
  const store = makeLogged([fails(0, { host }), request({ host })]);
  const { title, text } = writeReportOf(store, { host, period: '24h' });
  expect(title).toBe('Blocked at [2001:db8::1]');
  expect(text).toContain('1 of 2 proxies did not reach it; 1 did in the same time.');
});
