/** What a disk, another program or a crash can do to the files of an account. */
import { fork, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../../support/env.ts';
import { isOpenToOthers } from '../../../support/checkout.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import { openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { markForCheck } from '../../../../src/main/store/sqlite/sqlite-failure.ts';
import { recordsFileOf } from '../../../../src/main/store/sqlite/user-records.ts';
import { asFailure } from '../../../../src/shared/failure.ts';
import { rounds } from '../../../support/rounds.ts';
import { runCommandLine } from '../../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { findIds, makeDatabaseName, makeProxy, makeStore, privateKey, query } from '../support.ts';
import { createRandom } from '../../../support/random.ts';

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return asFailure(error).code;
  }
  return 'none';
};
const everything = { where: query(''), sort: [], offset: 0, limit: 100_000 };

function makeFilledFile(count: number): string {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock(privateKey);
  store.syncs.writePage(
    'proxies',
    Array.from({ length: count }, (_, number) => makeProxy(number)),
  );
  store.close();
  return file;
}

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

const damagedCount = rounds({ few: 40, many: 200 });

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
  // As large as a file that is no longer read through when it is opened.
  makeLarge(file);
  const db = new Database(file);
  const page = db.prepare<[], { rootpage: number }>("SELECT rootpage FROM sqlite_schema WHERE name = 'proxy'").get();
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  expect(statSync(file).size).toBeGreaterThan(32 * 1024 * 1024);
  const bytes = readFileSync(file);
  const from = ((page?.rootpage ?? 1) - 1) * pageSize;
  writeFileSync(file, bytes.fill(0xa5, from, from + pageSize));
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

/** Makes a cache too large to be checked whenever it is opened. */
function makeLarge(file: string): void {
  const db = new Database(file);
  db.exec('CREATE TABLE filler (x)');
  db.exec('INSERT INTO filler SELECT zeroblob(1000000) FROM (SELECT 1 FROM proxy LIMIT 40)');
  db.exec('DROP TABLE filler');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function openOrRebuildStoreNames(file: string): readonly string[] {
  const { store, setAside } = openOrRebuildStore({ file });
  store.close();
  return setAside;
}

test(
  'a copy that another program holds is said to be busy, nothing is lost, and it works when it is free',
  { timeout: 60_000 },
  async () => {
    const file = makeFilledFile(3);
    const store = makeStore(file);
    const holder = fork(join(import.meta.dirname, '../../../support/hold-database.ts'), [file, '60000']);
    await once(holder, 'message');
    // SQLite waits five seconds on its own; reading continues all the time.
    expect(store.syncs.countRows('proxies')).toBe(3);
    expect(codeOf(() => store.syncs.writePage('proxies', [makeProxy(4)]))).toBe('busy');
    expect(store.syncs.countRows('proxies')).toBe(3);
    holder.kill();
    await once(holder, 'exit');
    expect(store.syncs.writePage('proxies', [makeProxy(4)]).added).toBe(1);
  },
);

test('a cache that another program writes to for a long time opens at once', async () => {
  const file = makeFilledFile(3);
  const holder = fork(join(import.meta.dirname, '../../../support/hold-database.ts'), [file, '60000']);
  onTestFinished(() => void holder.kill());
  await once(holder, 'message');
  const { store } = openOrRebuildStore({ file });
  store.unlock(privateKey);
  expect(findIds(store, '')).toHaveLength(3);
  store.close();
});

test('a disk that is really full is said, nothing is lost, and it works when there is room', (context) => {
  const folder = makeTemporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=0700', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    context.skip('A small file system can be mounted only by root, where that is allowed.');
  }
  onTestFinished(() => {
    spawnSync('umount', [folder]);
  });
  const file = join(folder, 'account.sqlite');
  const store = openStore({ file });
  store.unlock(privateKey);
  store.syncs.writePage('proxies', [makeProxy(0)]);
  const fill = join(folder, 'fill');
  writeFileSync(fill, '');
  const fillMore = (): void => {
    appendFileSync(fill, Buffer.alloc(65_536));
  };
  for (let count = 0; count < 100 && codeOf(fillMore) === 'none'; count += 1);
  const many = Array.from({ length: 2000 }, (_, number) => makeProxy(number));
  expect(codeOf(() => store.syncs.writePage('proxies', many))).toBe('disk-full');
  expect(store.syncs.countRows('proxies')).toBe(1);
  rmSync(fill);
  expect(store.syncs.writePage('proxies', many.slice(0, 500)).added).toBe(499);
  store.close();
});

test('on a disk without a free byte the command line reads, and says of what it cannot do that the disk is full', async (context) => {
  const folder = makeTemporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    context.skip('A small file system can be mounted only by root, where that is allowed.');
  }
  onTestFinished(() => {
    spawnSync('umount', [folder]);
  });
  const dataDir = join(folder, 'data');
  const demo = await startDemoService({ proxyCount: 30 });
  onTestFinished(() => demo.close());
  const env = serviceEnv(demo);
  expect((await runCommandLine(['--data-dir', dataDir, 'sync'], { env })).code).toBe(0);
  const fill = openSync(join(folder, 'fill'), 'w');
  const fillMore = (): number => writeSync(fill, Buffer.alloc(4096));
  for (let count = 0; count < 4096 && codeOf(fillMore) === 'none'; count += 1);
  closeSync(fill);
  const cli = join(import.meta.dirname, '../../../../out/main/cli.js');
  const run = (...argv: string[]) =>
    spawnSync(process.execPath, [cli, '--data-dir', dataDir, '--json', ...argv], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  const proxies = run('proxies');
  expect([proxies.status, proxies.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
  expect(JSON.parse(proxies.stdout)).toHaveLength(30);
  for (const argv of [['overview'], ['costs'], ['changes'], ['services', '--where', 'type:isp']]) {
    expect([argv[0], run(...argv).status]).toEqual([argv[0], 0]);
  }
  const refused = run('tag', 'add', 'burnt', '--where', 'type:isp');
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('The disk is full')]);
  rmSync(join(folder, 'fill'));
  expect(JSON.parse(run('proxies').stdout)).toHaveLength(30);
});

test('in a folder that may not be written the copy is read where it can be, and the reason is plain', (context) => {
  if (process.getuid?.() !== 0) context.skip('Needs root, to become somebody who may not write.');
  if (!isOpenToOthers()) context.skip('Needs a checkout that an ordinary user may enter.');
  const cli = join(import.meta.dirname, '../../../../out/main/cli.js');
  const folder = makeTemporaryFolder();
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o555 });
  // Its own user, who is refused all the same: another user's folder is not even tried.
  chownSync(dataDir, 65_534, 65_534);
  const result = spawnSync(process.execPath, [cli, '--data-dir', dataDir, '--json', 'proxies'], {
    uid: 65_534,
    gid: 65_534,
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    encoding: 'utf8',
  });
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(/can't be|cannot be|permissions/);
  expect(result.stderr).not.toMatch(/at .*\.js:\d+/);
  expect(readdirSync(dataDir)).toEqual([]);
});

const killCount = rounds({ few: 4, many: 200 });

test(
  `a process killed while it empties a cache of an older version leaves a whole one (${killCount} times)`,
  { timeout: 120_000 + killCount * 2000 },
  async () => {
    const demo = await startDemoService({ proxyCount: 1 });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const env = {
      PATH: process.env['PATH'],
      ...serviceEnv(demo),
    };
    const argv = [
      join(import.meta.dirname, '../../../../out/main/cli.js'),
      '--data-dir',
      dataDir,
      '--json',
      'services',
    ];
    const finish = (): { status: number | null; stdout: string } =>
      spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
    expect(finish().status).toBe(0);
    const accounts = join(dataDir, 'accounts');
    const name = readdirSync(accounts).find((entry) => entry.endsWith('.sqlite')) ?? '';
    const old = makeOldVersion(2000);
    for (let kill = 0; kill < killCount; kill += 1) {
      for (const entry of readdirSync(accounts)) rmSync(join(accounts, entry), { force: true });
      copyFileSync(old, join(accounts, name));
      const child = spawn(process.execPath, argv, { env, stdio: 'ignore' });
      // Around the moment at which the file is opened: some before, some after.
      await new Promise((done) => setTimeout(done, 60 + ((kill * 53) % 160)));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const db = new Database(join(accounts, name));
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      const isEmptied = db.pragma('user_version', { simple: true }) !== oldVersion;
      const { n } = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM service').get() ?? {};
      expect(n).toBe(isEmptied ? 0 : 2000);
      db.close();
    }
    const { status, stdout } = finish();
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([]);
    expect(existsSync(join(accounts, name))).toBe(true);
    expect(readdirSync(accounts).filter((entry) => entry.includes('damaged'))).toEqual([]);
  },
);

const oldVersion = 9;

/** A cache as an earlier version left it, with services. */
function makeOldVersion(count: number): string {
  const file = join(makeTemporaryFolder(), 'old.sqlite');
  const db = new Database(file);
  db.exec('CREATE TABLE service (key INTEGER PRIMARY KEY, shape_id INTEGER, service_id TEXT) STRICT');
  const insert = db.prepare('INSERT INTO service (shape_id, service_id) VALUES (1, ?)');
  db.transaction(() => {
    for (let number = 0; number < count; number += 1) insert.run(`svc-${number}`);
  })();
  db.pragma('application_id = 0x5078446b');
  db.pragma(`user_version = ${oldVersion}`);
  db.close();
  return file;
}
