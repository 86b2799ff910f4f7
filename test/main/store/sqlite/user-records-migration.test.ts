/** The user's records when a new version changes their tables. */
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import { backUpRecords, recordsFileOf } from '../../../../src/main/store/sqlite/user-records.ts';
import { openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { recordsSchema } from '../../../../src/main/store/schema/schema.ts';
import { expectPrivate } from '../../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { codeOf, makeDatabaseName } from '../support.ts';
import { first, look, makeVersion, newest, prepare, schemaOf } from './versions.ts';

test.each([first, first + 1])(
  'records of version %i are migrated, and a private copy of them is kept until the next migration',
  (version) => {
    const records = makeVersion(version);
    const other = `${records}.version-${version === first ? first + 1 : first}`;
    copyFileSync(records, other);
    prepare(records);
    expect(look(records)).toEqual({ version: newest.version, whole: 'ok', results: 3 });
    const copy = `${records}.version-${version}`;
    expect(look(copy)).toEqual({ version, whole: 'ok', results: 3 });
    expectPrivate(copy);
    expect(existsSync(other)).toBe(false);
    const bytes = readFileSync(copy);
    prepare(records);
    expect(readFileSync(copy)).toEqual(bytes);
  },
);

test('a copy from before a migration is deleted after 30 days', () => {
  const records = makeVersion(first);
  prepare(records);
  const copy = `${records}.version-${first}`;
  backUpRecords(records);
  expect(existsSync(copy)).toBe(true);
  // A clock that is ahead for one start deletes nothing.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 365 * 24 * 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  backUpRecords(records);
  vi.useRealTimers();
  expect(existsSync(copy)).toBe(true);
  const past = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  utimesSync(copy, past, past);
  backUpRecords(records);
  expect(existsSync(copy)).toBe(false);
});

test('records that counted what the machine was to blame for, and latencies of failures, are corrected', () => {
  const file = makeVersion(5);
  const db = new Database(file);
  db.exec(
    `DELETE FROM test_result;
     INSERT INTO test_result (key, test_run_id, proxy_id, proxy_test_result_is_successful,
         proxy_test_result_response_time, received_at_ms, fault, reason, bytes) VALUES
       (1, 7, 'worked', 1, 120, 1000, NULL, NULL, 9), (2, 7, 'worked', 0, NULL, 2000, 'machine', 'no-route', 0),
       (3, 7, 'new', 0, NULL, 2000, 'machine', 'no-route', 0), (4, 7, 'fails', 0, 40, 2000, 'proxy', 'refused', 9);
     INSERT INTO proxy_test (proxy_id, test_count, success_count, last_received_at_ms, last_is_successful,
         last_response_time, last_source, last_code, last_fault, last_failed_at) VALUES
       ('worked', 2, 1, 2000, 0, NULL, 'gateway', 'no-route', 'machine', '1970-01-01 00:00:02'),
       ('new', 1, 0, 2000, 0, NULL, 'gateway', 'no-route', 'machine', '1970-01-01 00:00:02'),
       ('fails', 1, 0, 2000, 0, 40, 'here', 'refused', 'proxy', '1970-01-01 00:00:02');`,
  );
  db.close();
  prepare(file);
  const migrated = new Database(file, { readonly: true });
  onTestFinished(() => void migrated.close());
  const rows = migrated
    .prepare(
      `SELECT proxy_id, test_count, success_count, last_is_successful, last_response_time, last_code, last_fault,
         last_failed_at FROM proxy_test ORDER BY proxy_id`,
    )
    .raw()
    .all();
  expect(rows).toEqual([
    ['fails', 1, 0, 0, null, 'refused', 'proxy', '1970-01-01 00:00:02'],
    ['worked', 1, 1, 1, 120, null, null, null],
  ]);
});

test('a new file has the tables of a migrated one', () => {
  const migrated = makeVersion(first);
  prepare(migrated);
  const created = join(makeTemporaryFolder(), 'new.records');
  prepare(created);
  const tablesOf = (file: string): unknown => {
    const connection = connect(file, { readOnly: true });
    const tables = connection.all(
      `SELECT t.name, c.name, c.type, c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
       ORDER BY t.name, c.cid`,
    );
    connection.close();
    return tables;
  };
  expect(tablesOf(created)).toEqual(tablesOf(migrated));
});

test('records of version 3 lose the journal of edits and the counts of syncs, and nothing else', () => {
  const file = join(makeTemporaryFolder(), 'account.sqlite.records');
  prepare(file, schemaOf(3));
  type Rows = Record<string, unknown>[];
  const readTables = (): Record<string, Rows> => {
    const db = new Database(file);
    const names = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    const rows = names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
    db.close();
    return Object.fromEntries(rows) as Record<string, Rows>;
  };
  const db = new Database(file);
  db.exec(`INSERT INTO tag (id, name, color) VALUES (5, 'burnt', 'red');
    INSERT INTO proxy_tag VALUES (5, 'proxy-1');
    INSERT INTO service_tag VALUES (5, 'service-1');
    INSERT INTO proxy_note VALUES ('proxy-1', 'mine');
    INSERT INTO saved (kind, name, content, position) VALUES ('view', 'US', '{}', 1);
    INSERT INTO sync (sync_id, kind, started_at, added_count, changed_count, change_bytes)
      VALUES (7, 'sync', '2026-11-01T00:00:00.000Z', 1, 1, 300);
    INSERT INTO change (sync_id, changed_at, kind, list, record_id)
      VALUES (7, '2026-11-01 00:00:00', 'added', 'proxies', 'proxy-1'),
             (7, '2026-11-01 00:00:00', 'changed', 'proxies', 'proxy-2');
    INSERT INTO edit (id, label, made_at_ms) VALUES (1, 'Added.', 0);
    INSERT INTO edit_change VALUES (1, 'proxy_tag', 5, 'proxy-1', NULL, '1');`);
  db.close();
  const { edit, edit_change: edited, sync: syncs = [], sqlite_sequence: ids, ...before } = readTables();
  expect([edit, edited]).toMatchObject([{ length: 1 }, { length: 1 }]);
  prepare(file, recordsSchema);
  const { sync: syncsLeft = [], sqlite_sequence: idsLeft, served_list: lists, ...after } = readTables();
  expect(after).toEqual(before);
  expect(lists).toEqual([]);
  expect(idsLeft).toEqual(ids?.filter(({ name }) => name !== 'edit'));
  expect(syncs).toMatchObject(syncsLeft);
  const countColumns = /^(added|changed|removed|replaced)_count$|^change_bytes$/;
  expect(Object.keys(syncsLeft[0] ?? {})).toEqual(
    Object.keys(syncs[0] ?? {}).filter((name) => !countColumns.test(name)),
  );
});

test('runs of version 5 lose the rows of results that belong to none of their proxies, and no longer count them', () => {
  const file = join(makeTemporaryFolder(), 'account.sqlite.records');
  prepare(file, schemaOf(5));
  const db = new Database(file);
  db.exec(`INSERT INTO test_run (id, state, started_at, urls, proxy_count, skipped_count, batch_count, proxies_tested, proxies_passed)
      VALUES (7, 'finished', '2026-01-01T00:00:00.000Z', '[]', 2, 0, 1, 3, 2);
    INSERT INTO tested_proxy (key, test_run_id, proxy_id, state, result_count, success_count) VALUES
      ((7 << 32), 7, 'proxy-1', 'done', 1, 1), ((7 << 32) + 1, 7, 'proxy-2', 'done', 1, 0),
      ((7 << 32) + 2, 7, NULL, 'done', 1, 1);`);
  db.close();
  prepare(file, recordsSchema);
  const migrated = new Database(file, { readonly: true });
  expect(migrated.prepare('SELECT proxies_tested, proxies_passed FROM test_run').raw().all()).toEqual([[2, 1]]);
  expect(migrated.prepare('SELECT proxy_id FROM tested_proxy').pluck().all()).toEqual(['proxy-1', 'proxy-2']);
  migrated.close();
});

test('a migration that fails changes nothing', () => {
  const records = makeVersion(first);
  const broken = schemaOf(first, ['DELETE FROM test_result', 'CREATE TABLE test_run (id INTEGER)']);
  expect(() => {
    prepare(records, broken);
  }).toThrow();
  expect(look(records)).toEqual({ version: first, whole: 'ok', results: 3 });
  prepare(records);
  expect(look(records)).toEqual({ version: newest.version, whole: 'ok', results: 3 });
});

test('damaged records are restored from the copy before a migration if all backups are damaged', () => {
  const file = makeDatabaseName();
  const records = recordsFileOf(file);
  const old = makeVersion(first);
  openStore({ file }).close();
  copyFileSync(old, `${records}.version-${first}`);
  for (const name of [records, `${records}.backup`]) {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(name + suffix)) truncateSync(name + suffix, 0);
  }
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toHaveLength(1);
  expect(store.testRuns.list()).toMatchObject([{ id: 7, urls: ['https://a.example/'] }]);
  store.close();
});

test('records with other tables than those of their version are not migrated', () => {
  const records = makeVersion(first);
  const db = new Database(records);
  db.exec('ALTER TABLE test_result RENAME COLUMN proxy_id TO proxy_ie');
  db.close();
  expect(
    codeOf(() => {
      prepare(records);
    }),
  ).toBe('database-damaged');
});

test('records of a newer version are refused and not changed by a byte', () => {
  const records = makeVersion(first);
  prepare(records);
  const file = makeDatabaseName();
  openStore({ file }).close();
  copyFileSync(records, recordsFileOf(file));
  const before = readFileSync(recordsFileOf(file));
  expect(codeOf(() => openOrRebuildStore({ file }).store)).toBe('database-newer');
  expect(readFileSync(recordsFileOf(file))).toEqual(before);
});

test('drafts of killed processes are deleted once they are old', () => {
  const file = makeDatabaseName();
  openStore({ file }).close();
  const drafts = [`${file}.new-123`, `${file}.records.new-123`, `${file}.records.backup.new-9`];
  for (const draft of drafts) copyFileSync(file, draft);
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const future = new Date(Date.now() + 2 * 60 * 60 * 1000);
  const [, second = '', third = ''] = drafts;
  utimesSync(second, past, past);
  utimesSync(third, future, future);
  openOrRebuildStore({ file }).store.close();
  expect(readdirSync(dirname(file)).filter((name) => name.includes('.new-'))).toEqual([basename(drafts[0] ?? '')]);
});
