import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/main/ports.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { askHandlers } from '../../support/ask-handlers.ts';
import { builtWorker } from '../../support/built-worker.ts';
import { openApp } from '../../support/open-app.ts';
import { startApp } from '../../support/start-app.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test('a demo service that could not start is started again by the next request', async () => {
  const worker = join(makeTemporaryFolder(), 'worker.mjs');
  writeFileSync(worker, 'throw new Error("cannot start");');
  const { ask, close } = await openApp({ workerFile: pathToFileURL(worker) });
  const { id: accountId } = await ask('accounts:add-demo', { proxyCount: 1 });
  await expect(ask('accounts:check', { accountId })).rejects.toMatchObject({ failure: { code: 'unreachable' } });
  writeFileSync(worker, `import ${JSON.stringify(builtWorker.href)};`);
  expect(await ask('accounts:check', { accountId })).toMatchObject({ customer_domain: 'northwind.example' });
  await close();
});

test('an account whose demo service could not start is closed completely', async () => {
  const throwing = new URL('data:text/javascript,throw new Error()');
  const { ask, close } = await openApp({ workerFile: throwing });
  const { id: accountId } = await ask('accounts:add-demo', { proxyCount: 1 });
  await expect(ask('accounts:check', { accountId })).rejects.toThrow('could not start');
  await expect(close()).resolves.toBeUndefined();
});

test('no sync of the schedule falls into the month of a demo that is being written', async () => {
  let aheadMs = 0;
  const app = startApp(makeTemporaryFolder(), {
    clock: { ...systemClock, monotonicMs: () => performance.now() + aheadMs },
  });
  app.startSchedules();
  aheadMs = 60_000;
  let isWritten = false;
  const adding = askHandlers(app, 'accounts:add-demo', {}).finally(() => {
    isWritten = true;
  });
  await expect
    .poll(
      () => {
        app.schedule.recheck();
        return isWritten;
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(true);
  const { id: accountId } = await adding;
  app.schedule.recheck();
  const started = app
    .session(accountId)
    .store.changeLog.syncs(50)
    .map(({ startedAt }) => Date.parse(startedAt));
  expect(started.length).toBeGreaterThan(2);
  expect(Math.max(...started)).toBeLessThan(Date.now() - 10 * 60_000);
});

test('an app that closes while the month of a demo is written leaves no part of it', async () => {
  const dataDir = makeTemporaryFolder();
  const folder = join(dataDir, 'accounts');
  const app = startApp(dataDir, {}, () => undefined);
  const adding = askHandlers(app, 'accounts:add-demo', {});
  const hasBegun = (): boolean => {
    const [file] = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')) : [];
    if (file === undefined) return false;
    const store = openStore({ file: join(folder, file), readOnly: true });
    const { lastAttemptAt } = store.syncs.lastRun();
    store.close();
    return lastAttemptAt !== null;
  };
  const failed = expect(adding).rejects.toThrow();
  await expect.poll(hasBegun, { timeout: 60_000, interval: 20 }).toBe(true);
  await app.close();
  await failed;

  const next = startApp(dataDir);
  await next.accounts.finishRemovals();
  expect(next.accounts.list()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
