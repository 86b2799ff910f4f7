import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { createSyncs } from '../../../../src/main/store/write/syncs.ts';
import { createMaskUser } from '../../../../src/main/store/read/memory/proxy-masks.ts';
import { type Vault, createVaultKey } from '../../../../src/main/store/schema/vault.ts';
import { expectPrivate } from '../../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import {
  findIds,
  firstRows,
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeStore,
  privateKey,
  proxyKeys,
  query,
} from '../support.ts';
import { damages } from './damages.ts';

const withCode = (code: string): unknown =>
  expect.objectContaining({ failure: expect.objectContaining({ code }) as unknown });
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A closed database with some rows in it. */
function makeFilledFile(proxyCount = 200): string {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock(privateKey);
  store.syncs.writePage('proxies', makeProxies(proxyCount));
  store.close();
  return file;
}

test('a database that was removed before it is opened is missed, and not made empty', () => {
  const file = makeDatabaseName();
  mkdirSync(dirname(file), { recursive: true });
  expect(() => connect(file, { readOnly: false })).toThrow();
  expect(existsSync(file)).toBe(false);
});

test.skipIf(process.platform === 'win32')('the file is private, and so is a folder made for it', () => {
  const file = join(makeTemporaryFolder(), 'accounts', 'a.sqlite');
  const store = makeStore(file);
  store.syncs.writePage('proxies', [makeProxy(1)]);
  for (const suffix of ['', '-wal', '-shm']) expectPrivate(file + suffix);
  expectPrivate(dirname(file));
  for (const name of readdirSync(dirname(file))) {
    expect(name).toMatch(/^a\.sqlite(\.records|\.requests)?(-wal|-shm)?$/);
    expectPrivate(join(dirname(file), name));
  }
});

test('a database of a newer version is refused and not changed by a byte', () => {
  const file = makeFilledFile();
  const db = new Database(file);
  db.pragma('user_version = 1000000');
  db.close();
  const before = digest(file);
  expect(() => openStore({ file })).toThrow(withCode('database-newer'));
  expect(() => openOrRebuildStore({ file })).toThrow(withCode('database-newer'));
  expect(digest(file)).toBe(before);
});

test.each([
  ...damages,
  [
    'is overwritten in the middle',
    (file: string) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 8192, bytes.length - 8192);
      writeFileSync(file, bytes);
    },
  ] as const,
  [
    'has a bit flipped in the name of a column',
    (file: string) => {
      const bytes = readFileSync(file);
      const at = bytes.indexOf('http_port INTEGER');
      expect(at).toBeGreaterThan(0);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ] as const,
])('a file that %s is refused unchanged, then moved aside unchanged', (_what, damage) => {
  const file = makeFilledFile();
  damage(file);
  const before = digest(file);
  expect(() => openStore({ file })).toThrow(withCode('database-damaged'));
  expect(digest(file)).toBe(before);
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toEqual([expect.stringMatching(/^account\.sqlite\.damaged-/)]);
  expect(digest(join(dirname(file), setAside[0] ?? ''))).toBe(before);
  expect(store.syncs.countRows('proxies')).toBe(0);
  store.unlock(privateKey);
  expect(store.syncs.writePage('proxies', [makeProxy(1)]).added).toBe(1);
  store.close();
  const again = openOrRebuildStore({ file });
  expect(again.setAside).toEqual([]);
  expect(again.store.syncs.countRows('proxies')).toBe(1);
  again.store.close();
});

test('a store that is only read finds the rows and refuses to write', () => {
  const file = makeFilledFile(3);
  const store = openStore({ file, readOnly: true });
  store.unlock(privateKey);
  expect(findIds(store, '')).toHaveLength(3);
  expect(store.proxies.record(makeProxy(1).id, { secrets: true })).toEqual(makeProxy(1).fields);
  expect(() => store.syncs.writePage('proxies', [makeProxy(9)])).toThrow(withCode('read-only'));
  store.close();
  expect(() => openStore({ file: makeDatabaseName(), readOnly: true })).toThrow(withCode('not-found'));
});

test('a folder in which no file can be created gives a clear failure', () => {
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => openStore({ file: join(folder, 'file', 'a.sqlite') })).toThrow(withCode('read-only'));
  mkdirSync(join(folder, 'folder.sqlite'));
  expect(() => openStore({ file: join(folder, 'folder.sqlite') })).toThrow();
});

test('a full disk rolls back the page and gives a clear failure', () => {
  const writer = openDatabase(makeFilledFile(1), accountSchemas, { readOnly: false });
  const vaultKey = createVaultKey(writer);
  vaultKey.unlock(privateKey);
  const vault = (): Vault => vaultKey.vault();
  const context = { writer, reader: () => writer, vault, masks: createMaskUser(writer), nowMs: () => Date.now() };
  const syncs = createSyncs(context);
  writer.pragma(`max_page_count = ${String(Number(writer.pragma('page_count')) + 2)}`);
  const many = makeProxies(2000);
  expect(() => syncs.writePage('proxies', many)).toThrow(withCode('disk-full'));
  expect(syncs.countRows('proxies')).toBe(1);
  writer.pragma('max_page_count = 1000000');
  expect(syncs.writePage('proxies', many).added).toBe(1999);
  writer.close();
});

test('a stream shows one state while pages are written meanwhile, and ends with the store', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const rows = makeProxies(300);
  store.syncs.writePage('proxies', rows);
  const window = firstRows('', 'proxies', 10_000);
  const stream = store.proxies.records(window, { secrets: true });
  const seen = [stream.next().value];
  store.syncs.writePage('proxies', [makeProxy(5, { city_name: 'Moved' }), makeProxy(500)]);
  for (const record of stream) seen.push(record);
  expect(seen).toEqual(rows.map(({ fields }) => fields));
  const other = openStore({ file });
  const left = other.proxies.records(window, { secrets: false });
  left.next();
  other.close();
  expect(findIds(store, 'city:moved')).toEqual([makeProxy(5).id]);
});

test('two stores on one file see each other and write in turn', () => {
  const file = makeDatabaseName();
  const one = makeStore(file);
  const two = makeStore(file);
  one.syncs.writePage('proxies', [makeProxy(1)]);
  expect(two.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)])).toMatchObject({ added: 1 });
  two.syncs.finishList('proxies', proxyKeys(two));
  // What two has swept away, one must not take for still there.
  one.syncs.writePage('proxies', [makeProxy(1)]);
  expect(two.proxies.record(makeProxy(1).id, { secrets: true })).toEqual(makeProxy(1).fields);
});

test('the cache of another account in the place of this one is refused, moved aside and filled again', () => {
  const file = makeFilledFile(5);
  const other = join(dirname(file), 'other.sqlite');
  copyFileSync(file, other);
  const before = digest(other);
  expect(() => openStore({ file: other })).toThrow(withCode('database-damaged'));
  expect(() => openStore({ file: other, readOnly: true })).toThrow(withCode('database-damaged'));
  const { store, setAside } = openOrRebuildStore({ file: other });
  expect(store.proxies.count(query(''))).toBe(0);
  store.close();
  expect(setAside).toHaveLength(1);
  expect(digest(join(dirname(file), setAside[0] ?? ''))).toBe(before);
  // The one that it was copied from stays as it is.
  const own = openStore({ file });
  expect(own.proxies.count(query(''))).toBe(5);
  own.close();
});
