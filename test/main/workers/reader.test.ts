import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readSelection } from '../../../src/main/store/parse-request.ts';
import type { Store } from '../../../src/main/store/contract.ts';
import { createReader, type Reader } from '../../../src/main/workers/reader.ts';
import {
  makeDatabaseName,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  makeUuid,
} from '../store/support.ts';

const workerFile = join(import.meta.dirname, '../../../out/main/worker.js');
const accountId = 'an account';

function makeReader({ file, store }: Filled, built = workerFile): Reader {
  expect(existsSync(workerFile), 'the worker is built by: npm run build').toBe(true);
  const reader = createReader(pathToFileURL(built), file, store);
  onTestFinished(() => reader.close());
  return reader;
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
  store.syncs.writePage(
    'proxies',
    Array.from({ length: 300 }, (_, number) => makeProxy(number)),
  );
  return { file, store };
}

const window = (where: string) => ({ accountId, where, sort: [], offset: 0, limit: 200 });

test('a worker answers every request as this thread does', async () => {
  const { file, store } = makeFilled();
  const rows = { kind: 'query', where: 'online:yes' } as const;
  store.saved.put({ kind: 'view', name: 'US', content: { where: 'country:US' } });
  const testRunId = store.testRuns.start({
    urls: ['https://example.com/'],
    proxyUserId: null,
    proxyCount: 1,
    skippedCount: 0,
    batchCount: 1,
  });
  const failed = { proxyId: 'gone', fields: { proxy_test_result_is_successful: false } };
  store.testRuns.finishBatch(testRunId, { results: [failed], problem: null });
  store.tags.change('proxies', readSelection(rows), { add: ['burnt'], remove: [] });
  const answersOf = (reader: Reader): Promise<unknown[]> =>
    Promise.all([
      reader.call('proxies:list', window('online:yes')),
      reader.call('proxies:count', { accountId, where: 'online:yes' }),
      reader.call('proxies:facets', { accountId, where: 'online:yes' }),
      reader.call('proxies:get', { accountId, id: makeUuid(1) }),
      reader.call('services:list', window('')),
      reader.call('services:get', { accountId, id: 'svc-1' }),
      reader.call('services:count', { accountId, where: 'name:one' }),
      reader.call('users:list', window('')),
      reader.call('users:get', { accountId, id: 'alice' }),
      reader.call('users:count', { accountId, where: '' }),
      reader.call('usage:ledger', window('')),
      reader.call('usage:ledger-count', { accountId, where: '' }),
      reader.call('filter:complete', { accountId, list: 'proxies', text: 'country:', caret: 8 }),
      reader.call('tags:list', { accountId }),
      reader.call('annotations:of', { accountId, list: 'proxies', rows }),
      reader.call('presets:list', { accountId }),
      reader.call('saved:list', { accountId, kind: 'view' }),
      reader.call('tests:list', { accountId }),
      reader.call('tests:failed', { accountId, testRunId }),
      reader.call('tests:results', {
        accountId,
        testRunId,
        only: 'failed',
        offset: 0,
        limit: 10,
      }),
    ]);
  const here = await answersOf(createReader(undefined, file, store));
  expect(here[1]).toBeGreaterThan(0);
  expect(here.slice(-2)).toMatchObject([['gone'], [{ proxy_id: 'gone' }]]);
  expect(await answersOf(makeReader({ file, store }))).toEqual(here);
});

test('a reply includes the rows that were written before its request', async () => {
  const { file, store } = makeFilled();
  const reader = makeReader({ file, store });
  const count = (): Promise<number> => reader.call('proxies:count', { accountId, where: '' });
  expect(await count()).toBe(300);
  store.syncs.writePage('proxies', [makeProxy(1000)]);
  expect(await count()).toBe(301);
});

test('an invalid filter rejects its own request only', async () => {
  const reader = makeReader(makeFilled());
  await expect(reader.call('proxies:count', { accountId, where: 'port:many' })).rejects.toThrow(
    '"many" is not a number',
  );
  expect(await reader.call('proxies:count', { accountId, where: 'port:>1' })).toBe(300);
});

test('a missing cache is reported, and the next request tries again', async () => {
  const { file, store } = makeFilled();
  store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const reader = makeReader({ file, store });
  const count = (): Promise<number> => reader.call('proxies:count', { accountId, where: '' });
  await expect(count()).rejects.toThrow('This account is not cached yet');
  makeStore(file);
  expect(await count()).toBe(0);
});

test('requests fail if the worker cannot start, and if the reader is closed', async () => {
  const reader = makeReader(makeFilled(), `${workerFile}-that-is-not-there`);
  await expect(reader.call('proxies:count', { accountId, where: '' })).rejects.toThrow();
  await reader.close();
  await expect(reader.call('proxies:count', { accountId, where: '' })).rejects.toThrow('closed');
});

test('a count does not wait for suggestions', async () => {
  const reader = makeReader(makeFilled());
  await reader.call('proxies:count', { accountId, where: '' });
  let suggested = 0;
  const suggesting = Array.from({ length: 500 }, async () => {
    await reader.call('filter:complete', { accountId, list: 'proxies', text: 'net', caret: 3 });
    suggested += 1;
  });
  await reader.call('proxies:count', { accountId, where: 'online:yes' });
  expect(suggested).toBeLessThan(suggesting.length);
  await Promise.all(suggesting);
});

test('closing waits for pending requests', async () => {
  const reader = makeReader(makeFilled());
  const counting = reader.call('proxies:count', { accountId, where: '' });
  await reader.close();
  expect(await counting).toBe(300);
});

test('canceled requests are rejected, and the request behind them is answered', async () => {
  const reader = makeReader(makeFilled());
  const controller = new AbortController();
  const ask = (signal?: AbortSignal) =>
    reader.call('proxies:facets', { accountId, where: 'port:>1' }, { signal });
  const left = [ask(controller.signal), ask(controller.signal), ask(AbortSignal.abort())];
  const wanted = ask();
  // Before the worker, which is only starting, has looked at any of them.
  controller.abort();
  const canceled = { status: 'rejected', reason: { failure: { code: 'canceled' } } };
  expect(await Promise.allSettled(left)).toMatchObject([canceled, canceled, canceled]);
  expect((await wanted).country.length).toBeGreaterThan(0);
});
