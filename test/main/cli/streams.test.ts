/** The built command line with readers that leave, hold on or cannot take more. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { patience } from '../../support/patience.ts';
import { rounds } from '../../support/rounds.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

let demo: DemoService;
let dataDir: string;

beforeAll(async () => {
  expect(existsSync(cli), 'the real command line is built by: npm run build').toBe(true);
  dataDir = mkdtempSync(join(tmpdir(), 'proxydeck-test-'));
  demo = await startDemoService({ proxyCount: 4000 });
  const { ended } = start(['sync']);
  expect((await ended).code).toBe(0);
  return async () => {
    await demo.close();
    rmSync(dataDir, { recursive: true });
  };
}, 60_000);

/** Starts a command line on the synced copy. */
function start(
  words: readonly string[],
  stdout: 'pipe' | number = 'pipe',
): { child: ChildProcess; said: () => string; ended: Promise<{ code: number | null; stderr: string }> } {
  const child: ChildProcess = spawn(process.execPath, [cli, '--data-dir', dataDir, ...words], {
    env: { PATH: process.env['PATH'], ...serviceEnv(demo) },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'exit').then(() => ({ code: child.exitCode, stderr }));
  return { child, said: () => stderr, ended };
}

const printing = [
  ['an export', ['export', '--user', 'harbor8234']],
  ['JSON', ['--json', 'proxies']],
  ['a table', ['proxies']],
] as const;

test.each(printing.slice(0, rounds({ few: 1, many: Infinity })))(
  'a reader that leaves in the middle of %s has what it wanted',
  async (_what, words) => {
    const { child, ended } = start(words);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, stderr } = await ended;
    expect(stderr).not.toMatch(/EPIPE|went wrong/);
    expect(code).toBe(0);
  },
);

test('a pipe that closes before anything is written is not a failure', async () => {
  const { child, ended } = start(['--help']);
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, stderr: '' });
});

/** Starts a command and reads one piece of what it prints; the rest stays in the pipe. */
async function startAndReadOnePiece(words: readonly string[]): Promise<ReturnType<typeof start>> {
  const started = start(words);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  if (started.child.stdout) await once(started.child.stdout, 'readable');
  started.child.stdout?.read(1);
  return started;
}

/** More than the buffers of a pipe and its reader hold. */
const longExport = ['export', '--user', 'harbor8234', '--format', 'ndjson'];

/** Waits until a command has written nothing for a while, because its pipe is full. */
async function waitUntilBlocked({ pid }: ChildProcess): Promise<void> {
  const countWritten = (): string => /wchar: \d+/.exec(readFileSync(`/proc/${String(pid)}/io`, 'utf8'))?.[0] ?? '';
  let before = '';
  await vi.waitFor(
    () => {
      const now = countWritten();
      const isBlocked = now === before;
      before = now;
      expect(isBlocked).toBe(true);
    },
    { ...patience, interval: 200 },
  );
}

test('a signal ends a list immediately, even during a query', async () => {
  const { child, ended } = await startAndReadOnePiece(['--json', 'proxies']);
  child.kill('SIGTERM');
  await ended;
  expect(child.signalCode).toBe('SIGTERM');
});

test('an interrupt ends an export whose reader stopped reading, and reports it', async () => {
  const { child, said, ended } = await startAndReadOnePiece(longExport);
  child.kill('SIGINT');
  await vi.waitFor(() => {
    expect(said()).toContain('proxydeck: Canceled. The output is incomplete.\n');
  }, patience);
  child.stdout?.destroy();
  expect((await ended).code).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'a second signal ends a command that does not react to the first',
  async () => {
    // Its standard output is blocked, and the pipe is never read.
    const { child, said, ended } = await startAndReadOnePiece(longExport);
    await waitUntilBlocked(child);
    child.kill('SIGTERM');
    await vi.waitFor(() => {
      expect(said()).toContain('Canceled');
    }, patience);
    child.kill('SIGINT');
    await ended;
    expect(child.signalCode).toBe('SIGINT');
  },
);

test.runIf(existsSync('/dev/full'))('a full disk under standard output is reported as a failure', async () => {
  const { ended } = start(['proxies'], openSync('/dev/full', 'w'));
  const { code, stderr } = await ended;
  expect(stderr).toContain('The disk is full, so the output is incomplete.');
  expect(stderr).not.toContain('    at ');
  expect(code).toBe(1);
});

/** A pipe that is full, and that nobody reads. */
function openFullPipe(): number {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-test-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => {
    closeSync(pipe);
    rmSync(folder, { recursive: true });
  });
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(pipe, Buffer.alloc(size));
    } catch {
      // It takes no more of this size.
    }
  }
  return pipe;
}

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})}\n`;
/** What no answer can report. */
const unasked = `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })}\n`;

/** In the place of a free port. */
const anyPort = 'PORT';

const silenced = [
  ['a server of agents', ['mcp'], unasked, 'SIGTERM', 0],
  ['a command that fails', ['show', 'proxy', 'none'], null, null, 1],
  ['a server of agents whose client has gone', ['mcp'], unasked, null, 0],
  ['a gateway', ['serve', '--port', anyPort], null, 'SIGTERM', 0],
  ['a sync', ['sync'], null, null, 0],
  ['an export', ['export', '--user', 'harbor8234'], null, null, 0],
] as const;

test.runIf(process.platform === 'linux').each(silenced.slice(0, rounds({ few: 2, many: Infinity })))(
  '%s ends although nobody reads its standard error',
  async (_what, words, input, signal, code) => {
    const port = String(await findFreePort());
    const given = words.map((word) => (word === anyPort ? port : word));
    const child = spawn(process.execPath, [cli, '--data-dir', dataDir, ...given], {
      env: { PATH: process.env['PATH'], ...serviceEnv(demo) },
      stdio: ['pipe', 'pipe', openFullPipe()],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error('It has no pipes.');
    const ended = once(child, 'exit');
    const started = once(stdout, 'data');
    if (input !== null) stdin.write(`${input}${initialize}`);
    if (signal !== null) {
      await started;
      child.kill(signal);
    } else {
      if (input !== null) await started;
      stdin.end();
      stdout.resume();
    }
    await ended;
    expect([child.exitCode, child.signalCode]).toEqual([code, null]);
  },
);
