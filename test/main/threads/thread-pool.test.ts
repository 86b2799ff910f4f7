import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseJson } from '../../../src/shared/json.ts';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';
import type { Store } from '../../../src/main/store/index.ts';
import { createThreadPool, type ThreadPool } from '../../../src/main/threads/thread-pool.ts';
import { functionsOf } from '../../../src/main/threads/functions.ts';
import {
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  makeUuid,
  privateKey,
  startTestRun,
} from '../store/support.ts';
import { patience } from '../../support/patience.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const workerFile = join(import.meta.dirname, '../../../out/main/worker.js');
const accountId = 'an account';

const unlock = (): Promise<string> => Promise.resolve(privateKey);

function makeWorkers({ file }: Pick<Filled, 'file'>, built = workerFile, idleMs = 30_000): ThreadPool {
  expect(existsSync(workerFile), 'the worker is built by: npm run build').toBe(true);
  const workers = createThreadPool({ file: pathToFileURL(built), databaseFile: file, unlock, idleMs });
  onTestFinished(() => workers.close());
  return workers;
}

interface Filled {
  readonly file: string;
  readonly store: Store;
}

function makeFilled(): Filled {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  store.syncs.writePage('proxies', makeProxies(300));
  return { file, store };
}

const window = (where: string) => ({ accountId, where, sort: [], offset: 0, limit: 200 });

test('a worker answers every request that reads as this thread does', async () => {
  const { file, store } = makeFilled();
  const rows = { kind: 'query', where: 'online:yes' } as const;
  store.saved.put({ kind: 'view', name: 'US', content: { where: 'country:US' } });
  const testRunId = startTestRun(store);
  const ofRun = `run:${String(testRunId)}`;
  const failed = { proxyId: 'gone', fields: { proxy_test_result_is_successful: false } };
  store.testRuns.finishBatch(testRunId, { results: [failed], problem: null });
  store.tags.change(rows, { add: ['burnt'], remove: [] });
  const answersOf = async (workers: Pick<ThreadPool, 'call'>): Promise<unknown[]> => {
    const texts = await Promise.all([
      workers.call('list:rows', { list: 'proxies', ...window('online:yes') }),
      workers.call('list:count', { list: 'proxies', accountId, where: 'online:yes' }),
      workers.call('proxies:facets', { accountId, where: 'online:yes' }),
      workers.call('list:get', { list: 'proxies', accountId, id: makeUuid(1) }),
      workers.call('list:rows', { list: 'services', ...window('') }),
      workers.call('list:get', { list: 'services', accountId, id: 'svc-1' }),
      workers.call('list:count', { list: 'services', accountId, where: 'name:one' }),
      workers.call('list:rows', { list: 'proxy_users', ...window('') }),
      workers.call('list:get', { list: 'proxy_users', accountId, id: 'alice' }),
      workers.call('list:count', { list: 'proxy_users', accountId, where: '' }),
      workers.call('list:rows', { list: 'residential_ledger', ...window('') }),
      workers.call('list:count', { list: 'residential_ledger', accountId, where: '' }),
      workers.call('filter:complete', { accountId, list: 'proxies', text: 'country:', caret: 8 }),
      workers.call('tags:list', { accountId }),
      workers.call('annotations:of', { accountId, rows }),
      workers.call('presets:list', { accountId }),
      workers.call('records:size', { accountId }),
      workers.call('saved:list', { accountId, kind: 'view' }),
      workers.call('tests:list', { accountId }),
      workers.call('list:count', { list: 'tested', accountId, where: ofRun }),
      workers.call('list:groups', { list: 'tested', accountId, where: ofRun, key: 'country', limit: 5 }),
      workers.call('list:rows', { list: 'results', accountId, where: ofRun, sort: [], offset: 0, limit: 10 }),
    ]);
    return texts.map((text) => parseJson(text));
  };
  const functions = functionsOf(() => store);
  const { signal } = new AbortController();
  const context = { signal, isCanceled: () => false, report: () => undefined };
  const here = await answersOf({ call: async (name, args) => functions[name](args, context) });
  expect(here[1]).toBeGreaterThan(0);
  expect(here.slice(-3)).toMatchObject([1, { groups: [] }, [{ proxy_id: 'gone' }]]);
  expect(await answersOf(makeWorkers({ file }))).toEqual(here);
});

test.skipIf(process.platform !== 'linux')(
  'one thread reads rows, one what belongs to them with access, and one makes edits and exports',
  async () => {
    const listThreads = (): string[] => readdirSync('/proc/self/task');
    // Those of another test may still be ending.
    const before = new Set(listThreads());
    const workers = makeWorkers(makeFilled());
    await Promise.all([
      workers.call('list:rows', { list: 'proxies', ...window('') }),
      workers.call('list:get', { list: 'proxies', accountId, id: makeUuid(1) }),
      workers.call('list:count', { list: 'proxies', accountId, where: '' }),
      workers.call('proxies:facets', { accountId, where: '' }),
      workers.call('tags:put', { accountId, name: 'one' }),
      workers.call('access:cached', { kind: 'query', where: '' }),
      workers.call('tests:purge', { testHistoryDays: 0, testHistoryMegabytes: 100 }),
    ]);
    const names = listThreads()
      .filter((id) => !before.has(id))
      .map((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim());
    const ofPool = ['read', 'query', 'jobs', 'tests'];
    expect(names.filter((name) => ofPool.includes(name)).sort()).toEqual(['jobs', 'query', 'read']);
  },
);

test('a reply includes the rows that were written before its request', async () => {
  const { file, store } = makeFilled();
  const workers = makeWorkers({ file });
  const count = async (): Promise<number> =>
    Number(await workers.call('list:count', { list: 'proxies', accountId, where: '' }));
  expect(await count()).toBe(300);
  store.syncs.writePage('proxies', [makeProxy(1000)]);
  expect(await count()).toBe(301);
});

test('an invalid filter rejects its own request only', async () => {
  const workers = makeWorkers(makeFilled());
  await expect(workers.call('list:count', { list: 'proxies', accountId, where: 'port:many' })).rejects.toThrow(
    '"many" is not a number',
  );
  expect(await workers.call('list:count', { list: 'proxies', accountId, where: 'port:>1' })).toBe('300');
});

test('a missing cache is reported, and the next request tries again', async () => {
  const { file, store } = makeFilled();
  store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const workers = makeWorkers({ file });
  const count = async (): Promise<number> =>
    Number(await workers.call('list:count', { list: 'proxies', accountId, where: '' }));
  await expect(count()).rejects.toThrow('This account is not cached yet');
  makeStore(file);
  expect(await count()).toBe(0);
});

test('requests fail if the worker cannot start, and if they are closed', async () => {
  const workers = makeWorkers(makeFilled(), `${workerFile}-that-is-not-there`);
  await expect(workers.call('list:count', { list: 'proxies', accountId, where: '' })).rejects.toThrow();
  await workers.close();
  await expect(workers.call('list:count', { list: 'proxies', accountId, where: '' })).rejects.toThrow('closed');
});

test('closing waits for pending requests', async () => {
  const workers = makeWorkers(makeFilled());
  const counting = workers.call('list:count', { list: 'proxies', accountId, where: '' });
  await workers.close();
  expect(await counting).toBe('300');
});

test('canceled requests are rejected, and the request behind them is answered', async () => {
  const workers = makeWorkers(makeFilled());
  const controller = new AbortController();
  const ask = (signal?: AbortSignal) => workers.call('proxies:facets', { accountId, where: 'port:>1' }, { signal });
  const left = [ask(controller.signal), ask(controller.signal), ask(AbortSignal.abort())];
  const wanted = ask();
  // Before the worker, which is only starting, has looked at any of them.
  controller.abort();
  const canceled = { status: 'rejected', reason: { failure: { code: 'canceled' } } };
  expect(await Promise.allSettled(left)).toMatchObject([canceled, canceled, canceled]);
  expect(parseJson(await wanted)).toHaveProperty(['country', 0]);
});

/** A worker that notes the names of the threads that have ended, in a file. */
function makeMarkedWorker(): { readonly built: string; readonly mark: string } {
  const folder = makeTemporaryFolder();
  const [built, mark] = [join(folder, 'worker.mjs'), join(folder, 'ended')];
  writeFileSync(
    built,
    `import { appendFileSync } from 'node:fs';
     import { workerData } from 'node:worker_threads';
     process.on('exit', () => appendFileSync(${JSON.stringify(mark)}, workerData.thread + ' '));
     await import(${JSON.stringify(pathToFileURL(workerFile).href)});`,
  );
  return { built, mark };
}

test('a page of proxies asks only the thread that has the masks, if it is filtered, sorted without an index or far down', async () => {
  const pages = [
    window('online:yes'),
    { ...window(''), sort: [{ field: 'country_id', isDescending: false }] },
    { ...window(''), offset: 10_000 },
  ];
  for (const page of pages) {
    const { built, mark } = makeMarkedWorker();
    const workers = makeWorkers(makeFilled(), built);
    await workers.call('list:rows', { list: 'proxies', ...page });
    await workers.close();
    expect(readFileSync(mark, 'utf8'), JSON.stringify(page)).toBe('query ');
  }
});

test('the first rows of proxies, and rows of other lists, ask only the thread that reads', async () => {
  const askedFor = async (list: 'proxies' | 'services', where = ''): Promise<string> => {
    const { built, mark } = makeMarkedWorker();
    const workers = makeWorkers(makeFilled(), built);
    await workers.call('list:rows', { list, ...window(where) });
    await workers.close();
    return readFileSync(mark, 'utf8');
  };
  expect(await askedFor('proxies')).toBe('read ');
  expect(await askedFor('services', 'name:one')).toBe('read ');
});

test('a thread of jobs ends when it is idle, one that reads or has edited does not', async () => {
  const { built, mark } = makeMarkedWorker();
  const workers = makeWorkers(makeFilled(), built, 20);
  await workers.call('list:count', { list: 'proxies', accountId, where: '' });
  await workers.call('tests:purge', { testHistoryDays: 0, testHistoryMegabytes: 100 });
  await vi.waitUntil(() => existsSync(mark), patience);
  expect(readFileSync(mark, 'utf8')).toBe('jobs ');
  await workers.call('tags:put', { accountId, name: 'one' });
  await workers.call('tests:purge', { testHistoryDays: 0, testHistoryMegabytes: 100 });
  await sleep(200);
  expect(readFileSync(mark, 'utf8')).toBe('jobs ');
  await workers.close();
  expect(readFileSync(mark, 'utf8').split(' ').sort()).toEqual(['', 'jobs', 'jobs', 'query']);
});

test('released threads that read end once they have nothing to do, and the next question starts another', async () => {
  const { built, mark } = makeMarkedWorker();
  const workers = makeWorkers(makeFilled(), built, 20);
  const count = () => workers.call('list:count', { list: 'proxies', accountId, where: '' });
  await count();
  workers.release();
  await vi.waitUntil(() => existsSync(mark), patience);
  expect(readFileSync(mark, 'utf8')).toBe('query ');
  // One that is busy answers first.
  const busy = count();
  workers.release();
  expect(Number(await busy)).toBe(300);
  await vi.waitUntil(() => readFileSync(mark, 'utf8') === 'query query ', patience);
});

test('an edit that was received before the workers were closed is made, also by a worker that starts for it', async () => {
  const filled = makeFilled();
  const workers = makeWorkers(filled);
  const edit = workers.call('tags:put', { accountId, name: 'last' });
  await workers.close();
  await edit;
  expect(filled.store.tags.list().map(({ name }) => name)).toEqual(['last']);
});

test('passwords are read with the key of the call, also after another key replaced it', async () => {
  const filled = makeFilled();
  const keys = [privateKey, 'another private key'];
  const workers = createThreadPool({
    file: pathToFileURL(workerFile),
    databaseFile: filled.file,
    unlock: () => Promise.resolve(keys[0] ?? ''),
  });
  onTestFinished(() => workers.close());
  const choices = { proxyUserId: 'alice', proxies: { kind: 'query', where: '' }, format: 'url' };
  const preview = (): Promise<unknown> =>
    workers.call('exports:preview', {
      choices: { ...choices, protocol: 'http', ip: '4' } as ExportChoices,
      revealSecrets: true,
    });
  const before = await preview();
  keys.shift();
  expect(await workers.call('keys:renew', keys[0] ?? '')).toBe(true);
  filled.store.unlock(keys[0] ?? '');
  filled.store.syncs.writePage('proxy_users', [makeUser('alice')]);
  expect(await preview()).toEqual(before);
});
