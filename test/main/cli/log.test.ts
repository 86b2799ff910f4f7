/** `proxydeck log` prints what a gateway has logged, and follows it. */
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { runCommandLine, runSuccessfully } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');
let demo: DemoService;
let dataDir: string;

beforeAll(async () => {
  demo = await startDemoService({ proxyCount: 5 });
  return () => demo.close();
});

beforeEach(async () => {
  ({ dataDir } = await makeSyncedFolder(demo, afterAll));
});

/** The file of the log; the first command of an account creates it. */
async function findLog(): Promise<string> {
  await runSuccessfully(['--data-dir', dataDir, 'log'], { env: serviceEnv(demo) });
  const folder = join(dataDir, 'accounts');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.requests')) ?? '');
}

/** Logs requests to hosts, as the gateway of another process does. */
function addRequests(file: string, ...hosts: readonly string[]): void {
  const log = new Database(file);
  const insert = log.prepare(
    `INSERT INTO gateway_request (requested_at, rule, client, kind, target_host, target_port, outcome,
       received_bytes, sent_bytes, duration_ms, try_count)
     VALUES ('2026-11-20T12:00:00.000Z', 'scraper', '127.0.0.1', 'connect', ?, 443, 'works', 10, 20, 30, 1)`,
  );
  for (const host of hosts) insert.run(host);
  log.close();
}

test('requests are listed with the newest first, filtered, and counted', async () => {
  addRequests(await findLog(), 'a.example', 'b.example');
  const log = (...words: readonly string[]) =>
    runSuccessfully(['--data-dir', dataDir, ...words], { env: serviceEnv(demo) });
  const rows = (await log('--json', 'log')).json();
  expect(rows).toMatchObject([{ target_host: 'b.example' }, { target_host: 'a.example' }]);
  expect((await log('log', '--where', 'target:a.example', '--count')).stdout).toBe('1\n');
  expect((await log('log', '--where', 'id:>1', '--count')).stdout).toBe('1\n');
  const file = new Database(await findLog());
  file.exec('UPDATE request_loss SET count = 7');
  file.close();
  expect((await log('log')).stderr).toContain('7 requests could not be logged.');
});

test('--follow prints each request that another process logs, in order, and only those that the filter finds', async () => {
  const file = await findLog();
  addRequests(file, 'before.example');
  const child = spawn(process.execPath, [cli, '--data-dir', dataDir, 'log', '--follow', '--where', 'target:.example'], {
    env: { PATH: process.env['PATH'], ...serviceEnv(demo) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  // It begins after the requests that are there when it starts: some are added until one is seen.
  await expect
    .poll(
      () => {
        addRequests(file, 'first.example', 'other.test', 'second.example');
        return printed;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toMatch(/first\.example[^]*second\.example/);
  expect(printed).not.toMatch(/before\.example|other\.test/);
  child.kill('SIGINT');
  await once(child, 'exit');
});

test('--follow is refused for other lists', async () => {
  const { code, stderr } = await runCommandLine(['--data-dir', dataDir, 'proxies', '--follow'], {
    env: serviceEnv(demo),
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--follow is for the log.')]);
});

test.skipIf(process.platform === 'win32')(
  'a symbolic link in the place of the log is refused, and not followed',
  async () => {
    const file = await findLog();
    const elsewhere = join(makeTemporaryFolder(), 'elsewhere');
    rmSync(file);
    symlinkSync(elsewhere, file);
    const { code, stderr } = await runCommandLine(['--data-dir', dataDir, 'log'], { env: serviceEnv(demo) });
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('symbolic link')]);
    expect(existsSync(elsewhere)).toBe(false);
  },
);
