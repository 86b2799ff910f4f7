import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDemoService } from '../../../src/main/demo/index.ts';
import { findSecretsInFiles } from '../../support/find-secrets.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** `npm test` starts a keyring of its own on Linux; elsewhere the system has one. */
const hasKeychain = process.platform !== 'linux' || process.env['PROXYDECK_TEST_KEYRING'] === '1';
const privateKey = 'cli-private-key-0451-canary';

describe.runIf(hasKeychain)('with the keychain of this system', () => {
  test('an account is added, checked, synced, used and removed with its keys and files', async () => {
    const demo = await startDemoService({ privateKey });
    onTestFinished(() => demo.close());
    const dataDir = makeTemporaryFolder();
    const run = (argv: string[], input?: string): Promise<CommandLineResult> =>
      runCommandLine(['--data-dir', dataDir, ...argv], input === undefined ? {} : { input });
    const add = [
      'account',
      'add',
      'Northwind',
      '--base-url',
      demo.baseUrl,
      '--public-key',
      demo.publicKey,
    ];

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
