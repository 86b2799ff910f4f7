import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Store, openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { findIds, makeDatabaseName, makeProxy, makeUuid, privateKey, startTestRun } from '../support.ts';
import { damages } from './damages.ts';
import { expectPrivate } from '../../../support/expect-private.ts';

/** Keeps one test run with one result, as a test of a proxy does. */
function keepTest(store: Store, url = 'https://example.com/'): void {
  const id = startTestRun(store, { urls: [url] });
  const fields = {
    proxy_test_result_url: url,
    proxy_test_result_is_successful: true,
    proxy_test_result_response_time: 120,
  };
  store.testRuns.finishBatch(id, { results: [{ proxyId: makeUuid(1), fields }], problem: null });
  store.testRuns.finish(id, 'finished', null);
}

function makeFile(): string {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock(privateKey);
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  keepTest(store);
  store.close();
  return file;
}

function reopen(file: string): { store: Store; setAside: readonly string[]; urls: string[] } {
  const { store, setAside } = openOrRebuildStore({ file });
  store.unlock(privateKey);
  return { store, setAside, urls: store.testRuns.list().flatMap((run) => run.urls) };
}

const losses: typeof damages = [
  [
    'is gone',
    (file) => {
      rmSync(file);
    },
  ],
  ...damages,
];

test.each(losses)('the test history outlives a cache that %s, and filters use it again', (_, lose) => {
  const file = makeFile();
  lose(file);
  const { store, urls } = reopen(file);
  expect(store.syncs.countRows('proxies')).toBe(0);
  expect(urls).toEqual(['https://example.com/']);
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  expect(findIds(store, 'success:100 latency:<200')).toEqual([makeUuid(1)]);
  expect(store.testRuns.resultsOfProxy(makeUuid(1), 10)).toHaveLength(1);
  store.close();
});

test.each(damages)('a file of records that %s is moved aside unchanged and restored from their backup', (_, damage) => {
  const file = makeFile();
  const records = `${file}.records`;
  damage(records);
  const damaged = readFileSync(records);
  const { store, setAside, urls } = reopen(file);
  expect(setAside).toEqual([expect.stringMatching(/\.records\.damaged-/)]);
  expect(readFileSync(`${dirname(file)}/${setAside[0] ?? ''}`)).toEqual(damaged);
  expect(urls).toEqual(['https://example.com/']);
  expect(store.syncs.countRows('proxies')).toBe(2);
  store.close();
});

test('damaged records without a good backup start empty, and the cache stays', () => {
  const file = makeFile();
  for (const name of [`${file}.records`, `${file}.records.backup`]) writeFileSync(name, 'not a database');
  const { store, urls } = reopen(file);
  expect(urls).toEqual([]);
  expect(store.syncs.countRows('proxies')).toBe(2);
  keepTest(store);
  store.close();
});

test('the backup is private, made after a change, and made up for after a crash', () => {
  const file = makeFile();
  const backup = `${file}.records.backup`;
  expectPrivate(backup);
  const firstBytes = readFileSync(backup);
  // Nothing changed: the backup stays.
  openStore({ file }).close();
  expect(readFileSync(backup)).toEqual(firstBytes);

  // A process that never closed leaves a backup that is older than the records.
  const crashed = openStore({ file });
  keepTest(crashed, 'https://example.org/');
  const past = new Date(Date.now() - 60_000);
  utimesSync(backup, past, past);
  const { store } = reopen(file);
  store.close();
  crashed.close();
  const db = new Database(backup, { readonly: true });
  expect(db.prepare('SELECT count(*) AS n FROM test_run').get()).toEqual({ n: 2 });
  db.close();
});

test('a backup that was made while the clock was ahead is made again', () => {
  const file = makeFile();
  const backup = `${file}.records.backup`;
  const future = new Date(Date.now() + 10 * 365 * 24 * 60 * 60 * 1000);
  utimesSync(backup, future, future);
  const store = openStore({ file });
  keepTest(store, 'https://example.org/');
  store.close();
  const db = new Database(backup, { readonly: true });
  expect(db.prepare('SELECT count(*) AS n FROM test_run').get()).toEqual({ n: 2 });
  db.close();
});

test('an account opens and closes although its backup fails', () => {
  const file = makeFile();
  // A backup can't replace a folder.
  const backup = `${file}.records.backup`;
  rmSync(backup);
  mkdirSync(backup);
  utimesSync(backup, 0, 0);
  const events: string[] = [];
  const log = { error: (event: string) => void events.push(event) };
  const { store } = openOrRebuildStore({ file, log });
  expect(store.testRuns.list()).toHaveLength(1);
  store.close();
  // When it was opened, and when it was closed.
  expect(events).toHaveLength(2);
});

test('all files of an account begin with its own name, so that removing it finds them', () => {
  const file = makeFile();
  const names = readdirSync(dirname(file));
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(name.startsWith('account.')).toBe(true);
});
