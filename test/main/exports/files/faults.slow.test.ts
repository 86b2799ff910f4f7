import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceEnv } from '../../../support/env.ts';
import { startDemoService, type DemoService } from '../../../support/demo-service.ts';
import { expectPrivate } from '../../../support/expect-private.ts';
import { spread } from '../../../support/rounds.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../../out/main/cli.js');
const killCount = 20;

let demo: DemoService;
let env: NodeJS.ProcessEnv;
/** Arguments that export all of the synced account to a file. */
let exportTo: (file: string, form?: string[]) => string[];

beforeAll(async () => {
  expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
  demo = await startDemoService({ proxyCount: 20_000 });
  // A user that may use every proxy, so that the file is large.
  const id = demo.account.proxyUsers.add({
    proxy_user_id: 'everywhere',
    proxy_user_password: 'a-password',
    proxy_user_access_type: 'all',
  });
  const dataDir = makeTemporaryFolder(afterAll);
  env = { PATH: process.env['PATH'], ...serviceEnv(demo) };
  const sync = spawn(process.execPath, [cli, '--data-dir', dataDir, 'sync'], { env, stdio: 'ignore' });
  await once(sync, 'exit');
  expect(sync.exitCode).toBe(0);
  exportTo = (file, form = ['--format', 'host:port:user:pass']) => [
    ...[cli, '--data-dir', dataDir, 'export', '--user', id, ...form],
    ...['--output', file],
  ];
}, 120_000);

afterAll(() => demo.close());

test(
  `an export that is killed leaves the old file or the new one, whole and private (${killCount} times)`,
  { timeout: 600_000 },
  async () => {
    const folder = makeTemporaryFolder();
    const file = join(folder, 'out.txt');
    const startedMs = performance.now();
    expect(spawnSync(process.execPath, exportTo(file), { env }).status).toBe(0);
    const wholeMs = performance.now() - startedMs;
    const whole = readFileSync(file, 'utf8');
    expect(whole.split('\n').length).toBeGreaterThan(10_000);
    let killed = 0;
    for (let kill = 0; kill < killCount; kill += 1) {
      writeFileSync(file, 'old\n', { mode: 0o600 });
      const child = spawn(process.execPath, exportTo(file), { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      // A different moment every time, from before the first byte to after the last.
      await sleep(wholeMs * 1.1 * spread(kill));
      child.kill('SIGKILL');
      await ended;
      killed += Number(child.signalCode === 'SIGKILL');
      expect(['old\n', whole]).toContain(readFileSync(file, 'utf8'));
      for (const name of readdirSync(folder)) {
        expectPrivate(join(folder, name));
      }
    }
    expect(killed).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'Ctrl+C in the middle of an export leaves only the old file, and reports it',
  { timeout: 60_000 },
  async () => {
    const folder = makeTemporaryFolder();
    const file = join(folder, 'out.txt');
    writeFileSync(file, 'old\n');
    // Long lines: writing them takes many times as long as it takes to see the draft.
    const form = ['--template', `{host} ${'-'.repeat(1900)}`];
    const child = spawn(process.execPath, exportTo(file, form), { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(child, 'close');
    while (readdirSync(folder).length < 2 && child.exitCode === null) {
      await new Promise((done) => setTimeout(done, 1));
    }
    child.kill('SIGINT');
    await ended;
    expect(said).toContain('The export was canceled. No file was written or changed.');
    expect(child.exitCode).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('old\n');
    expect(readdirSync(folder)).toEqual(['out.txt']);
  },
);

const mayMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt']).status === 0;

test.skipIf(!mayMount)(
  'an export onto a full disk leaves only the old file, and reports it (needs the right to mount)',
  { timeout: 60_000 },
  () => {
    const folder = makeTemporaryFolder();
    // A disk of 256 kB that only this command sees.
    const script = `mount -t tmpfs -o size=256k none "$0" && echo old > "$0/out.txt" && "$@"
      status=$?; ls -A "$0"; cat "$0/out.txt"; exit $status`;
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', 'sh', '-c', script, folder, process.execPath, ...exportTo(join(folder, 'out.txt'))],
      { env, encoding: 'utf8' },
    );
    expect(stderr).toContain('The disk is full. No file was written or changed.');
    expect(stdout).toBe('out.txt\nold\n');
    expect(status).toBe(1);
  },
);

test.skipIf(!mayMount)(
  'an export into a read-only folder leaves it unchanged, and reports it (needs the right to mount)',
  { timeout: 60_000 },
  () => {
    const folder = makeTemporaryFolder();
    const script = `mount -t tmpfs none "$0" && echo old > "$0/out.txt" && mount -o remount,ro "$0" && "$@"
      status=$?; ls -A "$0"; cat "$0/out.txt"; exit $status`;
    const command = [process.execPath, ...exportTo(join(folder, 'out.txt'))];
    const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script, folder, ...command], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toContain('You do not have permission to write to this folder or file. Nothing was changed.');
    expect(stdout).toBe('out.txt\nold\n');
    expect(status).toBe(1);
  },
);

test.skipIf(process.platform === 'win32')(
  'an export over the limit on file sizes leaves only the old file, and reports it',
  { timeout: 60_000 },
  () => {
    const folder = makeTemporaryFolder();
    const file = join(folder, 'out.txt');
    writeFileSync(file, 'old\n');
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 1000; exec "$@"', 'sh', process.execPath, ...exportTo(file)],
      { env, encoding: 'utf8' },
    );
    expect(stderr).toContain('larger than this disk or its limits allow');
    expect(readFileSync(file, 'utf8')).toBe('old\n');
    expect(readdirSync(folder)).toEqual(['out.txt']);
    expect(status).toBe(1);
  },
);
