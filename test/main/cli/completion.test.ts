import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

/** What completing the last word offers, in this process. */
async function completing() {
  const demo = await startDemoService({ proxyCount: 30 });
  onTestFinished(() => demo.close());
  const { dataDir } = await makeSyncedFolder(demo);
  const env = serviceEnv(demo);
  const run = (...argv: string[]) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  return {
    run,
    offer: async (...words: string[]) =>
      (await run('completion', 'words', '--', ...words)).stdout.split('\n').filter(Boolean),
  };
}

test('commands, options, filter keys and cached names are completed', async () => {
  const { run, offer } = await completing();
  expect(await offer('ex')).toEqual(['export']);
  expect(await offer('help', 'pro')).toEqual(['proxies']);
  expect(await offer('export', '--per')).toEqual(['--per-country', '--per-file']);
  expect(await offer('--json', 'proxies', '--where', 'coun')).toEqual(['country:']);
  expect(await offer('services', '--where', 'total:<50 exp')).toEqual(['total:<50 expires:']);
  expect(await offer('list', 'us')).toEqual(['users']);
  expect(await offer('tag', 're')).toEqual(['remove', 'rename']);
  expect(await offer('show', 'pro')).toEqual(['proxy']);
  expect(await offer('export', '--credentials', '')).toEqual(['user', 'default', 'none']);
  const users = (await run('--json', 'users')).json() as readonly { proxy_user_id: string }[];
  const [user = ''] = users.map(({ proxy_user_id: id }) => id).toSorted();
  expect(await offer('export', '--user', user)).toContain(user);
  await run('export', '--user', user, '--format', 'http', '--save-preset', 'nightly list');
  expect(await offer('export', '--preset', 'n')).toEqual(['nightly list']);
  expect(await offer('export', '--output', 'x')).toEqual([]);
});

test('a real bash completes with the script', async (context) => {
  if (spawnSync('bash', ['--version']).status !== 0) context.skip('There is no bash.');
  const script = (await runCommandLine(['completion', 'bash'])).stdout;
  const folder = makeTemporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${cli}' --data-dir '${folder}/data' "$@"\n`;
  writeFileSync(join(bin, 'proxydeck'), program, { mode: 0o755 });
  const lines = [
    script,
    'try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _proxydeck; echo "${COMPREPLY[*]}"; }',
    'complete -p proxydeck',
    'try proxydeck ex',
    'try proxydeck export --per',
    'try proxydeck proxies --where onl',
  ];
  const printed = execFileSync('bash', ['--norc', '-c', lines.join('\n')], {
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder },
    encoding: 'utf8',
  });
  expect(printed.trim().split('\n')).toEqual([
    'complete -F _proxydeck proxydeck',
    'export',
    '--per-country --per-file',
    'online:',
  ]);
});

test.each([
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('%s accepts the syntax of its script', async (shell, check) => {
  const script = (await runCommandLine(['completion', shell])).stdout;
  expect(script).toContain('proxydeck completion words');
  const folder = makeTemporaryFolder();
  const file = join(folder, 'script');
  writeFileSync(file, script);
  const { error, status, stderr } = spawnSync(shell, [...check, file], { encoding: 'utf8' });
  // A shell that is not installed has nothing to say.
  if (error === undefined) expect([status, stderr]).toEqual([0, '']);
});

test('a shell that is not known is named', async () => {
  const result = await runCommandLine(['completion', 'tcsh']);
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining('not "tcsh"')]);
});
