import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { moveCachedProxies, startCountingTarget, startGatedTarget } from '../../support/local-proxies.ts';
import { patience } from '../../support/patience.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { startSocksProxy } from '../../support/built-in-proxies.ts';
import { changeDatabase } from '../../support/change-database.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import type { JsonObject } from '../../../src/shared/json.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

let demo: DemoService;
let dataDir: string;
let databaseFile: string;
let env: NodeJS.ProcessEnv;

async function prepare(): Promise<void> {
  demo = await startDemoService({ proxyCount: 40 });
  onTestFinished(() => demo.close());
  ({ dataDir, databaseFile } = await makeSyncedFolder(demo));
  moveCachedProxies(databaseFile, await startSocksProxy({ host: '127.0.0.1', password: null }));
  env = serviceEnv(demo);
}

const run = (...argv: string[]): Promise<CommandLineResult> =>
  runCommandLine(['--data-dir', dataDir, ...argv], { env });
const fromHere = ['test', '--from', 'this-machine', '--protocol', 'socks5'];

/** The run that `--json` prints. */
const runOf = (result: CommandLineResult): JsonObject => (result.json() as { readonly run: JsonObject }).run;

test('a run outlives a killed process, is resumed, retested, read and exported', async () => {
  await prepare();
  const deadPort = await findFreePort();
  const { proxyUsers } = demo.account;
  moveCachedProxies(databaseFile, deadPort, 'key <= 10');
  const target = await startGatedTarget();
  target.allow(10);
  const words = ['--data-dir', dataDir, ...fromHere, '--concurrency', '2', '--url', target.url];
  const started = spawn(process.execPath, [cli, ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  await vi.waitFor(() => {
    expect(target.waitingCount()).toBe(2);
  }, patience);
  started.kill('SIGKILL');
  await once(started, 'exit');

  target.allow(Infinity);
  const finished = await run('--json', 'test', '--resume', '1');
  expect(runOf(finished)).toMatchObject({ state: 'finished', proxiesDone: 40, resultCount: 40, proxiesPassed: 30 });
  expect((await run('test', '--resume', '1')).stderr).toContain('This test run has ended.');
  // Two in flight, and at most what was answered since the start, are requested again.
  expect(target.requestCount()).toBeLessThanOrEqual(30 + 2 + 10);
  const failedRun = runOf(await run('--json', 'test', '--only-failed', '1'));
  expect(failedRun).toMatchObject({ id: 2, proxyCount: 10, proxiesPassed: 0 });
  const read = await run('test', '--results', '1');
  expect(read.stdout).toContain('30 of 40 proxies work');
  expect(read.stdout).toContain('proxy at fault: 10 (10 connection refused)');
  const user = proxyUsers.slice(0, proxyUsers.count()).find((row) => row['proxy_user_access_type'] === 'all')?.[
    'proxy_user_id'
  ];
  const options = ['--where', 'works:1', '--protocol', 'socks5', '--template', '{host}:{port}'];
  const exported = await run('export', '--user', String(user), ...options);
  expect(exported.stdout.trimEnd().split('\n')).toHaveLength(30);
  expect(exported.stdout).not.toContain(`:${String(deadPort)}`);
});

test('what passed over SOCKS5 is exported with its SOCKS5 ports, unless another protocol is asked for', async () => {
  await prepare();
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  moveCachedProxies(databaseFile, port);
  const httpPort = 1;
  changeDatabase(databaseFile, `UPDATE proxy SET proxy_http_port = ${String(httpPort)}`);
  const target = await startCountingTarget();
  await run(...fromHere, '--url', target.url);
  const portsOf = async (...options: string[]) => {
    const wanted = ['--credentials', 'default', '--template', '{port}', ...options];
    const { stdout, stderr } = await run('export', ...wanted);
    return { ports: [...new Set(stdout.trimEnd().split('\n'))], stderr };
  };
  const preset = await portsOf('--where', 'works:1');
  expect(preset.ports).toEqual([String(port)]);
  expect(preset.stderr).toContain('The ports are those for SOCKS5, as they were tested.');
  const asked = await portsOf('--where', 'works:1', '--protocol', 'http');
  expect(asked.ports).toEqual([String(httpPort)]);
  expect(asked.stderr).not.toContain('as they were tested');
  expect((await portsOf()).ports).toEqual([String(httpPort)]);
});

test('a run that continues after a sync skips proxies whose address was taken back, and says so', async () => {
  await prepare();
  const target = await startCountingTarget((count) => {
    if (count === 10) process.emit('SIGINT');
  });
  const paused = await run(...fromHere, '--concurrency', '1', '--url', target.url);
  expect([paused.code, paused.stderr]).toEqual([1, expect.stringContaining('Resume with: proxydeck test --resume 1')]);
  const [, done] = /Paused: (\d+) of 40/.exec(paused.stderr) ?? [];
  const before = target.requestCount();
  // The service has other addresses.
  await run('sync', '--full');
  const resumed = await run('test', '--resume', '1');
  const goneCount = 40 - Number(done);
  expect(resumed.code).toBe(0);
  expect(resumed.stderr).toContain(
    `${String(goneCount)} skipped: the service has replaced or removed them since the run was started.`,
  );
  expect(resumed.stdout).toContain(`, ${String(goneCount)} replaced or removed before their turn`);
  expect(target.requestCount()).toBe(before);
  // What was tested before is no longer there either.
  expect((await run('--json', 'proxies', '--where', 'last:works')).json()).toEqual([]);
  const { results } = (await run('--json', 'test', '--results', '1')).json() as {
    readonly results: readonly JsonObject[];
  };
  expect(results.length).toBe(Number(done));
  const replaced = await run('--json', 'list', 'tested', '--where', 'run:1 replaced:yes works:yes');
  expect(replaced.json()).toHaveLength(Number(done));
});

test('failed proxies are tested again with the same settings, and results are printed as CSV and JSON', async () => {
  await prepare();
  const target = await startCountingTarget();
  const failed = await run(
    ...fromHere,
    ...['--url', target.url, '--expect', '=never', '--limit', '3', '--repeat', '2'],
  );
  expect(failed.code).toBe(0);
  expect(failed.stdout).toContain('0 of 3 proxies work, 0 of 6 results successful');
  expect(failed.stdout).toContain('target at fault: 3 (3 unexpected body)');
  const retested = await run('--json', 'test', '--only-failed', '1');
  expect(runOf(retested)).toMatchObject({
    source: 'here',
    proxyCount: 3,
    resultCount: 6,
    settings: { protocol: 'socks5', repeatCount: 2, rule: { contains: '=never' } },
  });
  const { results } = retested.json() as { readonly results: readonly JsonObject[] };
  expect(results[0]).toMatchObject({
    test_run_id: 2,
    proxy_test_result_url: target.url,
    proxy_test_result_is_successful: false,
    reason: 'wrong-body',
    fault: 'target',
    status: 200,
  });
  const csv = await run('test', '--results', '2', '--csv');
  const [head, first, ...others] = csv.stdout.trimEnd().split('\n');
  expect(head).toMatch(/^test_result_id,test_run_id,proxy_id,proxy_test_result_url,/);
  expect(first).toContain(`,${target.url},false,`);
  expect(first).toContain(',wrong-body,target,200,');
  const listed = await run('list', 'results', '--where', 'run:2', '--csv');
  expect(listed.stdout).toBe(csv.stdout);
  expect(others).toHaveLength(5);
  const report = await run('test', '--report', '2');
  expect(report.stdout).toContain('No proxy got the page, so no proxy is to blame.');
  expect(report.stdout).not.toContain('secret');
  expect((await run('test', '--report', '2', '--csv')).stdout).toBe(
    'host,proxy,time_utc,answer,failures,exit_address,reached,before,network,subnet,service\n',
  );
  expect((await run('test', '--report', '77')).code).toBe(1);
  const found = await run('--json', 'proxies', '--where', 'fails:2 from:here fault:target');
  expect(found.json()).toHaveLength(3);
});

test('a deleted run is no longer listed, and its results leave the proxies', async () => {
  await prepare();
  const target = await startCountingTarget();
  await run(...fromHere, '--url', target.url, '--expect', '=never', '--limit', '3');
  expect((await run('--json', 'proxies', '--where', 'last:fails')).json()).toHaveLength(3);
  expect(await run('test', '--delete', '1')).toMatchObject({ code: 0, stdout: 'Deleted test run 1.\n' });
  expect((await run('--json', 'proxies', '--where', 'last:fails')).json()).toEqual([]);
  expect((await run('test', '--delete', '1')).stderr).toContain('There is no test run 1.');
});

test.each([
  [['--from', 'moon'], '--from takes "this-machine" or "service"'],
  [['--repeat', '2'], '--repeat needs --from this-machine.'],
  [['--from', 'here', '--server', 'one'], '--server needs --from service.'],
  [['--from', 'here', '--status', '2xx'], '--status takes codes such as 200-299,301'],
  [
    ['--from', 'this-machine', '--concurrency', '0'],
    '--concurrency takes a whole number of at least 1 and at most 1,000, not "0".',
  ],
  [['--from', 'this-machine', '--protocol', 'ftp'], '--protocol takes http or socks5, not "ftp".'],
  [['--from', 'this-machine', '--address-page', 'x'], '--address-page takes a full http://'],
  // The names from before.
  [['--from', 'here', '--judge', 'x'], '--address-page takes a full http://'],
  [['--from', 'this-machine', '--judge', 'x', '--address-page', 'x'], '--address-page can be used only once'],
  [['--only-failed', '9'], 'There is no test run 9.'],
  [['--resume', '9'], 'There is no test run 9.'],
])('test %j is refused before anything is sent', async (argv, message) => {
  // No service listens here, and none is needed.
  const keys = { baseUrl: 'http://127.0.0.1:9', publicKey: 'public', privateKey: 'private' };
  [dataDir, env] = [makeTemporaryFolder(), serviceEnv(keys)];
  const { stderr, code } = await run('test', '--url', 'http://127.0.0.1:9/', ...argv);
  expect(stderr).toContain(message);
  expect(code).not.toBe(0);
});
