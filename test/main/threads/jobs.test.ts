import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';
import { saveExport } from '../../../src/main/exports/files/save.ts';
import { openStore, type Store } from '../../../src/main/store/index.ts';
import { createThreadPool, type ThreadPool } from '../../../src/main/threads/thread-pool.ts';
import { expectPrivate } from '../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { makeDatabaseName, makeProxies, makeProxy, makeStore, makeUser, privateKey } from '../store/support.ts';

const workerFile = pathToFileURL(join(import.meta.dirname, '../../../out/main/worker.js'));
const rowCount = 4000;
/** Long lines, so that the file takes many chunks. */
const plan = {
  name: '',
  urls: ['https://example.com/'],
  proxyUserId: null,
  settings: null,
} as const;
const choices: ExportChoices = {
  proxyUserId: 'everywhere',
  proxies: { kind: 'query', where: '' },
  format: 'template',
  template: `{host}:{port}:{password} ${'-'.repeat(1800)}`,
  protocol: 'http',
  ip: '4',
};

/** A cache of the rows, which each test copies. */
let filledFile: string;

beforeAll(() => {
  filledFile = makeDatabaseName(afterAll);
  const store = openStore({ file: filledFile });
  store.unlock(privateKey);
  const proxies = makeProxies(rowCount);
  store.syncs.writePage('proxies', proxies);
  store.syncs.writePage('proxy_users', [
    makeUser('everywhere', { proxy_user_access_type: 'all', proxy_user_password: 'päss' }),
  ]);
  store.close();
});

function fillStore(): { store: Store; databaseFile: string; workers: ThreadPool } {
  const databaseFile = makeDatabaseName();
  // The cache alone: its owner is known by the name of the file, which stays.
  copyFileSync(filledFile, databaseFile);
  const store = makeStore(databaseFile);
  const unlock = (): Promise<string> => Promise.resolve(privateKey);
  const workers = createThreadPool({ file: workerFile, databaseFile, unlock });
  onTestFinished(() => workers.close());
  return { store, databaseFile, workers };
}

test('a worker writes the same file as this thread, and reports its progress', async () => {
  expect(existsSync(workerFile), 'the worker is built by: npm run build').toBe(true);
  const { store, workers } = fillStore();
  const folder = makeTemporaryFolder();
  const [here, there] = [join(folder, 'here.txt'), join(folder, 'there.txt')];
  const counts = await saveExport(store, { choices, path: here });
  const told: number[] = [];
  const said = await workers.call(
    'exports:save',
    { choices, path: there },
    { onProgress: ({ done }) => told.push(done) },
  );
  expect({ ...said, fileNames: [] }).toEqual({ ...counts, fileNames: [] });
  expect(counts.writtenCount).toBe(rowCount);
  expect(readFileSync(there, 'utf8')).toBe(readFileSync(here, 'utf8'));
  expectPrivate(there);
  expect(told.length).toBeGreaterThan(20);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told.at(-1)).toBe(rowCount);
});

test.each(['exports:save', 'exports:text'] as const)('a preview and an edit do not wait for %s', async (name) => {
  const { workers } = fillStore();
  const ended: string[] = [];
  const started = Promise.withResolvers<undefined>();
  const path = join(makeTemporaryFolder(), 'file.txt');
  const options = {
    onProgress: () => {
      started.resolve(undefined);
    },
  };
  const run = (): Promise<unknown> =>
    name === 'exports:save' ? workers.call(name, { choices, path }, options) : workers.call(name, choices, options);
  // The thread is there already.
  await workers.call('tags:put', { accountId: 'unused', name: 'one' });
  const exporting = run().then(() => ended.push('export'));
  await started.promise;
  await Promise.all([
    workers.call('exports:preview', { choices, revealSecrets: false }).then(() => ended.push('preview')),
    workers.call('tags:put', { accountId: 'unused', name: 'two' }).then(() => ended.push('edit')),
  ]);
  await exporting;
  expect(ended.at(-1)).toBe('export');
});

test('edits do not wait for an export of proxies that are all skipped', async () => {
  const { store, workers } = fillStore();
  for (let from = rowCount; from < 10 * rowCount; from += rowCount) {
    store.syncs.writePage(
      'proxies',
      Array.from({ length: rowCount }, (_, number) => makeProxy(from + number)),
    );
  }
  const skipping = { ...choices, options: { aliveWithinHours: 24 } };
  const path = join(makeTemporaryFolder(), 'file.txt');
  const exports: readonly (() => Promise<unknown>)[] = [
    () => workers.call('exports:save', { choices: skipping, path }),
    () => workers.call('exports:text', skipping),
    () => workers.call('exports:preview', { choices: skipping, revealSecrets: false }),
  ];
  for (const [at, begin] of exports.entries()) {
    const state = { isDone: false };
    const exporting = begin().finally(() => {
      state.isDone = true;
    });
    let edits = 0;
    for (; !state.isDone; edits += 1) {
      await workers.call('tags:put', { accountId: 'unused', name: `tag ${String(at)} ${String(edits)}` });
    }
    expect(await exporting).toMatchObject({
      writtenCount: 0,
      skipped: [{ reason: 'not-alive', count: 10 * rowCount }],
    });
    // Without its twenty pauses there are three: two before it begins, and one that waits until it ends.
    expect(edits).toBeGreaterThan(5);
  }
});

test('an edit does not wait until access is read', async () => {
  const { workers } = fillStore();
  const rows = { kind: 'query', where: '' } as const;
  await workers.call('tags:put', { accountId: 'unused', name: 'one' });
  const ended: string[] = [];
  await workers.call('access:cached', rows);
  const reading = Array.from({ length: 20 }, () =>
    workers.call('access:ids', { proxies: rows, proxyUserId: 'everywhere' }).then(() => ended.push('access')),
  );
  await workers.call('tags:put', { accountId: 'unused', name: 'two' }).then(() => ended.push('edit'));
  await Promise.all(reading);
  expect(ended.at(-1)).toBe('access');
});

test('a canceled worker leaves no file', async () => {
  const { workers } = fillStore();
  const folder = makeTemporaryFolder();
  const midway = new AbortController();
  for (const signal of [midway.signal, AbortSignal.abort()]) {
    const args = { choices, path: join(folder, 'out.txt') };
    const saved = workers.call('exports:save', args, {
      signal,
      onProgress: () => {
        midway.abort();
      },
    });
    await expect(saved).rejects.toMatchObject({ failure: { code: 'canceled' } });
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('closing one account cancels its exports alone', async () => {
  const { databaseFile } = fillStore();
  const folder = makeTemporaryFolder();
  const started = Promise.withResolvers<undefined>();
  const unlock = (): Promise<string> => Promise.resolve(privateKey);
  const makeRunner = () => createThreadPool({ file: workerFile, databaseFile, unlock });
  const runners = { one: makeRunner(), other: makeRunner() };
  onTestFinished(() => runners.other.close());
  const save = (account: keyof typeof runners): Promise<unknown> =>
    runners[account].call(
      'exports:save',
      { choices, path: join(folder, account) },
      {
        onProgress: () => {
          started.resolve(undefined);
        },
      },
    );
  const [one, other] = [save('one'), save('other')];
  const stopped = expect(one).rejects.toMatchObject({ failure: { code: 'canceled' } });
  await started.promise;
  await runners.one.close();
  await stopped;
  await other;
  expect(readdirSync(folder)).toEqual(['other']);
});

test('a text is the same as the file, and outlives its worker', async () => {
  const { store, workers } = fillStore();
  const path = join(makeTemporaryFolder(), 'file.txt');
  const { writtenCount } = await saveExport(store, { choices, path });
  const told: number[] = [];
  const written = await workers.call('exports:text', choices, {
    onProgress: ({ done }) => told.push(done),
  });
  expect(written.writtenCount).toBe(writtenCount);
  expect(await written.text.text()).toBe(readFileSync(path, 'utf8'));
  expect(told.length).toBeGreaterThan(20);
});

test('a canceled text and a canceled preview end early', async () => {
  const { workers } = fillStore();
  const midway = new AbortController();
  const text = workers.call('exports:text', choices, {
    signal: midway.signal,
    onProgress: () => {
      midway.abort();
    },
  });
  await expect(text).rejects.toMatchObject({ failure: { code: 'canceled' } });
  const signal = AbortSignal.abort();
  const args = { choices, revealSecrets: false };
  const preview = workers.call('exports:preview', args, { signal });
  await expect(preview).rejects.toMatchObject({ failure: { code: 'canceled' } });
});

test('the event loop of this thread is free while a worker edits, undoes, previews and reads access and tests', async () => {
  const { workers } = fillStore();
  const rows = { kind: 'query', where: '' } as const;
  const accountId = 'unused';
  const tagging = { accountId, rows, add: ['burnt'], remove: [] } as const;
  const work: readonly (() => Promise<unknown>)[] = [
    () => workers.call('tags:change', tagging),
    () => workers.call('edits:step', { accountId, direction: 'undo' }),
    () => workers.call('exports:preview', { choices, revealSecrets: false }),
    () => workers.call('access:cached', rows),
    () => workers.call('access:ids', { proxies: rows, proxyUserId: 'everywhere' }),
    async () => workers.call('tests:plan', await workers.call('tests:create', { ...plan, proxies: rows })),
  ];
  for (const begin of work) {
    const state = { isDone: false };
    const done = begin().finally(() => {
      state.isDone = true;
    });
    let turns = 0;
    while (!state.isDone) {
      turns += 1;
      await nextTurn();
    }
    await done;
    // Done here it would be one turn, or a few.
    expect(turns).toBeGreaterThan(100);
  }
});
