/** The user's records in versions before and after the current one. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { prepareRecords } from '../../../../src/main/store/sqlite/user-records.ts';
import { recordsSchema } from '../../../../src/main/store/schema/schema.ts';
import { makeMigratingSchema } from '../../../../src/main/store/sqlite/migrate.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

/** The statements of all versions, with two after the current one, as the next releases might bring them. */
export const steps = [
  ...recordsSchema.stepsFrom(0),
  'ALTER TABLE test_run ADD COLUMN comment TEXT; UPDATE test_run SET comment = id;',
  'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; INSERT INTO later SELECT key FROM test_result;',
];
/** The version that the app has today. */
export const first = recordsSchema.version;
/** The schema of a version, with statements of a test behind it. */
export const schemaOf = (stepCount: number, more: string[] = []) =>
  makeMigratingSchema({ ...recordsSchema, steps: [...steps.slice(0, stepCount), ...more] });
/** The last of the versions after the current one. */
export const newest = schemaOf(steps.length);
/** Opens records as the app does at its start, which migrates them. */
export const prepare = (file: string, schema = newest): void => {
  prepareRecords(file, schema, { isChecked: false });
};

/** Writes records of a version, with one test run and its results. */
export function makeVersion(version: number, resultCount = 3): string {
  const file = join(makeTemporaryFolder(), 'account.sqlite.records');
  prepare(file, schemaOf(version));
  const db = new Database(file);
  db.exec(
    `INSERT INTO test_run (id, state, started_at, urls, proxy_count, skipped_count, batch_count)
       VALUES (7, 'finished', '2026-01-01T00:00:00.000Z', '["https://a.example/"]', 1, 0, 1);
     WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${resultCount})
       INSERT INTO test_result (test_run_id, proxy_id, proxy_test_result_url)
       SELECT 7, printf('proxy-%d', n), 'https://a.example/' FROM number;`,
  );
  db.close();
  return file;
}

/** Reads the version of records, whether they are intact, and how many results they have. */
export function look(file: string): { version: unknown; whole: unknown; results: unknown } {
  const db = new Database(file, { readonly: true });
  try {
    return {
      version: db.pragma('user_version', { simple: true }),
      whole: db.pragma('integrity_check', { simple: true }),
      results: db.prepare('SELECT count(*) FROM test_result').pluck().get(),
    };
  } finally {
    db.close();
  }
}
