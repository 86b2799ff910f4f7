import { onTestFinished, expect, test } from 'vitest';
import { writeHistory } from '../../../src/main/demo/history.ts';
import { startDemoService } from '../../../src/main/demo/server.ts';
import { createClient } from '../../../src/main/api/http/client.ts';
import { readQuery } from '../../../src/shared/filter/query.ts';
import { localDay } from '../../../src/shared/figures/days.ts';
import { listPresets } from '../../../src/main/exports/presets/presets.ts';
import { listRules } from '../../../src/main/gateway/rules.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import { makeDatabaseName } from '../store/support.ts';

test('the demo has lived for a month: syncs, tests of both sources, a gateway, and what its user saved', async () => {
  const service = await startDemoService({ proxyCount: null });
  const databaseFile = makeDatabaseName();
  const store = openStore({ file: databaseFile });
  const client = createClient(service);
  onTestFinished(async () => {
    store.close();
    await client.close();
    await service.close();
  });
  const signal = new AbortController().signal;
  await writeHistory({ service, databaseFile, signal });
  const count = (list: 'services' | 'proxies' | 'changes', where: string): number =>
    store[list].count(readQuery(where, list));

  expect(count('services', '')).toBe(12);
  expect(count('services', 'total:>0 expires:*')).toBe(12);
  expect(count('proxies', '')).toBe(250);
  expect([...store.countKey('proxies', 'country', readQuery('', 'proxies'))]).toHaveLength(5);

  const syncs = store.changeLog.syncs(10);
  expect(syncs.map(({ isComplete }) => isComplete)).toEqual([true, true, true, true]);
  expect(syncs.map(({ counts }) => counts.replaced)).toEqual([6, 5, 7, 0]);
  const changes = store.changes.list({ where: readQuery('kind:changed', 'changes'), sort: [], offset: 0, limit: 500 });
  const changesOf = (field: string): number =>
    changes.filter(({ changes: changed }) => Object.hasOwn(changed ?? {}, field)).length;
  expect(changesOf('service_total')).toBe(4);
  expect(changesOf('service_is_pending_cancellation')).toBe(1);

  const runs = store.testRuns.list().filter(({ source }) => source !== 'gateway');
  expect(runs.map(({ source }) => source).sort()).toEqual(['here', 'here', 'here', 'service', 'service', 'service']);
  expect(runs.every(({ state, problem }) => state === 'finished' && problem === null)).toBe(true);
  const last = runs.find(({ source }) => source === 'here');
  const tested = (where: string): number => store.tested.count(readQuery(`run:${String(last?.id)} ${where}`, 'tested'));
  for (const fault of ['proxy', 'target', 'machine']) expect(tested(`fault:${fault}`)).toBeGreaterThan(0);
  const blocked = store.countKey('tested', 'network', readQuery(`run:${String(last?.id)} reason:blocked`, 'tested'));
  expect([...blocked].map(({ value }) => value)).toEqual(['Lakeside Hosting']);

  expect(listRules(store).map(({ name }) => name)).toEqual(['shop']);
  const requested = store.requests.list({ where: readQuery('', 'requests'), sort: [], offset: 0, limit: 5000 });
  expect(new Set(requested.map(({ outcome }) => outcome))).toEqual(new Set(['works', 'fails', 'refused']));
  const times = requested.map(({ requested_at: at }) => Date.parse(at ?? ''));
  expect((Math.max(...times) - Math.min(...times)) / 3_600_000).toBeGreaterThan(40);
  expect(store.tags.list().map(({ name }) => name)).toEqual(['search', 'shop', 'spare']);
  expect(count('proxies', 'note:checkout')).toBe(1);
  expect(store.saved.list('view')).toHaveLength(2);
  expect(listPresets(store)).toHaveLength(2);
  expect(store.overview(localDay(Date.now())).data[0]?.lastsUntil).toMatch(/^\d{4}-/);

  // The service is what the history led to; a day of use may have begun since.
  store.unlock(service.privateKey);
  await runSync({ client, store, signal, onProgress: () => undefined });
  expect(store.changeLog.lastSync()?.counts).toMatchObject({ changed: 0, removed: 0, replaced: 0 });
});
