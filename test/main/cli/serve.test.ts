/** The command line serves proxies of a synced cache until it is interrupted. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../../../src/main/cli/run-cli.ts';
import type { Clock } from '../../../src/main/ports.ts';
import { builtWorker } from '../../support/built-worker.ts';
import { runSuccessfully } from '../../support/run-command-line.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { getThrough } from '../../support/get-through.ts';
import { needs } from '../../support/needs.ts';
import { moveCachedProxies } from '../../support/local-proxies.ts';
import { startHttpProxy } from '../../support/built-in-proxies.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { accountAt, startApp } from '../../support/start-app.ts';
import { patience } from '../../support/patience.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from '../../support/listen.ts';
import { serviceEnv } from '../../support/env.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');
const run = promisify(execFile);

let demo: DemoService;
let dataDir: string;
let databaseFile: string;

beforeAll(async () => {
  expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
  demo = await startDemoService({ proxyCount: 40 });
  ({ dataDir, databaseFile } = await makeSyncedFolder(demo, afterAll));
  return () => demo.close();
}, 60_000);

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], ...serviceEnv(demo) });

/** Moves all cached proxies to a real one on this machine. */
const moveProxies = async (): Promise<void> => {
  moveCachedProxies(databaseFile, await startHttpProxy({ host: '127.0.0.1', password: null }));
};

/** Starts `serve` in this process, and waits for its addresses or its end. */
async function serve(words: readonly string[], env: NodeJS.ProcessEnv = {}, clock?: Clock) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const argv = ['--data-dir', dataDir, 'serve', ...words];
  const streams = { stdin, stdout, stderr, env: { ...serviceEnv(demo), ...env } };
  let code: number | undefined;
  const ended = runCli(argv, streams, { workerFile: builtWorker, ...(clock && { clock }) }).then(
    (exitCode) => (code = exitCode),
  );
  const end = (): Promise<number> => {
    if (code === undefined) process.emit('SIGINT');
    return ended;
  };
  onTestFinished(async () => {
    await end();
  });
  return { ...(await readUntilServing({ stdout, stderr }, ended)), end, ended, code: () => code };
}

/** Starts `serve` in a process of its own, and waits for its addresses. */
async function serveInProcess(words: readonly string[]) {
  const child = spawn(process.execPath, [cli, '--data-dir', dataDir, 'serve', ...words], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(() => child.exitCode);
  return { ...(await readUntilServing(child, ended)), child, ended };
}

async function readUntilServing(
  { stdout, stderr }: { readonly stdout: Readable; readonly stderr: Readable },
  ended: Promise<unknown>,
) {
  let out = '';
  let problem = '';
  stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const isServing = new Promise<void>((resolve) => {
    stderr.on('data', (chunk: Buffer) => {
      problem += chunk.toString();
      if (problem.includes('Ctrl+C')) resolve();
    });
  });
  await Promise.race([isServing, ended]);
  return { addresses: () => out.trim().split('\n'), problem: () => problem };
}

/** The app of a window with the same data. */
function openWindowsApp() {
  const app = startApp(dataDir, { environment: accountAt(demo) });
  return { ...app, accountId: app.accounts.named(undefined).id };
}

async function startTarget(
  answer: (response: ServerResponse) => void = (response) => void response.end('arrived'),
): Promise<string> {
  const server = createServer((_request, response) => {
    answer(response);
  });
  const port = await listen(server);
  return `http://127.0.0.1:${String(port)}/`;
}
async function curl(proxy: string, url: string): Promise<string> {
  needs('curl');
  const words = ['-sS', '--noproxy', '', '--max-time', '20', '-x', proxy, url];
  return (await run('curl', words)).stdout;
}

test('prints addresses that work, and ends cleanly on SIGTERM', async () => {
  await moveProxies();
  const target = await startTarget();
  const port = String(await findFreePort());
  const served = await serveInProcess(['--port', port, '--allow-private', '--rotate', 'sticky:10m']);
  const addresses = served.addresses();
  expect(addresses).toHaveLength(4);
  for (const address of addresses) expect(await curl(address, target)).toBe('arrived');
  // An open connection does not keep it.
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  served.child.kill('SIGTERM');
  expect(await served.ended).toBe(0);
  await expect(curl(addresses[0] ?? '', target)).rejects.toThrow('Failed to connect');
}, 60_000);

test('a token of the environment is used and not printed', async () => {
  await moveProxies();
  const target = await startTarget();
  const port = await findFreePort();
  const served = await serve(['--port', String(port), '--allow-private'], {
    PROXYDECK_GATEWAY_TOKEN: 'chosen-token',
  });
  expect(served.addresses().join() + served.problem()).not.toContain('chosen-token');
  expect((await getThrough(`http://proxydeck:chosen-token@127.0.0.1:${String(port)}`, target)).body).toBe('arrived');
  expect((await getThrough(`http://127.0.0.1:${String(port)}`, target)).body).toContain('No token');
}, 60_000);

test('serves the proxies of a filter that a proxy user has access to, with the token and rotation that are given', async () => {
  await moveProxies();
  const target = await startTarget();
  const listed = await runSuccessfully(['--data-dir', dataDir, '--json', 'proxies', '--where', 'country:US'], {
    env: environment(),
  });
  const count = (listed.json() as readonly unknown[]).length; // A list of proxies.
  for (const [rotate, user] of [
    ['connection', ['--user', 'harbor8234']],
    ['fixed', []],
  ] as const) {
    const port = String(await findFreePort());
    const served = await serve([
      ...['--port', port, '--where', 'country:US', '--token', 'chosen-token', '--allow-private'],
      ...['--rotate', rotate, ...user],
    ]);
    expect(served.problem()).toContain(` of ${String(count)} proxies in rotation.`);
    expect(await curl(`socks5h://proxydeck:chosen-token@127.0.0.1:${port}`, target)).toBe('arrived');
    expect(await served.end()).toBe(0);
  }
}, 60_000);

test('a port that is taken is named with a free one', async () => {
  const server = createServer();
  const port = await listen(server);
  const served = await serve(['--port', String(port)]);
  expect(served.code()).toBe(1);
  expect(served.problem()).toMatch(new RegExp(`Port ${String(port)} is in use\\. Use --port \\d+\\.`));
}, 60_000);

test.each([
  [['--rotate', 'sometimes'], '--rotate takes request'],
  [['--lines', '10.* -> block'], '--lines takes one line'],
  [['--lines', '* -> us-isp'], 'Save a rule in the window to name others.'],
  [['--rotate', 'sticky:0m'], '--rotate takes request'],
  [['--port', '70000'], '--port takes'],
  [['--protocol', 'ftp'], '--protocol takes'],
  [['--token', 'short'], 'at least 8 characters'],
  [['--token', 'long-enough', '--no-token'], 'either --token or --no-token'],
  [['--where', 'country:'], "can't be read"],
])('%j is refused', async (words, message) => {
  const served = await serve(words);
  expect(served.code()).toBe(2);
  expect(served.problem()).toContain(message);
});

test('requests that are open at SIGTERM get their answers, and no new ones are taken', async () => {
  await moveProxies();
  const asked = Promise.withResolvers<ServerResponse>();
  const target = await startTarget(asked.resolve);
  const port = await findFreePort();
  const served = await serveInProcess(['--port', String(port), '--allow-private', '--no-token']);
  const answered = getThrough(`http://127.0.0.1:${String(port)}`, target);
  const response = await asked.promise;
  served.child.kill('SIGTERM');
  await vi.waitFor(async () => {
    const socket = connect({ host: '127.0.0.1', port });
    // One that was still in the queue of the system is reset after it was made.
    socket.on('error', () => undefined);
    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
  }, patience);
  expect(served.child.exitCode).toBeNull();
  response.end('arrived');
  expect((await answered).body).toBe('arrived');
  expect(await served.ended).toBe(0);
}, 60_000);

test('without options it serves all rules that are on, refuses to start twice, and is stopped from the window', async () => {
  await moveProxies();
  const target = await startTarget();
  const window = openWindowsApp();
  const { accountId, gateways } = window;
  const choices = { ...defaultRule, allowsPrivate: true, needsToken: false };
  const port = await findFreePort();
  const first = await gateways.putRule(accountId, { ...choices, name: 'scraper', port });
  const usPort = await findFreePort();
  const second = await gateways.putRule(accountId, { ...choices, name: 'us', where: 'country:US', port: usPort });
  const off = await gateways.putRule(accountId, { ...choices, name: 'spare', port: await findFreePort(), isOn: false });
  onTestFinished(async () => {
    for (const { id } of [first, second, off]) await gateways.removeRule(accountId, id);
  });
  const served = await serveInProcess([]);
  expect(served.addresses()).toEqual([
    `scraper  127.0.0.1:${String(port)}  40 of 40 proxies in rotation.`,
    expect.stringMatching(/^us {2}127\.0\.0\.1:\d+ {2}\d+ of \d+ proxies in rotation\.$/),
  ]);
  for (const each of [port, usPort]) {
    expect((await getThrough(`http://127.0.0.1:${String(each)}`, target)).body).toBe('arrived');
  }
  const holder = { program: '"proxydeck serve"', processId: served.child.pid };
  const sentence = `"proxydeck serve" (process ${String(served.child.pid)}) serves this account.`;
  const twice = await serveInProcess([]);
  expect(await twice.ended).toBe(1);
  expect(twice.problem()).toContain(sentence);
  await expect(gateways.turnOn(accountId)).rejects.toThrow(sentence);
  expect(await gateways.report(accountId)).toMatchObject({ state: null, elsewhere: holder });
  // One for a filter is another matter.
  const other = await serve(['--port', String(await findFreePort()), '--allow-private']);
  expect(await other.end()).toBe(0);

  gateways.stopElsewhere(accountId);
  expect(await served.ended).toBe(0);
  expect(await gateways.report(accountId)).toMatchObject({ elsewhere: null });
  await gateways.turnOn(accountId);
  expect((await getThrough(`http://127.0.0.1:${String(port)}`, target)).body).toBe('arrived');
}, 60_000);

test('a rule that is not saved is served as long as no saved one is on', async () => {
  const { accountId, gateways } = openWindowsApp();
  const port = await findFreePort();
  const rule = { ...defaultRule, id: 0, name: 'proxydeck', port };
  await gateways.turnOn(accountId, { rule, token: 'chosen-token' });
  const servedIds = async (): Promise<readonly number[]> =>
    ((await gateways.report(accountId)).state?.rules ?? []).map(({ ruleId }) => ruleId);
  expect(await servedIds()).toEqual([0]);
  const { id } = await gateways.putRule(accountId, { ...defaultRule, name: 'scraper', port });
  expect(await servedIds()).toEqual([id]);
  await gateways.removeRule(accountId, id);
  expect(await servedIds()).toEqual([0]);
});

test('without options it syncs, runs repeated tests, and writes presets after a sync', async () => {
  await moveProxies();
  const window = openWindowsApp();
  const { store } = window.session(window.accountId);
  const target = await startTarget();
  const file = join(makeTemporaryFolder(), 'proxies.txt');
  await runSuccessfully(
    [
      '--data-dir',
      dataDir,
      'export',
      '--credentials',
      'default',
      '--output',
      file,
      '--save-preset',
      'scraper',
      '--refresh-after-sync',
    ],
    { env: environment() },
  );
  rmSync(file);
  store.saved.put({
    kind: 'test-schedule',
    name: 'Every hour',
    content: { everyHours: 1, viewId: null, where: '', urls: [target], proxyUserId: null, settings: null },
  });
  /** What waits for its time, which comes when the test says so. */
  let later: (() => void)[] = [];
  let passedMs = 0;
  const clock: Clock = {
    wallMs: () => Date.now() + passedMs,
    monotonicMs: () => performance.now() + passedMs,
    after(_delayMs, call) {
      later.push(call);
      return () => {
        later = later.filter((one) => one !== call);
      };
    },
  };
  const port = await findFreePort();
  const { id } = await window.gateways.putRule(window.accountId, { ...defaultRule, port });
  const served = await serve([], {}, clock);
  expect(served.problem()).toContain('Press Ctrl+C to stop.');
  passedMs = 24 * 3_600_000;
  for (const call of later.splice(0)) call();
  await vi.waitFor(() => {
    expect(served.problem()).toMatch(/Z Sync started\.\n/);
    expect(served.problem()).toMatch(/Z Sync finished: 40 proxies\.\n/);
    expect(served.problem()).toMatch(/Z Test run \d+ \(Every hour\) started: 40 proxies\.\n/);
    expect(served.problem()).toMatch(/Z Test run \d+ \(Every hour\) finished: \d+ of \d+ proxies work\.\n/);
    expect(served.problem()).toMatch(/Z Preset scraper: 40 proxies written to proxies\.txt\.\n/);
  }, patience);
  expect(existsSync(file)).toBe(true);
  expect(await served.end()).toBe(0);
  await window.gateways.removeRule(window.accountId, id);
}, 60_000);

test('it ends and says why if another process removes the data of the account', async () => {
  await moveProxies();
  const served = await serve(['--port', String(await findFreePort()), '--allow-private']);
  const [address = ''] = served.addresses();
  const target = await startTarget();
  expect((await getThrough(address, target)).body).toBe('arrived');
  rmSync(join(dataDir, 'accounts'), { recursive: true });
  await vi.waitFor(() => {
    expect(served.problem()).toContain('The cached data of this account was removed or replaced');
  }, patience);
  expect(await served.ended).not.toBe(0);
  await expect(getThrough(address, target)).rejects.toThrow('ECONNREFUSED');
}, 60_000);
