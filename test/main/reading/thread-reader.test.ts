import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readSelection } from '../../../src/main/query.ts';
import { createReaderHere, type Reader } from '../../../src/main/reading/reader.ts';
import { createThreadReader } from '../../../src/main/reading/thread-reader.ts';
import type { Store } from '../../../src/main/store/contract.ts';
import { makeDatabaseName, makeProxy, makeService, makeStore, makeUser } from '../store/support.ts';

const threadFile = join(import.meta.dirname, '../../../out/main/reading-thread.js');
const accountId = 'an account';

function makeReader(file: string, thread = threadFile): Reader {
  expect(existsSync(threadFile), 'the thread is built by: npm run build').toBe(true);
  const reader = createThreadReader(pathToFileURL(thread), file);
  onTestFinished(() => reader.close());
  return reader;
}

function makeFilled(): { file: string; store: Store } {
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

test('every question is answered in its thread as it would be here', async () => {
  const { file, store } = makeFilled();
  const rows = { kind: 'query', where: 'online:yes' } as const;
  store.tags.change('proxies', readSelection(rows), { add: ['burnt'], remove: [] });
  const answersOf = (reader: Reader): Promise<unknown[]> =>
    Promise.all([
      reader.ask('proxies:list', window('online:yes')),
      reader.ask('proxies:count', { accountId, where: 'online:yes' }),
      reader.ask('proxies:facets', { accountId, where: 'online:yes' }),
      reader.ask('services:list', window('')),
      reader.ask('services:count', { accountId, where: 'name:one' }),
      reader.ask('users:list', window('')),
      reader.ask('users:count', { accountId, where: '' }),
      reader.ask('usage:ledger', window('')),
      reader.ask('usage:ledger-count', { accountId, where: '' }),
      reader.ask('filter:complete', { accountId, list: 'proxies', text: 'country:', caret: 8 }),
      reader.ask('tags:list', { accountId }),
      reader.ask('annotations:of', { accountId, list: 'proxies', rows }),
    ]);
  const here = await answersOf(createReaderHere(store));
  expect(here[1]).toBeGreaterThan(0);
  expect(await answersOf(makeReader(file))).toEqual(here);
});

test('an answer knows what was written before the question', async () => {
  const { file, store } = makeFilled();
  const reader = makeReader(file);
  const count = (): Promise<number> => reader.ask('proxies:count', { accountId, where: '' });
  expect(await count()).toBe(300);
  store.syncs.writePage('proxies', [makeProxy(1000)]);
  expect(await count()).toBe(301);
});

test('a filter that makes no sense fails its question alone', async () => {
  const reader = makeReader(makeFilled().file);
  await expect(reader.ask('proxies:count', { accountId, where: 'port:many' })).rejects.toThrow(
    '"many" is not a number',
  );
  expect(await reader.ask('proxies:count', { accountId, where: 'port:>1' })).toBe(300);
});

test('a copy that is not there is said, and the next question tries again', async () => {
  const { file, store } = makeFilled();
  store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const reader = makeReader(file);
  const count = (): Promise<number> => reader.ask('proxies:count', { accountId, where: '' });
  await expect(count()).rejects.toThrow('There is no offline copy');
  makeStore(file);
  expect(await count()).toBe(0);
});

test('a thread that cannot start fails its questions, and a closed reader every one', async () => {
  const { file } = makeFilled();
  const reader = makeReader(file, `${threadFile}-that-is-not-there`);
  await expect(reader.ask('proxies:count', { accountId, where: '' })).rejects.toThrow();
  await reader.close();
  await expect(reader.ask('proxies:count', { accountId, where: '' })).rejects.toThrow('closed');
});

test('closing waits for the questions that were asked', async () => {
  const { file } = makeFilled();
  const reader = makeReader(file);
  const counting = reader.ask('proxies:count', { accountId, where: '' });
  await reader.close();
  expect(await counting).toBe(300);
});

test('questions that are taken back end without an answer, and the one behind them is answered', async () => {
  const reader = makeReader(makeFilled().file);
  const controller = new AbortController();
  const ask = (signal?: AbortSignal) =>
    reader.ask('proxies:facets', { accountId, where: 'port:>1' }, signal);
  const left = [ask(controller.signal), ask(controller.signal), ask(AbortSignal.abort())];
  const wanted = ask();
  // Before the thread, which is only starting, has looked at any of them.
  controller.abort();
  const cancelled = { status: 'rejected', reason: { failure: { code: 'cancelled' } } };
  expect(await Promise.allSettled(left)).toMatchObject([cancelled, cancelled, cancelled]);
  expect((await wanted).country.length).toBeGreaterThan(0);
});
