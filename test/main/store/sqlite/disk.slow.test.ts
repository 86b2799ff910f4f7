/** What a disk, another program or a crash can do to the files of an account. */
import { fork, spawn, spawnSync } from 'node:child_process';
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
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openOrRebuildStore, openStore } from '../../../../src/main/store/index.ts';
import { isOpenToOthers } from '../../../support/checkout.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { serviceEnv } from '../../../support/env.ts';
import { runCommandLine } from '../../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { codeOf, findIds, makeFilledFile, makeProxies, makeProxy, makeStore, privateKey } from '../support.ts';

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
  const many = makeProxies(2000);
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

const killCount = 20;

test(
  `a process killed while it empties a cache of an older version leaves a whole one (${killCount} times)`,
  { timeout: 120_000 + killCount * 2000 },
  async () => {
    const demo = await startDemoService({ proxyCount: 1 });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const env = { PATH: process.env['PATH'], ...serviceEnv(demo) };
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
