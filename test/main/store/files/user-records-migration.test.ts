/** The person's own records when a new version changes their tables. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoService } from '../../../../src/main/demo/index.ts';
import { openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { asFailure } from '../../../../src/shared/failure.ts';
import { rounds, spread } from '../../../support/rounds.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { makeDatabaseName } from '../support.ts';

const folder = new URL('../../../../src/main/store/records-migrations/', import.meta.url);
const migrations = readdirSync(folder).sort();
const versions = migrations.slice(0, -1).map((_, index) => index + 1);

/** Writes records as an earlier version left them, with one test run and its results. */
function makeVersion(file: string, version: number, resultCount = 3, more = ''): void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  for (const name of migrations.slice(0, version))
    db.exec(readFileSync(new URL(name, folder), 'utf8'));
  db.exec(
    `INSERT INTO test_run (id, state, started_at, urls, proxy_count, left_out_count, batch_count)
       VALUES (7, 'finished', '2026-01-01T00:00:00.000Z', '["https://a.example/"]', 1, 0, 1);
     WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${resultCount})
       INSERT INTO test_result (test_run_id, proxy_id, proxy_test_result_url)
       SELECT 7, printf('proxy-%d', n), 'https://a.example/' FROM number;
     ${more}`,
  );
  db.pragma('application_id = 0x50784472');
  db.pragma(`user_version = ${version}`);
  db.close();
}

function look(file: string): { version: unknown; whole: unknown; results: unknown } {
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

const latest = migrations.length;
const namesBeside = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('.records'));

test.each(versions)(
  'a private copy of records of version %i is kept before they are brought up to date, until the next time',
  (version) => {
    const file = makeDatabaseName();
    const records = `${file}.records`;
    makeVersion(records, version);
    const older = `${records}.version-0.1`;
    copyFileSync(records, older);
    openStore({ file }).close();
    const kept = `${records}.version-${version}`;
    expect(look(records)).toEqual({ version: latest, whole: 'ok', results: 3 });
    expect(look(kept)).toEqual({ version, whole: 'ok', results: 3 });
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(namesBeside(file)).not.toContain(basename(older));
    const bytes = readFileSync(kept);
    openStore({ file }).close();
    expect(readFileSync(kept)).toEqual(bytes);
  },
);

/** The last table that is new since version 1: to get there, all else has to be done before. */
const [lastTable = ''] = migrations
  .slice(1)
  .flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(/CREATE TABLE (\w+)/g),
  ])
  .map(([, table = '']) => table)
  .slice(-1);

test('a migration that fails leaves the records as they were, of their own version, and works once the reason is gone', () => {
  const file = makeDatabaseName();
  const records = `${file}.records`;
  makeVersion(records, 1, 3, `CREATE INDEX ${lastTable} ON test_run (state)`);
  expect(() => openOrRebuildStore({ file })).toThrow();
  expect(look(records)).toEqual({ version: 1, whole: 'ok', results: 3 });
  expect(look(`${records}.version-1`)).toEqual({ version: 1, whole: 'ok', results: 3 });
  const db = new Database(records);
  db.exec(`DROP INDEX ${lastTable}`);
  db.close();
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toEqual([]);
  expect(store.testRuns.list()).toMatchObject([{ id: 7 }]);
  store.close();
});

test('damaged records come back from the copy of the version before where there is no whole backup', () => {
  const file = makeDatabaseName();
  const records = `${file}.records`;
  makeVersion(records, 1);
  openStore({ file }).close();
  for (const name of [records, `${records}.backup`]) {
    rmSync(name);
    const db = new Database(name);
    db.exec('CREATE TABLE note (text)');
    db.close();
  }
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toHaveLength(1);
  expect(store.testRuns.list()).toMatchObject([{ id: 7, urls: ['https://a.example/'] }]);
  store.close();
});

test('records of an old version whose tables are none of ours are set aside, not migrated', () => {
  const file = makeDatabaseName();
  const records = `${file}.records`;
  makeVersion(records, 1, 3, 'ALTER TABLE test_result RENAME COLUMN proxy_id TO proxy_ie');
  const { store, setAside } = openOrRebuildStore({ file });
  expect(setAside).toEqual([expect.stringMatching(/\.records\.damaged-/)]);
  store.close();
});

test('records of a newer version are refused and not changed by a byte', () => {
  const file = makeDatabaseName();
  const records = `${file}.records`;
  makeVersion(records, 1);
  const db = new Database(records);
  db.pragma('user_version = 999');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const before = readFileSync(records);
  const codeOf = (): string => {
    try {
      openOrRebuildStore({ file }).store.close();
    } catch (error) {
      return asFailure(error).code;
    }
    return 'none';
  };
  expect(codeOf()).toBe('database-newer');
  expect(readFileSync(records)).toEqual(before);
});

test('the drafts of killed processes are taken away once they are old', () => {
  const file = makeDatabaseName();
  openStore({ file }).close();
  const drafts = [`${file}.new-123`, `${file}.records.new-123`, `${file}.records.backup.new-9`];
  for (const draft of drafts) copyFileSync(file, draft);
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const draft of drafts.slice(1)) utimesSync(draft, past, past);
  openOrRebuildStore({ file }).store.close();
  expect(readdirSync(dirname(file)).filter((name) => name.includes('.new-'))).toEqual([
    basename(drafts[0] ?? ''),
  ]);
});

const killsPerVersion = rounds({ few: 2, many: 100 });
const resultCount = 60_000;

test.each(versions)(
  `a process killed while it brings records of version %i up to date loses none of them (${killsPerVersion} times)`,
  { timeout: 120_000 + killsPerVersion * 5_000 },
  async (version) => {
    const demo = await startDemoService({ proxyCount: 1 });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const env = {
      PATH: process.env['PATH'],
      PROXYDECK_BASE_URL: demo.baseUrl,
      PROXYDECK_PUBLIC_KEY: demo.publicKey,
      PROXYDECK_PRIVATE_KEY: demo.privateKey,
    };
    const cli = join(import.meta.dirname, '../../../../out/main/cli.js');
    const argv = [cli, '--data-dir', dataDir, '--json', 'services'];
    const finish = (): number | null => spawnSync(process.execPath, argv, { env }).status;
    expect(finish()).toBe(0);
    const accounts = join(dataDir, 'accounts');
    const name = readdirSync(accounts).find((entry) => entry.endsWith('.records')) ?? '';
    const records = join(accounts, name);
    const old = join(makeTemporaryFolder(), 'old');
    makeVersion(old, version, resultCount);
    const begin = (): void => {
      for (const entry of readdirSync(accounts).filter((entry) => entry.startsWith(name)))
        rmSync(join(accounts, entry));
      copyFileSync(old, records);
    };
    begin();
    const startedAtMs = performance.now();
    expect(finish()).toBe(0);
    const wholeMs = performance.now() - startedAtMs;
    const seen = { old: 0, new: 0, drafts: 0 };
    for (let kill = 0; kill < killsPerVersion; kill += 1) {
      begin();
      const child = spawn(process.execPath, argv, { env, stdio: 'ignore' });
      // The first part of a run only loads the program.
      await sleep(wholeMs * (0.2 + 0.8 * spread(kill)));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const { version: found, ...rest } = look(records);
      expect(rest).toEqual({ whole: 'ok', results: resultCount });
      expect([version, latest]).toContain(found);
      const names = readdirSync(accounts);
      // What is called a copy of the old version is one.
      const kept = names.find((entry) => entry === `${name}.version-${version}`);
      if (kept !== undefined)
        expect(look(join(accounts, kept))).toEqual({ version, whole: 'ok', results: resultCount });
      if (found === latest) expect(kept).toBeDefined();
      seen[found === latest ? 'new' : 'old'] += 1;
      if (names.some((entry) => entry.includes('.new-'))) seen.drafts += 1;
      expect(names.filter((entry) => entry.includes('damaged'))).toEqual([]);
    }
    expect(finish()).toBe(0);
    expect(look(records)).toEqual({ version: latest, whole: 'ok', results: resultCount });
    if (killsPerVersion >= 50) expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  },
);
