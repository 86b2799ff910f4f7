import { expect, test } from 'vitest';
import type { ReceivedRecord, ReceivedRows } from '../../../src/shared/received-record.ts';
import { digestRecords } from '../../../src/main/store/fingerprint.ts';
import { openDatabase } from '../../../src/main/store/open-database.ts';
import { makeDatabaseName, makeProxy, makeStore, makeUuid } from './support.ts';

/** Rows of a page, counting how many of them are read. */
function page(records: readonly ReceivedRecord[]): { rows: ReceivedRows; read: number[] } {
  const read: number[] = [];
  const rows: ReceivedRows = {
    count: records.length,
    digests: digestRecords(records),
    read(row) {
      read.push(row);
      return records[row] ?? 'no-record';
    },
    readWhole: () => rows,
  };
  return { rows, read };
}
const proxies = (count: number): ReceivedRecord[] =>
  Array.from({ length: count }, (_, number) => makeProxy(number));

const nothing = { added: 0, changed: 0, withoutId: 0 };

test('a second walk reads only the rows whose bytes have changed', () => {
  const store = makeStore();
  const first = store.syncs.startPass('proxies');
  expect(first.write(page(proxies(500)).rows)).toEqual({ added: 500, changed: 0, withoutId: 0 });
  expect(first.close()).toEqual(nothing);

  const changed = proxies(500);
  changed[7] = makeProxy(7, { proxy_status: 'waiting' });
  changed[400] = makeProxy(400, { default_proxy_user_password: 'another' });
  const { rows, read } = page(changed);
  const second = store.syncs.startPass('proxies');
  second.write(rows);
  expect(read).toEqual([7, 400]);
  expect(second.close()).toEqual({ added: 0, changed: 2, withoutId: 0 });
  expect(second.seenCount()).toBe(500);
  expect(second.missing()).toEqual([]);
  expect(store.proxies.get(makeUuid(7))?.proxy_status).toBe('waiting');
});

test('a walk knows the rows that it has not seen, and rows that come twice are one', () => {
  const store = makeStore();
  const first = store.syncs.startPass('proxies');
  first.write(page(proxies(10)).rows);
  first.write(page([...proxies(3), makeProxy(2, { proxy_status: 'waiting' })]).rows);
  expect(first.seenCount()).toBe(10);
  first.close();
  expect(store.proxies.get(makeUuid(2))?.proxy_status).toBe('waiting');

  const second = store.syncs.startPass('proxies');
  second.write(page(proxies(8)).rows);
  second.close();
  expect(second.missing()).toHaveLength(2);
  store.syncs.finishList('proxies', second.missing());
  expect(store.syncs.countRows('proxies')).toBe(8);
});

test('rows whose ids are no UUIDs, or hardly differ, are kept apart while a list is filled', () => {
  const store = makeStore();
  const ids = Array.from(
    { length: 3000 },
    (_, number) => `${number % 2 === 0 ? 'ab' : 'ba'}${number}`,
  );
  const records = [...ids, ...ids].map((id) => makeProxy(1, { proxy_id: id }));
  const walk = store.syncs.startPass('proxies');
  expect(walk.write(page(records).rows)).toMatchObject({ added: 3000, changed: 0 });
  walk.close();
  expect(store.syncs.countRows('proxies')).toBe(3000);
});

test('a list that was filled has its indexes, however the walk ended', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const indexes = (): unknown[] => {
    const connection = openDatabase(file, { readOnly: true });
    const names = connection
      .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'proxy' ORDER BY 1")
      .map(([name]) => name);
    connection.close();
    return names;
  };
  const all = ['id', 'ip', 'ip6', 'port', 'profile', 'subnet'].map((name) => `proxy_by_${name}`);
  expect(indexes()).toEqual(all);
  const walk = store.syncs.startPass('proxies');
  walk.write(page(proxies(5)).rows);
  expect(indexes()).toEqual([]);
  // What another process writes meanwhile would stand there twice.
  const other = makeStore(file);
  other.syncs.writePage('proxies', [makeProxy(9)]);
  walk.write(page([makeProxy(9, { proxy_status: 'waiting' })]).rows);
  walk.close();
  expect(indexes()).toEqual(all);
  expect(store.syncs.countRows('proxies')).toBe(6);
  expect(store.proxies.get(makeUuid(9))?.proxy_status).toBe('waiting');
});

test('a walk that was killed while it filled a list leaves one that the next walk repairs', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.startPass('proxies').write(page(proxies(5000)).rows);
  // No close: the process is gone.
  const next = makeStore(file);
  const walk = next.syncs.startPass('proxies');
  walk.write(page(proxies(5000)).rows);
  expect(walk.close()).toEqual(nothing);
  expect(walk.missing()).toEqual([]);
  expect(next.proxies.get(makeUuid(3))?.proxy_id).toBe(makeUuid(3));
});

test('pages with few rows to write share a transaction, and all of it is written at the end', () => {
  const store = makeStore();
  const walk = store.syncs.startPass('proxies');
  const all = proxies(1000);
  const written: number[] = [];
  for (let first = 0; first < all.length; first += 20) {
    written.push(walk.write(page(all.slice(first, first + 20)).rows).added);
    expect(walk.seenCount()).toBe(first + 20);
  }
  written.push(walk.close().added);
  expect(written.reduce((sum, added) => sum + added, 0)).toBe(1000);
  expect(written.filter((added) => added > 0).length).toBeLessThan(40);
  expect(store.syncs.countRows('proxies')).toBe(1000);
});

test('rows that were cut wrongly are read from the whole page, and nothing of the cut is kept', () => {
  const store = makeStore();
  const walk = store.syncs.startPass('proxies');
  const right = page(proxies(600)).rows;
  const wrong: ReceivedRows = {
    count: 601,
    digests: Buffer.alloc(601 * 16, 7),
    read: (row) => (row < 300 ? makeProxy(row + 5000) : 'wrong-cut'),
    readWhole: () => right,
  };
  expect(walk.write(wrong)).toEqual({ added: 600, changed: 0, withoutId: 0 });
  walk.close();
  expect(walk.seenCount()).toBe(600);
  expect(store.syncs.countRows('proxies')).toBe(600);
});
