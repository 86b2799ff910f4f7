import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import { makeDatabaseName, startTestRun } from './support.ts';
import { startDemoService } from '../../support/demo-service.ts';

test('a store with a clock writes the time of that clock, from syncs to results of tests', async () => {
  const demo = await startDemoService({ proxyCount: 5 });
  const client = createClient(demo);
  let nowMs = Date.UTC(2026, 2, 4, 5);
  const store = openStore({ file: makeDatabaseName(), clock: { wallMs: () => nowMs } });
  onTestFinished(async () => {
    store.close();
    await client.close();
    await demo.close();
  });
  store.unlock(demo.privateKey);
  await runSync({ client, store, signal: new AbortController().signal, onProgress: () => undefined });
  const syncedAt = '2026-03-04T05:00:00.000Z';
  expect(store.syncs.lastRun()).toMatchObject({ lastCompletedAt: syncedAt, lastAttemptAt: syncedAt });
  expect(store.syncs.resourceStates().proxies.completedAt).toBe(syncedAt);
  expect(store.changeLog.lastSync()).toMatchObject({ startedAt: syncedAt, finishedAt: syncedAt });
  expect(store.cachedRecords.list('customer')[0]?.receivedAt).toBe(syncedAt);

  nowMs = Date.UTC(2026, 2, 6, 7);
  const id = startTestRun(store);
  const [proxy] = demo.account.proxies.slice(0, 1);
  const proxyId = String(proxy?.['proxy_id']);
  store.testRuns.finishBatch(id, { results: [{ proxyId, fields: {} }], problem: null });
  store.testRuns.finish(id, 'finished', null);
  const testedAt = '2026-03-06T07:00:00.000Z';
  expect(store.testRuns.get(id)).toMatchObject({ startedAt: testedAt, finishedAt: testedAt });
  expect(store.testRuns.resultsOfProxy(proxyId, 1)[0]?.receivedAtMs).toBe(nowMs);
});
