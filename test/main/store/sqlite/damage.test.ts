/** What another program or a crash can do to the files of an account. */
import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import { openOrRebuildStore } from '../../../../src/main/store/index.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { markForCheck } from '../../../../src/main/store/sqlite/sqlite-failure.ts';
import { recordsFileOf } from '../../../../src/main/store/sqlite/user-records.ts';
import { createRandom } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { firstRows, codeOf, makeFilledFile, makeProxy, privateKey } from '../support.ts';
import { damageLargeFile, makeLarge } from './damages.ts';

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const everything = firstRows('', 'proxies', 100_000);

test('every connection has the settings that keep data whole and secret, read back', () => {
  const file = makeFilledFile(1);
  const records = recordsFileOf(file);
  const writer = openDatabase(file, accountSchemas, { readOnly: false });
  const reader = connect(file, { readOnly: true, records });
  for (const connection of [writer, reader]) {
    expect(
      Object.fromEntries(
        ['journal_mode', 'busy_timeout', 'foreign_keys', 'trusted_schema', 'cell_size_check', 'mmap_size'].map(
          (name) => [name, connection.pragma(name)],
        ),
      ),
    ).toEqual({
      journal_mode: 'wal',
      busy_timeout: 5000,
      foreign_keys: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      // Asked of a file that is not mapped, SQLite answers nothing or 0.
      mmap_size: connection.pragma('mmap_size') ?? undefined,
    });
    expect(connection.pragma('mmap_size') ?? 0).toBe(0);
    expect(connection.pragma('user.journal_mode')).toBe('wal');
  }
  // What matters to writing alone is not set for a reader, which can't write.
  for (const table of ['proxy', 'user.test_run']) {
    const write = (): void => {
      reader.exec(`DELETE FROM ${table}`);
    };
    expect(codeOf(write)).toBe('read-only');
  }
  // 2: FULL.
  for (const name of ['synchronous', 'user.synchronous']) expect(writer.pragma(name)).toBe(2);
  for (const name of ['secure_delete', 'user.secure_delete']) expect(writer.pragma(name)).toBe(1);
  reader.close();
  writer.close();
});

const damages: readonly (readonly [string, (file: string, draw: (below: number) => number) => void])[] = [
  [
    'flipped bits',
    (file, draw) => {
      const bytes = readFileSync(file);
      for (let flip = 0; flip < 40; flip += 1) {
        const at = draw(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
      }
      writeFileSync(file, bytes);
    },
  ],
  [
    'a cut',
    (file, draw) => {
      truncateSync(file, draw(statSync(file).size));
    },
  ],
  [
    'zeros',
    (file, draw) => {
      const bytes = readFileSync(file);
      const from = draw(bytes.length);
      writeFileSync(file, bytes.fill(0, from, Math.min(bytes.length, from + 4096 * (1 + draw(5)))));
    },
  ],
  [
    'a web page in its place',
    (file, draw) => {
      writeFileSync(file, '<!doctype html>'.repeat(1 + draw(500)));
    },
  ],
  [
    'a log of something else',
    (file, draw) => {
      writeFileSync(`${file}-wal`, Buffer.alloc(32 + draw(9000), draw(256)));
    },
  ],
  [
    'another program’s database',
    (file) => {
      rmSync(file);
      const db = new Database(file);
      db.exec('CREATE TABLE note (text); INSERT INTO note VALUES (1)');
      db.close();
    },
  ],
  [
    'something behind its end',
    (file, draw) => {
      appendFileSync(file, Buffer.alloc(1 + draw(9000), draw(256)));
    },
  ],
  [
    'an empty file',
    (file) => {
      truncateSync(file, 0);
    },
  ],
];

const damagedCount = rounds({ few: 8, many: 80 });

test(
  `damaged files do not crash: the damaged one is kept byte for byte, and a working copy opens (${damagedCount} files)`,
  { timeout: 60_000 + damagedCount * 2_000 },
  () => {
    const whole = makeFilledFile(300);
    const draw = createRandom(29);
    let setAsideCount = 0;
    for (let round = 0; round < damagedCount; round += 1) {
      const [name, damage] = damages[round % damages.length] ?? ['', () => undefined];
      const file = join(makeTemporaryFolder(), 'account.sqlite');
      for (const suffix of ['', '.records']) copyFileSync(whole + suffix, file + suffix);
      // Next to it is a file that must not be touched: the registry with its accounts.
      const registry = join(dirname(file), 'registry.sqlite');
      writeFileSync(registry, 'keys are named here');
      damage(file, draw);
      const damaged = digest(file);
      const { store, setAside } = openOrRebuildStore({ file });
      store.unlock(privateKey);
      for (const aside of setAside) {
        setAsideCount += 1;
        expect(digest(join(dirname(file), aside)), name).toBe(damaged);
        expect(store.syncs.countRows('proxies')).toBe(0);
      }
      // Whether it was found now or turns up only while it is used: nothing throws but a plain failure.
      const codes = [
        codeOf(() => [...store.proxies.records(everything, { secrets: true })]),
        codeOf(() => store.syncs.writePage('proxies', [makeProxy(1), makeProxy(1000)])),
      ];
      for (const code of codes) expect(['none', 'database-damaged'], name).toContain(code);
      store.close();
      const again = openOrRebuildStore({ file });
      again.store.unlock(privateKey);
      expect(
        codeOf(() => again.store.syncs.writePage('proxies', [makeProxy(2000)])),
        name,
      ).toBe('none');
      again.store.close();
      expect(readFileSync(registry, 'utf8')).toBe('keys are named here');
    }
    expect(setAsideCount).toBeGreaterThan(0.4 * damagedCount);
  },
);

test('damage that turns up only while a file is used is found at the next opening, however large the file', () => {
  const file = makeFilledFile(3000);
  damageLargeFile(file);
  expect(statSync(file).size).toBeGreaterThan(32 * 1024 * 1024);
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toEqual([]);
  store.unlock(privateKey);
  expect(codeOf(() => [...store.proxies.records(everything, { secrets: false })])).toBe('database-damaged');
  store.close();
  const again = openOrRebuildStore({ file });
  expect(again.setAside).toHaveLength(1);
  again.store.unlock(privateKey);
  expect(again.store.syncs.writePage('proxies', [makeProxy(1)]).added).toBe(1);
  again.store.close();
  expect(openOrRebuildStoreNames(file)).toEqual([]);
});

test('damage in the records of the user leaves a large cache in its place', () => {
  const file = makeFilledFile(100);
  makeLarge(file);
  const records = recordsFileOf(file);
  const { size } = statSync(records);
  const bytes = readFileSync(records);
  writeFileSync(records, bytes.fill(0xa5, size / 2));
  // SQLite reports damage for the connection, which is named after the cache.
  markForCheck(file);
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toEqual([expect.stringMatching(/\.records\.damaged-/)]);
  expect(store.syncs.countRows('proxies')).toBe(100);
  store.close();
});

function openOrRebuildStoreNames(file: string): readonly string[] {
  const { store, setAside } = openOrRebuildStore({ file });
  store.close();
  return setAside;
}
