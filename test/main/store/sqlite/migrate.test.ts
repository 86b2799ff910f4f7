import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openStore } from '../../../../src/main/store/index.ts';
import { makeDatabaseName, makeProxy, makeStore, privateKey, query } from '../support.ts';

/** A cache as an earlier version left it, with other tables. */
function makeOldCache(): string {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.tags.put({ name: 'burnt' });
  store.syncs.writePage('proxies', [makeProxy(1)]);
  store.close();
  const db = new Database(file);
  db.exec('DROP TABLE last_run; CREATE TABLE shape (id INTEGER PRIMARY KEY) STRICT');
  db.pragma('user_version = 9');
  db.close();
  return file;
}

test('a cache of an older version is emptied, and filled again by the next sync', () => {
  const store = makeStore(makeOldCache());
  expect(store.syncs.countRows('proxies')).toBe(0);
  expect(store.syncs.lastRun().lastAttemptAt).toBeNull();
  store.syncs.writePage('proxies', [makeProxy(1)]);
  expect(store.proxies.count(query(''))).toBe(1);
});

test("the user's own records stay when the cache is emptied", () => {
  expect(
    makeStore(makeOldCache())
      .tags.list()
      .map(({ name }) => name),
  ).toEqual(['burnt']);
});

test('a cache that is only read is emptied as well, because nothing in it can be understood', () => {
  const store = openStore({ file: makeOldCache(), readOnly: true });
  store.unlock(privateKey);
  expect(store.syncs.countRows('proxies')).toBe(0);
  store.close();
});
