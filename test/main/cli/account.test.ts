import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDemoService } from '../../support/demo-service.ts';
import { runCli } from '../../../src/main/cli/run-cli.ts';
import { findSecretsInFiles } from '../../support/find-secrets.ts';
import { patience } from '../../support/patience.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { needs } from '../../support/needs.ts';
import { builtWorker } from '../../support/built-worker.ts';

/** `npm test` starts a keyring of its own on Linux; elsewhere the system has one. */
const hasKeychain = process.platform !== 'linux' || process.env['PROXYDECK_TEST_KEYRING'] === '1';
const privateKey = 'cli-private-key-0451-canary';

describe.runIf(hasKeychain)('with the keychain of this system', () => {
  beforeEach(() => {
    needs('keytar');
  });
  test('an account is added, checked, synced, used and removed with its keys and files', async () => {
    const demo = await startDemoService({ privateKey });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const run = (argv: string[], input?: string): Promise<CommandLineResult> =>
      runCommandLine(['--data-dir', dataDir, ...argv], input === undefined ? {} : { input });
    const add = ['account', 'add', 'Northwind', '--base-url', demo.baseUrl, '--public-key', demo.publicKey];

    expect(await run(add, `${privateKey}\n`)).toMatchObject({ code: 0, stderr: '' });
    onTestFinished(async () => {
      await run(['account', 'remove', 'Northwind']);
    });
    expect((await run(add, `${privateKey}\n`)).code).toBe(2);
    expect((await run(['--json', 'account', 'list'])).json()).toMatchObject([
      { name: 'Northwind', base_url: demo.baseUrl, isCurrent: true, keyPlace: 'keychain' },
    ]);
    const checked = await run(['--json', '--account', 'northwind', 'account', 'check']);
    expect(checked.json()).toEqual(demo.account.customer());
    expect((await run(['sync'])).code).toBe(0);
    expect((await run(['proxies', '--count'])).stdout).toBe('250\n');
    expect(findSecretsInFiles(dataDir, [privateKey])).toEqual([]);

    expect((await run(['account', 'remove', 'Northwind'])).code).toBe(0);
    expect((await run(['--json', 'account', 'list'])).json()).toEqual([]);
    expect(readdirSync(join(dataDir, 'accounts'))).toEqual([]);
    expect((await run(['sync'])).code).toBe(2);
  });
});

test.runIf(process.platform === 'linux')('without a keychain, the command line names what replaces it', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../../out/main/cli.js'),
      ...['account', 'add', 'A', '--base-url', 'https://x.example/1.0', '--public-key', 'p'],
      ...['--data-dir', makeTemporaryFolder()],
    ],
    { input: `${privateKey}\n`, encoding: 'utf8', env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } },
  );
  expect(stderr).toContain('set PROXYDECK_BASE_URL, PROXYDECK_PUBLIC_KEY and PROXYDECK_PRIVATE_KEY');
  expect(stderr).not.toContain(privateKey);
  expect(status).toBe(3);
});

test('without a private key nothing is added', async () => {
  const dataDir = makeTemporaryFolder();
  const argv = [
    '--data-dir',
    dataDir,
    'account',
    'add',
    'A',
    '--base-url',
    'https://x.example/1.0',
    '--public-key',
    'p',
  ];
  const result = await runCommandLine(argv);
  expect(result.code).toBe(3);
  expect(result.stderr).toContain('private key is missing');
  expect(existsSync(join(dataDir, 'accounts'))).toBe(false);
});

test('a private key that is typed as an argument is not repeated', async () => {
  const add = ['account', 'add', 'A', '--base-url', 'https://x.example/1.0', '--public-key', 'p'];
  for (const words of [
    [...add, privateKey],
    [...add, '--private-key', privateKey],
    [...add, `--private-key=${privateKey}`],
  ]) {
    const result = await runCommandLine(['--data-dir', makeTemporaryFolder(), ...words]);
    expect(result.code, words.join(' ')).toBe(2);
    expect(result.stderr + result.stdout).not.toContain(privateKey.slice(0, 6));
  }
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the wait for a private key', async (signal) => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const before = process.listenerCount(signal);
  const ended = runCli(
    [
      '--data-dir',
      makeTemporaryFolder(),
      ...['account', 'add', 'A', '--base-url', 'https://x.example/1.0', '--public-key', 'p'],
    ],
    { stdin, stdout, stderr, env: {} },
    { workerFile: builtWorker },
  );
  await vi.waitUntil(() => stdin.listenerCount('data') > 0, patience);
  process.emit(signal, signal);
  // From here on a second signal has its usual effect.
  expect(process.listenerCount(signal)).toBe(before);
  expect(await ended).toBe(1);
  expect(String(stderr.read())).toContain('Canceled');
});
