import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtWorker } from '../../support/built-worker.ts';
import { serviceOf, startDemoService } from '../../support/demo-service.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { createWorkerRunner } from '../../../src/main/threads/sync-thread.ts';
import type { SyncOutcome, SyncResource } from '../../../src/shared/sync.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** Syncs a demo in a worker; returns the outcome and the records that are in the cache then. */
async function sync(parts: {
  proxyCount: number;
  databaseFile?: string;
  signal?: AbortSignal;
  onProgress?: (resource: SyncResource, received: number) => void;
}): Promise<{ outcome: SyncOutcome; sent: unknown[]; kept: unknown[] }> {
  const { proxyCount } = parts;
  const demo = await startDemoService({ proxyCount });
  const databaseFile = parts.databaseFile ?? join(makeTemporaryFolder(), 'copy.sqlite');
  const store = openStore({ file: databaseFile });
  store.unlock(demo.privateKey);
  onTestFinished(async () => {
    store.close();
    await demo.close();
  });
  const outcome = await createWorkerRunner(builtWorker)({
    service: serviceOf(demo),
    databaseFile,
    signal: parts.signal ?? new AbortController().signal,
    acceptEmpty: false,
    only: undefined,
    onProgress: parts.onProgress ?? (() => undefined),
    onWait: () => undefined,
  });
  const everything = { where: { terms: [] }, sort: [], offset: 0, limit: 100_000 };
  return {
    outcome,
    sent: demo.account.proxies.slice(0, proxyCount),
    kept: [...store.proxies.records(everything, { secrets: true })],
  };
}

test('a sync in a worker saves what the service has, and reports its progress', async () => {
  const progress: string[] = [];
  const { outcome, sent, kept } = await sync({
    proxyCount: 2500,
    onProgress: (resource, received) => progress.push(`${resource} ${received}`),
  });
  expect(kept).toEqual(sent);
  expect(outcome).toMatchObject({ complete: true, requests: 12, problem: null });
  expect(progress).toEqual(expect.arrayContaining(['services 19', 'proxies 1000', 'proxies 2000', 'proxies 2500']));
});

test('a canceled worker exits, keeps the received pages, and has closed the cache', async () => {
  const controller = new AbortController();
  const { outcome, kept } = await sync({
    proxyCount: 12_000,
    signal: controller.signal,
    onProgress: (resource, received) => {
      if (resource === 'proxies' && received >= 2000) controller.abort();
    },
  });
  expect(outcome.problem?.code).toBe('canceled');
  expect(kept.length).toBeGreaterThanOrEqual(2000);
  expect(kept.length).toBeLessThan(12_000);
});

test('a worker that cannot start rejects the sync', async () => {
  const missing = join(makeTemporaryFolder(), 'no', 'such', 'folder', 'copy.sqlite');
  const runner = createWorkerRunner(new URL(`${builtWorker.href}-that-is-not-there`));
  const demo = await startDemoService({ proxyCount: 1 });
  const store = openStore({ file: join(makeTemporaryFolder(), 'copy.sqlite') });
  onTestFinished(async () => {
    store.close();
    await demo.close();
  });
  await expect(
    runner({
      service: serviceOf(demo),
      databaseFile: missing,
      signal: new AbortController().signal,
      acceptEmpty: false,
      only: undefined,
      onProgress: () => undefined,
      onWait: () => undefined,
    }),
  ).rejects.toMatchObject({ failure: { code: 'internal' } });
});
