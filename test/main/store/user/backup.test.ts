import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import { makeDatabaseName, makeStore } from '../support.ts';

/** What a backup leaves out, and why; everything else has to be in it. */
const leftOut: { readonly [table: string]: string } = {
  gateway_token: 'secrets',
  served_list: 'secrets',
  export_target: 'a file that somebody else made must not say where Proxydeck writes',
};

interface Column {
  readonly name: string;
  readonly type: string;
}

function withRecords<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'")
    .pluck()
    .all();

/** Puts a row with a value in every column into every table of the schema. */
function fillEverything(file: string): void {
  withRecords(file, (db) => {
    db.pragma('foreign_keys = OFF');
    for (const table of tablesOf(db)) {
      const columns = db.pragma(`table_info(${table})`) as Column[];
      const values = columns.map(({ name, type }) =>
        type === 'TEXT' ? `${table} ${name}` : type === 'BLOB' ? Buffer.from(name) : 7,
      );
      const names = columns.map(({ name }) => name).join(', ');
      const places = columns.map(() => '?').join(', ');
      db.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`).run(values);
    }
  });
}

function readEverything(file: string): { readonly [table: string]: unknown[] } {
  return withRecords(file, (db) =>
    Object.fromEntries(
      [...tablesOf(db), 'sqlite_sequence'].map((table) => [
        table,
        db.prepare(`SELECT * FROM ${table} ORDER BY 1`).raw().all(),
      ]),
    ),
  );
}

const openWithRecords = (): { store: Store; records: string; folder: string } => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  return { store, records: `${file}.records`, folder: dirname(file) };
};

test('a restored account has every table and every column of the one that was backed up', async () => {
  const { store, records, folder } = openWithRecords();
  fillEverything(records);
  const original = readEverything(records);
  for (const rows of Object.values(original)) expect(rows.length).toBeGreaterThan(0);
  const backup = join(folder, 'my.proxydeck-backup');
  await store.backUpTo(backup);
  expect(readdirSync(folder).filter((name) => /partial|\.new-|backup-/.test(name))).toEqual([]);

  const other = openWithRecords();
  other.store.tags.put({ name: 'mine' });
  other.store.restoreFrom(backup);
  const restored = readEverything(other.records);
  for (const [table, rows] of Object.entries(original)) {
    expect(restored[table], table).toEqual(table in leftOut ? [] : rows);
  }
  // The store that was open sees them, and what was there before can be restored again.
  expect(other.store.tags.list().map(({ name }) => name)).toEqual(['tag name']);
  other.store.restoreFrom(`${other.records}.before-restore`);
  expect(other.store.tags.list().map(({ name }) => name)).toEqual(['mine']);
});

test('a backup has no secrets, and does not say where files are written', async () => {
  const { store, records, folder } = openWithRecords();
  fillEverything(records);
  withRecords(records, (db) => {
    db.exec("UPDATE export_target SET path = '/tmp/x.txt'");
  });
  const backup = join(folder, 'backup');
  await store.backUpTo(backup);
  expect(readFileSync(backup).includes('/tmp/x.txt')).toBe(false);
  // Neither does one that somebody else made.
  withRecords(backup, (db) => {
    db.exec("INSERT INTO export_target VALUES (7, '/etc/x', 1, NULL, NULL, '[]')");
  });
  store.restoreFrom(backup);
  expect([...store.exportTargets.all()]).toEqual([]);
});

const opened = { port: 24_555, where: '', needsToken: false, allowsPrivate: true, isShared: true };
const hourly = {
  everyHours: 1,
  viewId: null,
  where: '',
  urls: ['http://a.example/'],
  proxyUserId: null,
  settings: null,
};

test('a backup that somebody else made opens nothing and starts nothing, and the answer names it', async () => {
  const foreign = openWithRecords();
  foreign.store.saved.put({ kind: 'gateway-rule', name: 'open', content: opened });
  foreign.store.saved.put({ kind: 'gateway-rule', name: 'closed', content: { ...opened, needsToken: true } });
  foreign.store.saved.put({ kind: 'test-schedule', name: 'hourly', content: hourly });
  foreign.store.settings.set({ gatewayStarts: true });
  const backup = join(foreign.folder, 'theirs');
  await foreign.store.backUpTo(backup);

  const mine = openWithRecords();
  mine.store.saved.put({ kind: 'gateway-rule', name: 'CLOSED', content: { ...opened, allowsPrivate: false } });
  const { before, turnedOff } = mine.store.restoreFrom(backup);
  expect(turnedOff).toEqual([
    'clients without a token of the rule "open"',
    'targets in private networks of the rule "open"',
    'use by agents of the rule "open"',
    'targets in private networks of the rule "closed"',
    'the repeated test "hourly"',
    'the start of the gateway with Proxydeck',
  ]);
  const safe = { needsToken: true, allowsPrivate: false };
  expect(mine.store.saved.list('gateway-rule').map(({ content }) => content)).toEqual([
    { ...opened, ...safe, isShared: false },
    { ...opened, ...safe },
  ]);
  expect(mine.store.saved.list('test-schedule')).toEqual([]);
  expect(mine.store.settings.get().gatewayStarts).toBe(false);
  // The account's own records come back as they were.
  expect(mine.store.restoreFrom(before).turnedOff).toEqual([]);
  expect(mine.store.saved.list('gateway-rule')).toMatchObject([{ content: { needsToken: false, isShared: true } }]);
});

test('a line that goes direct is blocked if the account did not have it', async () => {
  const foreign = openWithRecords();
  const lines = 'a.example -> direct\nb.example -> direct\n* -> this rule';
  foreign.store.saved.put({ kind: 'gateway-rule', name: 'scraper', content: { lines } });
  const backup = join(foreign.folder, 'theirs');
  await foreign.store.backUpTo(backup);
  const mine = openWithRecords();
  mine.store.saved.put({ kind: 'gateway-rule', name: 'scraper', content: { lines: 'a.example -> direct' } });
  expect(mine.store.restoreFrom(backup).turnedOff).toEqual(['lines that go direct of the rule "scraper"']);
  expect(mine.store.saved.list('gateway-rule')).toMatchObject([
    { content: { lines: 'a.example -> direct\nb.example -> block\n* -> this rule' } },
  ]);
});

test('what an account had turned on stays on when its own backup is restored', async () => {
  const { store, folder } = openWithRecords();
  store.saved.put({ kind: 'gateway-rule', name: 'open', content: opened });
  store.saved.put({ kind: 'test-schedule', name: 'hourly', content: hourly });
  store.settings.set({ gatewayStarts: true });
  const backup = join(folder, 'mine');
  await store.backUpTo(backup);
  expect(store.restoreFrom(backup).turnedOff).toEqual([]);
  expect(store.saved.list('gateway-rule')).toMatchObject([{ content: opened }]);
  expect(store.saved.list('test-schedule')).toMatchObject([{ content: hourly }]);
  expect(store.settings.get().gatewayStarts).toBe(true);
});

test('a file that is damaged, foreign, newer or cut off is refused, and nothing is changed', async () => {
  const { store, records, folder } = openWithRecords();
  store.tags.put({ name: 'mine' });
  const good = join(folder, 'good');
  await store.backUpTo(good);
  const before = readEverything(records);
  const file = (name: string, change: (path: string) => void): string => {
    const path = join(folder, name);
    copyFileSync(good, path);
    change(path);
    return path;
  };
  const bytes = readFileSync(good);
  const bad: readonly (readonly [string, RegExp])[] = [
    [
      file('text', (path) => {
        writeFileSync(path, 'tags: mine');
      }),
      /not a backup/,
    ],
    [
      file('empty', (path) => {
        writeFileSync(path, '');
      }),
      /not a backup/,
    ],
    [
      file('cut', (path) => {
        writeFileSync(path, bytes.subarray(0, bytes.length / 2));
      }),
      /not a backup/,
    ],
    [
      file('flipped', (path) => {
        const flipped = Buffer.from(bytes);
        flipped.fill(0xa5, 8192 * 2, 8192 * 3);
        writeFileSync(path, flipped);
      }),
      /not a backup/,
    ],
    [
      file('foreign', (path) => {
        withRecords(path, (db) => db.pragma('application_id = 1'));
      }),
      /not a backup/,
    ],
    [
      file('column', (path) => {
        withRecords(path, (db) => db.exec('ALTER TABLE tag ADD COLUMN x TEXT'));
      }),
      /not a backup/,
    ],
    [
      file('trigger', (path) => {
        withRecords(path, (db) => db.exec('CREATE TRIGGER t AFTER INSERT ON tag BEGIN DELETE FROM saved; END'));
      }),
      /not a backup/,
    ],
    [
      file('newer', (path) => {
        withRecords(path, (db) => db.pragma('user_version = 99'));
      }),
      /newer Proxydeck/,
    ],
    [join(folder, 'missing'), /could not be read/],
    [folder, /not a backup/],
  ];
  for (const [path, message] of bad) {
    expect(() => {
      store.restoreFrom(path);
    }, path).toThrow(message);
    expect(readEverything(records)).toEqual(before);
  }
  expect(existsSync(`${records}.before-restore`)).toBe(false);
  expect(readdirSync(folder).filter((name) => /\.new-|needs-check/.test(name))).toEqual([]);
});

test('a backup that cannot be saved leaves the file from before', async () => {
  const { store, folder } = openWithRecords();
  await expect(store.backUpTo(join(folder, 'no', 'such', 'folder'))).rejects.toThrow(/could not be saved there/);
});
