import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { firstRows, makeDatabaseName, makeProxies, makeProxy, makeStore, makeUuid, query } from '../support.ts';

const proxies = (count: number): ReceivedRecord[] => makeProxies(count);

const nothing = { added: 0, changed: 0, withoutId: 0 };

test('a second walk writes only the rows that have changed', () => {
  const store = makeStore();
  const first = store.syncs.startPass('proxies');
  expect(first.write(proxies(500))).toEqual({ added: 500, changed: 0, withoutId: 0 });
  first.close();
  store.syncs.finishList('proxies', [], first.isThorough);

  const changed = proxies(500);
  changed[7] = makeProxy(7, { proxy_status: 'waiting' });
  changed[400] = makeProxy(400, { default_proxy_user_password: 'another' });
  const second = store.syncs.startPass('proxies');
  expect(second.write(changed)).toEqual({ added: 0, changed: 2, withoutId: 0 });
  second.close();
  expect(second.seenCount()).toBe(500);
  expect(second.missing()).toEqual([]);
  expect(store.proxies.get(makeUuid(7))?.proxy_status).toBe('waiting');
});

test('a walk knows the rows that it has not seen, and rows that come twice are one', () => {
  const store = makeStore();
  const first = store.syncs.startPass('proxies');
  first.write(proxies(10));
  first.write([...proxies(3), makeProxy(2, { proxy_status: 'waiting' })]);
  // Three come again as they were and are not written; one has changed.
  expect(first.close()).toBe(1);
  expect(first.seenCount()).toBe(10);
  expect(first.missing()).toEqual([]);
  expect(store.proxies.get(makeUuid(2))?.proxy_status).toBe('waiting');

  const second = store.syncs.startPass('proxies');
  second.write(proxies(8));
  second.close();
  expect(second.missing()).toHaveLength(2);
  store.syncs.finishList('proxies', second.missing());
  expect(store.syncs.countRows('proxies')).toBe(8);
});

test('rows whose IDs are not UUIDs, or hardly differ, stay separate while a list is filled', () => {
  const store = makeStore();
  const ids = Array.from({ length: 3000 }, (_, number) => `${number % 2 === 0 ? 'ab' : 'ba'}${number}`);
  const records = [...ids, ...ids].map((id) => makeProxy(1, { proxy_id: id }));
  const walk = store.syncs.startPass('proxies');
  expect(walk.write(records)).toMatchObject({ added: 6000, changed: 0 });
  expect(walk.close()).toBe(3000);
  expect(store.syncs.countRows('proxies')).toBe(3000);
});

test('a list that was filled has its indexes, however the walk ended', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const indexes = (): unknown[] => {
    const connection = openDatabase(file, accountSchemas, { readOnly: true });
    const names = connection
      .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'proxy' ORDER BY 1")
      .map(([name]) => name);
    connection.close();
    return names;
  };
  const all = indexes();
  expect(all).toContain('proxy_by_hash');
  const walk = store.syncs.startPass('proxies');
  expect(indexes()).toEqual([]);
  walk.write(proxies(5));
  // Another process may write meanwhile.
  const other = makeStore(file);
  other.syncs.writePage('proxies', [makeProxy(9)]);
  walk.write([makeProxy(9, { proxy_status: 'waiting' })]);
  walk.close();
  expect(indexes()).toEqual(all);
  expect(store.syncs.countRows('proxies')).toBe(6);
  expect(store.proxies.get(makeUuid(9))?.proxy_status).toBe('waiting');
});

test('a walk that was killed while it filled a list leaves one that the next walk repairs', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.startPass('proxies').write(proxies(5000));
  // No close: the process is gone.
  const next = makeStore(file);
  const walk = next.syncs.startPass('proxies');
  expect(walk.write(proxies(5000))).toEqual(nothing);
  walk.close();
  expect(walk.missing()).toEqual([]);
  expect(next.proxies.get(makeUuid(3))?.proxy_id).toBe(makeUuid(3));
});

test('rows that came twice before a walk was killed are one after the next walk', () => {
  const file = makeDatabaseName();
  const killed = makeStore(file).syncs.startPass('proxies');
  killed.write(proxies(5));
  killed.write([makeProxy(2, { proxy_status: 'waiting' })]);
  const store = makeStore(file);
  const walk = store.syncs.startPass('proxies');
  expect(store.syncs.countRows('proxies')).toBe(5);
  expect(store.proxies.get(makeUuid(2))?.proxy_status).toBe('waiting');
  expect(walk.write(proxies(5))).toEqual({ added: 0, changed: 1, withoutId: 0 });
  expect(walk.close()).toBe(0);
  expect(walk.missing()).toEqual([]);
});

test('of a changed row only the columns that differ are written, and with them only their indexes', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', proxies(5));
  const db = new Database(file);
  db.exec("CREATE TRIGGER t AFTER UPDATE OF city_name ON proxy BEGIN SELECT raise(ABORT, 'x'); END");
  db.close();
  const change = (fields: Parameters<typeof makeProxy>[1]): number =>
    store.syncs.writePage('proxies', [makeProxy(3, fields)]).changed;
  expect(change({ proxy_status: 'waiting' })).toBe(1);
  expect(store.proxies.get(makeUuid(3))?.proxy_status).toBe('waiting');
  expect(() => change({ city_name: 'Elsewhere' })).toThrow('x');
});

test('every page is committed on its own', () => {
  const file = makeDatabaseName();
  const walk = makeStore(file).syncs.startPass('proxies');
  const other = openDatabase(file, accountSchemas, { readOnly: true });
  onTestFinished(() => {
    other.close();
  });
  walk.write(proxies(20));
  expect(other.get('SELECT count(*) FROM proxy')).toEqual([20]);
  walk.close();
});

test('a full sync compares every row, and repairs a file that another program changed', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const first = store.syncs.startPass('proxies');
  first.write(proxies(50));
  first.close();
  store.syncs.finishList('proxies', [], first.isThorough);
  const db = new Database(file);
  db.exec(`UPDATE proxy SET proxy_ip_address = 'planted.example', ipv4 = NULL;
    UPDATE credential SET secrets = zeroblob(50)`);
  db.close();
  const hosts = (): unknown[] => store.proxies.list(firstRows('', 'proxies', 50)).map((row) => row.proxy_ip_address);
  const usual = store.syncs.startPass('proxies');
  usual.write(proxies(50));
  usual.close();
  expect(new Set(hosts())).toEqual(new Set(['planted.example']));
  store.syncs.forgetComparisons();
  const interrupted = store.syncs.startPass('proxies');
  expect(interrupted.write(proxies(20))).toEqual(nothing);
  interrupted.close();
  const full = store.syncs.startPass('proxies');
  expect(full.write(proxies(50))).toEqual(nothing);
  full.close();
  expect(full.missing()).toEqual([]);
  expect(hosts()).toEqual(proxies(50).map(({ fields }) => fields['proxy_ip_address']));
  expect(store.proxies.count(query('ip:203.0.0.0/24'))).toBe(50);
  const { id, fields } = makeProxy(3);
  expect(store.proxies.record(id, { secrets: true })).toEqual(fields);
});
