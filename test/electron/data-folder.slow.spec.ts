import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { electronCommand } from '../support/launch-app.ts';
import { lacks } from '../support/needs.ts';
import { expect, test } from './fixture.ts';

// Only real Electron has a profile in the folder, and only X shows its box to xdotool.
test.skip(process.platform !== 'linux', 'Only X shows the box to xdotool.');
const missing = lacks('xdotool');
test.skip(missing !== undefined, missing ?? '');

/** Starts the app with a folder, waits for its first window, and gives the names in the folder then. */
async function startWith(folder: string): Promise<{ title: string; names: string[] }> {
  const [program = '', ...args] = electronCommand();
  const child = spawn(program, [...args, `--user-data-dir=${folder}`], { stdio: 'ignore' });
  try {
    const search = ['search', '--sync', '--all', '--onlyvisible', '--pid', String(child.pid), '--class', '.'];
    const { stdout } = await promisify(execFile)('xdotool', search, { timeout: 60_000 });
    const [window = ''] = stdout.trim().split('\n');
    const { stdout: title } = await promisify(execFile)('xdotool', ['getwindowname', window]);
    return { title: title.trim(), names: readdirSync(folder) };
  } finally {
    child.kill('SIGKILL');
  }
}

test('a folder that other users can write to is left as it is', async ({ userDataDir }) => {
  const folder = join(userDataDir, 'shared');
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.odt'), '');
  chmodSync(folder, 0o777);
  const { title, names } = await startWith(folder);
  expect(names).toEqual(['thesis.odt']);
  expect(title).toBe('Error');
});

test('a link in the place of the profile is not followed', async ({ userDataDir, exportDir }) => {
  symlinkSync(exportDir, join(userDataDir, 'chromium'));
  const { title, names } = await startWith(userDataDir);
  expect(title).toBe('Error');
  expect(names).toEqual(['chromium']);
  expect(readdirSync(exportDir)).toEqual([]);
});

test('a profile that cannot be written is explained before anything else is written', async ({ userDataDir }) => {
  writeFileSync(join(userDataDir, 'chromium'), '');
  const { title, names } = await startWith(userDataDir);
  expect(title).toBe('Error');
  expect(names).toEqual(['chromium']);
});
