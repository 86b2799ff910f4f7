import { expect, test } from 'vitest';
import { reportRun } from '../../../src/main/test-runs/report.ts';
import type { Store } from '../../../src/main/store/index.ts';
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
  const { title, text, csv } = reportRun(store, id);
  expect(title).toBe('Blocked at example.com');
  expect(text).toContain('2 of 4 proxies did not get the page; 2 did in the same run.');
  expect(text).toContain('  2 of 2  Hudson');
  expect(text).toContain(`Run ${String(before)} of `);
  expect(text).toContain('2 of 4 did not get it. 1 of them still do not, and 1 do again.');
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toBe('host,proxy,time_utc,answer,exit_address,reached,run_before,network,subnet,service');
  expect(rows).toHaveLength(2);
  expect(rows.map((row) => row.split(',')[6]).sort()).toEqual(['failed', 'worked']);
  expect(text + csv).not.toContain('secret');
  expect(() => reportRun(store, 99)).toThrow('no longer exists');
});
