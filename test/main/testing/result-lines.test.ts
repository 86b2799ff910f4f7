import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/main/store/index.ts';
import { recordsFileOf } from '../../../src/main/store/sqlite/user-records.ts';
import { resultLines } from '../../../src/main/testing/result-lines.ts';
import { buildBenchModule } from '../../bench/build-module.ts';
import { makeDatabaseName } from '../store/support.ts';

const heapMegabytes = 48;

/** A run whose results have a kilobyte each. */
function makeRun(resultCount: number): string {
  const file = makeDatabaseName();
  const store = openStore({ file });
  const counts = { proxyCount: 1, skippedCount: 0, batchCount: 0 };
  store.testRuns.start({ urls: [], proxyUserId: null, ...counts });
  store.close();
  const db = new Database(recordsFileOf(file));
  // The IDs have gaps, as if other runs had stored results in between.
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(resultCount)})
    INSERT INTO test_result (id, test_run_id, proxy_host, proxy_test_result_url, extra)
    SELECT i * 3, 1, 'h' || i, printf('https://example.com/%0500d', i), '{"more":"' || printf('%0500d', i) || '"}' FROM n`);
  db.close();
  return file;
}

test('results that do not fit in memory are written as CSV and as JSON', async () => {
  const resultCount = 60_000;
  const file = makeRun(resultCount);
  const program = await buildBenchModule(
    join(import.meta.dirname, '../../support/write-results.ts'),
  );
  for (const [format, others] of [
    ['csv', 1],
    ['json', 2],
  ] as const) {
    const written = execFileSync(
      process.execPath,
      [`--max-old-space-size=${String(heapMegabytes)}`, program, file, '1', format],
      { encoding: 'utf8' },
    );
    expect(Number(written)).toBe(resultCount + others);
  }
});

test('every result is written once, in its order, however many parts are read', () => {
  const resultCount = 2500;
  const store = openStore({ file: makeRun(resultCount), isSecond: true });
  const hosts = Array.from({ length: resultCount }, (_, index) => `h${String(index + 1)}`);
  const csv = [...resultLines(store, 1, 'csv')];
  expect(csv.slice(1).map((line) => /"(h\d+)"/.exec(line)?.[1])).toEqual(hosts);
  const json = [...resultLines(store, 1, 'json')];
  const records = JSON.parse(json.join('\n')) as { proxy_host: string; more: string }[];
  expect(records.map((record) => record.proxy_host)).toEqual(hosts);
  expect(records[0]?.more).toBe('1'.padStart(500, '0'));
  store.close();
});

test('a run without results is an empty list and a heading', () => {
  const store = openStore({ file: makeDatabaseName() });
  const counts = { proxyCount: 1, skippedCount: 0, batchCount: 0 };
  const id = store.testRuns.start({ urls: [], proxyUserId: null, ...counts });
  expect([...resultLines(store, id, 'json')]).toEqual(['[', ']']);
  expect([...resultLines(store, id, 'csv')]).toHaveLength(1);
  store.close();
});
