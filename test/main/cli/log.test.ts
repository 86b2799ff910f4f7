/** `proxydeck log` prints what a gateway has logged, and follows it. */
import Database from 'better-sqlite3';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/main/store/index.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { changeDatabase } from '../../support/change-database.ts';
import { serviceEnv } from '../../support/env.ts';
import { runCommandLine, runSuccessfully } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

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
  changeDatabase(await findLog(), 'UPDATE request_loss SET count = 7');
  expect((await log('log')).stderr).toContain('7 requests could not be logged.');
});

test.each([false, true])(
  '--follow prints each request that another process logs, in order, and only those that the filter finds (JSON: %s)',
  async (isJson) => {
    const file = await findLog();
    addRequests(file, 'before.example');
    let printed = '';
    const words = [
      '--data-dir',
      dataDir,
      'log',
      '--follow',
      '--where',
      'target:.example',
      ...(isJson ? ['--json'] : []),
    ];
    const following = runCommandLine(words, { env: serviceEnv(demo), onOutput: (text) => (printed += text) });
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
    process.emit('SIGINT');
    expect((await following).code).toBe(0);
    expect(printed).not.toMatch(/before\.example|other\.test/);
    const lines = printed.trimEnd().split('\n');
    if (isJson) for (const line of lines) expect(JSON.parse(line)).toMatchObject({ rule: 'scraper', target_port: 443 });
    else expect(lines[0]).toMatch(/^2026-11-20T12:00:00.000Z {2}scraper {2}first.example {2}443 {2}works/);
  },
);

test('figures of hosts are printed with the most requests first, and by network under a filter', async () => {
  const file = (await findLog()).replace(/\.requests$/, '');
  const store = openStore({ file });
  const phases = { lookup: null, connect: 12, handshake: 30, tls: null, firstByte: null, body: null };
  const attempt = { proxy_id: 'gone', address: '203.0.113.1:8000', reason: null, status: null, phases };
  const request = {
    ...({
      startedAtMs: Date.now(),
      rule: 'scraper',
      line: null,
      client: '127.0.0.1',
      kind: 'connect',
      port: 443,
    } as const),
    ...({ outcome: 'works', reason: null, fault: null, status: null, durationMs: 50 } as const),
    ...{ receivedBytes: 1000, sentBytes: 10, tries: [attempt] },
  };
  const hosts = ['a.example', 'b.example', 'b.example'];
  store.requestLog.add(
    hosts.map((host) => ({ ...request, host })),
    0,
  );
  store.close();
  const run = (...words: readonly string[]) =>
    runSuccessfully(['--data-dir', dataDir, '--json', 'hosts', ...words], { env: serviceEnv(demo) });
  expect((await run()).json()).toMatchObject([
    { name: 'b.example', requests: 2, works_percent: 100, bytes: 2020 },
    { name: 'a.example', requests: 1 },
  ]);
  expect((await run('--where', 'by:rule host:a.example period:1h')).json()).toMatchObject([
    { figure_id: 'rule 1h scraper', requests: 1 },
  ]);
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

test('a host of the log is reported for the seller of its proxies, as text, CSV or JSON', async () => {
  const file = new Database(await findLog());
  const insert = file.prepare(
    `INSERT INTO gateway_request (requested_at, rule, client, kind, target_host, target_port, outcome, reason, fault,
       received_bytes, sent_bytes, duration_ms, try_count, proxy_id, proxy_address)
     VALUES (?, 'scraper', '127.0.0.1', 'connect', 'a.example', 443, ?, ?, ?, 10, 20, 30, 1, ?, ?)`,
  );
  const now = new Date().toISOString();
  insert.run(now, 'fails', 'reset', 'target', 'p1', '203.0.113.1:8000');
  insert.run(now, 'works', null, null, 'p2', '203.0.113.2:8000');
  file.close();
  const report = (...words: readonly string[]) =>
    runCommandLine(['--data-dir', dataDir, ...words], { env: serviceEnv(demo) });
  const { stdout } = await report('gateway', 'report', 'A.example', '--period', '24h');
  expect(stdout).toContain('Blocked at a.example');
  expect(stdout).toContain('1 of 2 proxies did not reach it; 1 did in the same time.');
  expect((await report('gateway', 'report', 'a.example', '--csv')).stdout).toMatch(/^host,proxy,.*\na\.example,203/);
  expect(JSON.parse((await report('--json', 'gateway', 'report', 'a.example')).stdout)).toMatchObject({
    host: 'a.example',
    period: '7d',
    title: 'Blocked at a.example',
  });
  expect(await report('gateway', 'report', 'b.example')).toMatchObject({ code: 1 });
  expect(await report('gateway', 'report', 'a.example', '--period', '2h')).toMatchObject({ code: 2 });
  expect(await report('gateway', 'report', 'a.example', '--rule', 'x')).toMatchObject({ code: 2 });
});
