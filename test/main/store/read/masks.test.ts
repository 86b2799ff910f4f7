import { copyFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../../../src/main/store/index.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { countBits } from '../../../../src/main/store/read/memory/bits.ts';
import { createMaskUser } from '../../../../src/main/store/read/memory/proxy-masks.ts';
import { firstRows, makeDatabaseName, makeProxy, makeStore, makeUuid, query } from '../support.ts';

function openReader(file: string): Store {
  const reader = openStore({ file, readOnly: true, isSecond: true });
  onTestFinished(() => {
    reader.close();
  });
  return reader;
}

const makeProxies = (count: number, city: string) =>
  Array.from({ length: count }, (_, number) => makeProxy(number, { city_name: city }));
/** What the window shows of a filter. */
const seen = (store: Store, text = 'city:york') => ({
  count: store.proxies.countMasked(query(text)),
  city: store.proxies.facets(query(text)).city.map(({ value, count }) => [value, count]),
  rows: store.proxies.listMasked(firstRows(text)).map((row) => row.city_name),
});

test('an edit of this connection and of another one is seen at once', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const reader = openReader(file);
  store.syncs.writePage('proxies', makeProxies(10, 'York'));
  for (const each of [store, reader]) expect(seen(each)).toMatchObject({ count: 10 });
  store.syncs.writePage('proxies', [makeProxy(3, { city_name: 'Berlin' })]);
  for (const each of [store, reader]) {
    expect(seen(each)).toMatchObject({ count: 9 });
    expect(seen(each, '').city).toEqual([
      ['York', 9],
      ['Berlin', 1],
    ]);
  }
  store.tags.change({ kind: 'ids', ids: [makeUuid(3)] }, { add: ['b'], remove: [] });
  for (const each of [store, reader]) expect(seen(each, 'tag:b').rows).toEqual(['Berlin']);
});

test('each page of a sync in progress is seen, whatever was in memory before it', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const reader = openReader(file);
  const walk = store.syncs.startPass('proxies');
  for (let page = 0; page < 5; page += 1) {
    walk.write(makeProxies(50 * (page + 1), 'York').slice(50 * page));
    expect(seen(reader).count).toBe(50 * (page + 1));
    expect(seen(reader, '').city).toEqual([['York', 50 * (page + 1)]]);
  }
  walk.close();
  expect(seen(reader).rows).toHaveLength(250);
});

test('what a transaction changed is not kept in memory once it is rolled back', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', makeProxies(10, 'York'));
  const reader = openReader(file);
  const before = seen(store);
  const writer = openDatabase(file, accountSchemas, { readOnly: false });
  expect(() => {
    writer.transact(() => {
      writer.run("UPDATE proxy SET city_name = 'Berlin' WHERE key < 5");
      expect(seen(reader)).toEqual(before);
      throw new Error('rolled back');
    });
  }).toThrow();
  writer.close();
  expect(seen(reader)).toEqual(before);
});

test('what is read within a transaction is of that transaction, and ends with it', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', makeProxies(10, 'York'));
  const connection = openDatabase(file, accountSchemas, { readOnly: false });
  const masks = createMaskUser(connection);
  const count = () => masks((from) => countBits(from.of(query('city:york'))));
  for (const isKept of [false, true]) {
    expect(count()).toBe(10);
    try {
      connection.transact(() => {
        connection.run("UPDATE proxy SET city_name = 'Berlin' WHERE key < 5");
        expect(count()).toBe(6);
        if (!isKept) throw new Error('rolled back');
      });
    } catch {
      // It is rolled back on purpose.
    }
  }
  expect(count()).toBe(6);
  connection.close();
});

test('a cache that was replaced has masks and columns of its own', () => {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock('key');
  store.syncs.writePage('proxies', makeProxies(10, 'York'));
  expect(seen(store).count).toBe(10);
  store.close();
  const other = makeDatabaseName();
  const filled = openStore({ file: other });
  filled.unlock('key');
  filled.syncs.writePage('proxies', makeProxies(3, 'York'));
  filled.close();
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  copyFileSync(other, file);
  const writer = openDatabase(file, accountSchemas, { readOnly: false, isChecked: true });
  writer.close();
  const reopened = openReader(file);
  expect(seen(reopened).count).toBe(3);
});

test('more changes than the log keeps are seen, too', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', makeProxies(60, 'York'));
  const reader = openReader(file);
  expect(seen(reader).count).toBe(60);
  const writer = openDatabase(file, accountSchemas, { readOnly: false });
  writer.transact(() => {
    for (let round = 0; round < 1000; round += 1) writer.run('UPDATE proxy SET asn_id = asn_id + 1');
    writer.run("UPDATE proxy SET city_name = 'Berlin' WHERE key <= 10");
  });
  expect(Number(writer.get('SELECT count(*) FROM proxy_change')?.[0])).toBeLessThanOrEqual(51_000);
  expect(seen(reader).count).toBe(50);
  // A key that is free again may be another row's.
  writer.run('DELETE FROM proxy WHERE key = (SELECT max(key) FROM proxy)');
  writer.close();
  expect(seen(reader, '').count).toBe(59);
  store.syncs.writePage('proxies', [makeProxy(77, { city_name: 'York' })]);
  expect(seen(reader, '').rows).toHaveLength(60);
  expect(seen(reader, '').rows.at(-1)).toBe('York');
});

test('columns that are read in turns with changes are of the last state', async () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', makeProxies(11_000, 'York'));
  const reader = openReader(file);
  expect(reader.proxies.countMasked(query(''))).toBe(11_000);
  const loading = reader.proxies.loadColumns();
  store.syncs.writePage('proxies', [makeProxy(5, { city_name: 'Berlin' }), makeProxy(30_000, { city_name: 'Berlin' })]);
  expect(reader.proxies.countMasked(query(''))).toBe(11_001);
  store.syncs.writePage('proxies', [makeProxy(10_500, { city_name: 'Berlin' })]);
  await loading;
  expect(seen(reader, '').city).toEqual([
    ['York', 10_998],
    ['Berlin', 3],
  ]);
});

test('two blocks that differ in bytes that are not text have masks of their own', () => {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    ['2001:db8::1', '2001:db9::1', '2001:db9::2'].map((address, number) =>
      makeProxy(number, { proxy_ip_address_v6: address }),
    ),
  );
  expect(store.proxies.countMasked(query('ip6:2001:db8::/32'))).toBe(1);
  expect(store.proxies.countMasked(query('ip6:2001:db9::/32'))).toBe(2);
});

/** Reads what filters look at; the second call waits for what the first one began. */
async function loadAll({ proxies }: Store): Promise<void> {
  await proxies.loadColumns();
  await proxies.loadColumns();
}

test('a new word is found in the texts in memory, which follow every change, as SQL finds it', async () => {
  const store = makeStore();
  const cities = [
    'Ghent',
    'New Ghent',
    'Gherla',
    'Oslo',
    'Zürich',
    'Ürgüp',
    'a\u0000b',
    '東京',
    '%_',
    'Oslo\u001fGhent',
  ];
  const proxies = Array.from({ length: 200 }, (_, number) =>
    makeProxy(number, {
      city_name: cities[number < cities.length ? number : 3] ?? null,
      proxy_ip_address_v6: number % 3 === 0 ? `2001:db8::${number.toString(16)}` : null,
    }),
  );
  store.syncs.writePage('proxies', proxies);
  store.tags.change({ kind: 'ids', ids: [makeUuid(8)] }, { add: ['ghentish'], remove: [] });
  store.notes.put({ kind: 'ids', ids: [makeUuid(9)] }, 'near Ghent', { isContinued: false });
  await loadAll(store);
  const words = [
    'gh',
    'ghe',
    'ghents',
    'hent',
    'zür',
    'üRGÜP',
    '-ghent',
    'os',
    'a\u0000b',
    '東',
    '%_',
    '2001:db8::c',
    'v',
  ];
  // Parts of an ID, of two fields in turn, of two rows in turn, and of a field with the byte that ends fields.
  words.push(
    makeUuid(7),
    makeUuid(7).slice(4, 20),
    'osloproxy',
    'europe',
    'oslo\u001f',
    '\u001f',
    '\ufffd',
    'ghent\u00ff',
  );
  const expectSame = (): void => {
    for (const word of words) {
      const where = query(word.includes('\u001f') ? `"${word}"` : word);
      expect([word, store.proxies.countMasked(where)]).toEqual([word, store.proxies.count(where)]);
    }
  };
  expectSame();
  store.syncs.writePage('proxies', [
    makeProxy(3, { city_name: 'Ghent' }),
    makeProxy(0, { city_name: 'Oslo' }),
    makeProxy(300, { city_name: 'Ghent' }),
  ]);
  expectSame();
  store.tags.change({ kind: 'ids', ids: [makeUuid(10)] }, { add: ['ghentie'], remove: [] });
  expect(store.proxies.countMasked(query('ghentie'))).toBe(1);
  const pass = store.syncs.startPass('proxies');
  pass.write([makeProxy(1, { city_name: 'Ghent' })]);
  pass.close();
  expectSame();
});

test('no row is read for a new word once the texts are in memory', async () => {
  const file = makeDatabaseName();
  makeStore(file).syncs.writePage('proxies', makeProxies(100, 'York'));
  const connection = openDatabase(file, accountSchemas, { readOnly: true });
  const asked: string[] = [];
  const column: typeof connection.column = (sql, ...params) => {
    asked.push(sql);
    return connection.column(sql, ...params);
  };
  const masks = createMaskUser({ ...connection, column });
  await masks((from) => from.columns).loadInSlices([], { hasWords: true });
  asked.length = 0;
  expect(masks((from) => countBits(from.of(query('york'))))).toBe(100);
  expect(asked.filter((sql) => sql.includes('r.search'))).toEqual([]);
  connection.close();
});
