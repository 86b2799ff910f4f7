import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceOf, startDemoService } from '../../support/demo-service.ts';
import { startStrictService } from '../../support/strict-service.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { createSyncEngine, type SyncEngine, type SyncTarget } from '../../../src/main/sync/engine.ts';
import { createWorkerRunner } from '../../../src/main/threads/sync-thread.ts';
import { builtWorker } from '../../support/built-worker.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const events: string[] = [];
const logged: unknown[] = [];

async function open(proxyCount: number): Promise<{ engine: SyncEngine; target: SyncTarget }> {
  const demo = await startDemoService({ proxyCount });
  const databaseFile = join(makeTemporaryFolder(), 'copy.sqlite');
  const store = openStore({ file: databaseFile });
  store.unlock(demo.privateKey);
  onTestFinished(async () => {
    store.close();
    await demo.close();
  });
  events.length = 0;
  logged.length = 0;
  const engine = createSyncEngine({
    runner: createWorkerRunner(builtWorker),
    emit: (name) => events.push(name),
    log: { info: () => undefined, error: (event, error) => logged.push([event, error]) },
  });
  return { engine, target: { accountId: 'a', store, databaseFile, connect: () => Promise.resolve(serviceOf(demo)) } };
}

test('two calls at once share one run, and its end is announced once', async () => {
  const { engine, target } = await open(1500);
  const [first, second] = await Promise.all([engine.run(target), engine.run(target)]);
  expect(second).toBe(first);
  // Four pages of lists, one of the ledger, four single records and two adjustments.
  expect(first.requests).toBe(11);
  expect(engine.state('a', target.store)).toMatchObject({
    running: null,
    counts: { proxies: 1500 },
    lastProblem: null,
  });
  expect(events.filter((name) => name === 'sync:state')).toHaveLength(2);
});

test('a run of a part is joined by what it covers; more than that follows it', async () => {
  const { engine, target } = await open(40);
  const part = engine.run(target, { only: ['customer', 'catalog'] });
  expect(engine.run(target, { only: ['catalog'] })).toBe(part);
  const whole = engine.run(target);
  expect(whole).not.toBe(part);
  expect((await part).requested).toEqual(['customer', 'catalog']);
  expect(engine.run(target, { only: ['catalog'] })).not.toBe(part);
  expect(await whole).toMatchObject({ complete: true, resources: { proxies: { added: 40 } } });
});

test('what waits for a run that is canceled does not start', async () => {
  const { engine, target } = await open(40);
  const part = engine.run(target, { only: ['customer'] });
  const whole = engine.run(target);
  const refused = expect(whole).rejects.toMatchObject({ failure: { code: 'canceled' } });
  await engine.cancelAll();
  await part.catch(() => undefined);
  await refused;
  expect(engine.state('a', target.store)).toMatchObject({ running: null, counts: { proxies: 0 } });
});

test('a run that is canceled has let go of the store when the cancel returns', async () => {
  const { engine, target } = await open(5000);
  const run = engine.run(target, { onProgress: () => void engine.cancel('a') });
  const outcome = await run;
  await engine.cancel('a');
  expect(outcome.problem?.code).toBe('canceled');
  expect(engine.state('a', target.store).running).toBeNull();
  expect((await engine.run(target)).complete).toBe(true);
});

test('a sync during one of another process fails as busy, and works once that one has ended', async () => {
  const { engine, target } = await open(10);
  const holder = fork(join(import.meta.dirname, '../../support/hold-lock.ts'), [`${target.databaseFile}.sync-lock`]);
  await once(holder, 'message');
  await expect(engine.run(target)).rejects.toMatchObject({ failure: { code: 'busy' } });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect((await engine.run(target)).complete).toBe(true);
});

test('a sync that waits for the service announces for how long, and is canceled while it waits', async () => {
  const { target } = await open(1);
  // Longer than this test may take: the cancel does not wait for the end of the pause.
  const strict = await startStrictService({
    limit: { requests: 2, windowMs: 3_000_000 },
    says: 'Retry-After in seconds',
  });
  onTestFinished(() => strict.close());
  const waits: (number | undefined)[] = [];
  const engine = createSyncEngine({
    runner: createWorkerRunner(builtWorker),
    emit(name, event) {
      if (name !== 'sync:progress' || event === null || !('received' in event)) return;
      waits.push(event.waitSeconds);
      if (event.waitSeconds !== undefined) void engine.cancel('a');
    },
    log: { info: () => undefined, error: () => undefined },
  });
  const outcome = await engine.run({ ...target, connect: () => Promise.resolve(serviceOf(strict)) });
  expect(outcome.problem?.code).toBe('canceled');
  expect(waits.at(-1)).toBeGreaterThan(2900);
  expect(strict.refusedAtMs).toHaveLength(1);
});

test('the steady little waits of a pace are not announced, and a wait ends with the next progress', async () => {
  const { target } = await open(1);
  const announced: unknown[] = [];
  const engine = createSyncEngine({
    runner({ onProgress, onWait }) {
      onProgress('proxies', 0, null);
      onWait(1);
      for (const seconds of [2, 1]) onWait(seconds);
      onProgress('proxies', 1000, 2500);
      return Promise.reject(new Error('That is enough.'));
    },
    emit: (name, event) => {
      if (name === 'sync:progress') announced.push(event);
    },
    log: { info: () => undefined, error: () => undefined },
  });
  await expect(engine.run(target)).rejects.toThrow('enough');
  const at = { accountId: 'a', resource: 'proxies' };
  expect(announced).toEqual([
    { ...at, received: 0, expected: null },
    { ...at, received: 0, expected: null, waitSeconds: 2 },
    { ...at, received: 0, expected: null, waitSeconds: 1 },
    { ...at, received: 1000, expected: 2500 },
  ]);
});

test('the length of a list is announced at once, because the list may break off after its first page', async () => {
  const { target } = await open(1);
  const announced: unknown[] = [];
  const engine = createSyncEngine({
    runner: ({ onProgress }) => {
      onProgress('proxies', 0, null);
      onProgress('proxies', 1000, 2500);
      return Promise.reject(new Error('The second page broke off.'));
    },
    emit: (name, event) => {
      if (name === 'sync:progress') announced.push(event);
    },
    log: { info: () => undefined, error: () => undefined },
  });
  await expect(engine.run(target)).rejects.toThrow('broke off');
  expect(announced).toMatchObject([{ expected: null }, { received: 1000, expected: 2500 }]);
});
