import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { serviceOf, startDemoService } from '../../support/demo-service.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { createSyncEngine, type SyncEngine, type SyncTarget } from '../../../src/main/sync/engine.ts';
import { createWorkerRunner } from '../../../src/main/threads/sync.ts';
import { builtWorker } from '../../support/built-worker.ts';
import { rounds } from '../../support/rounds.ts';
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
  return {
    engine,
    target: {
      accountId: 'a',
      store,
      databaseFile,
      connect: () => Promise.resolve(serviceOf(demo)),
    },
  };
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
  const { engine, target } = await open(20_000);
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

const killCount = rounds({ few: 4, many: 200 });

test(
  `a command line killed in the middle of a sync leaves a whole database (${killCount} times)`,
  { timeout: 600_000 + killCount * 10_000 },
  async () => {
    let requestCount = 0;
    const demo = await startDemoService({
      proxyCount: 20_000,
      maxPerPage: 200,
      faults() {
        requestCount += 1;
        return undefined;
      },
    });
    onTestFinished(() => demo.close());
    let dataDir = makeTemporaryFolder();
    const env = {
      PATH: process.env['PATH'],
      ...serviceEnv(demo),
    };
    const cli = join(import.meta.dirname, '../../../out/main/cli.js');
    expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
    let keptBefore = 0;
    let interruptedCount = 0;
    for (let kill = 0; kill < killCount; kill += 1) {
      // With a filled cache there is little to write: the long run sometimes starts with an empty one.
      if (kill % 20 === 0) {
        rmSync(dataDir, { recursive: true });
        dataDir = makeTemporaryFolder();
        keptBefore = 0;
      }
      const requestsBefore = requestCount;
      const child = spawn(process.execPath, [cli, '--data-dir', dataDir, 'sync'], {
        env,
        stdio: 'ignore',
      });
      // A different moment every time: after so many more requests.
      while (requestCount < requestsBefore + 3 + ((kill * 37) % 100) && child.exitCode === null) {
        await new Promise((done) => setTimeout(done, 2));
      }
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (child.signalCode !== null) interruptedCount += 1;
      const folder = join(dataDir, 'accounts');
      const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
      const db = new Database(join(folder, file));
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      const { count } = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM proxy').get() ?? { count: -1 };
      db.close();
      expect(count % 200).toBe(0);
      expect(count).toBeGreaterThanOrEqual(keptBefore);
      keptBefore = count;
    }
    expect(keptBefore).toBeGreaterThan(0);
    expect(interruptedCount).toBeGreaterThanOrEqual(0.95 * killCount);

    // What the killed ones left is enough for the next to complete from.
    const last = spawn(process.execPath, [cli, '--data-dir', dataDir, 'sync'], {
      env,
      stdio: 'ignore',
    });
    await once(last, 'exit');
    expect(last.exitCode).toBe(0);
    const folder = join(dataDir, 'accounts');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
    const store = openStore({ file: join(folder, file) });
    onTestFinished(() => {
      store.close();
    });
    store.unlock(demo.privateKey);
    const records = store.proxies.records(
      { where: { terms: [] }, sort: [], offset: 0, limit: 30_000 },
      { secrets: true },
    );
    expect([...records]).toEqual(demo.account.proxies.slice(0, 20_000));
  },
);

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
