import { expect, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { accountSettingRows, defaultSettings, readSettings } from '../../../src/shared/settings.ts';

function openFolder(env: NodeJS.ProcessEnv = {}) {
  const dataDir = makeTemporaryFolder();
  return (...argv: string[]): Promise<CommandLineResult> => runCommandLine(['--data-dir', dataDir, ...argv], { env });
}

test('settings are listed, changed and reset, and a value that one does not take changes nothing', async () => {
  const settings = openFolder();
  const unavailable = { installUpdates: null, whenClosed: null, startsAtLogin: null };
  expect((await settings('--json', 'settings')).json()).toEqual({ ...defaultSettings, ...unavailable });
  expect(await settings('settings', 'set', 'syncIntervalMinutes', '15')).toMatchObject({
    code: 0,
    stdout: 'syncIntervalMinutes: 15\n',
  });
  const urls = ['https://a.example/', 'http://b.example/x'];
  expect((await settings('settings', 'set', 'testUrls', ...urls)).code).toBe(0);
  expect((await settings('settings', 'set', 'notices', 'run-finished')).code).toBe(0);
  const refused = await settings('settings', 'set', 'theme', 'pink');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('theme takes one of system, light, dark. Nothing was changed.');
  expect((await settings('settings', 'set', 'testUrls', 'ftp://x')).code).toBe(2);
  expect((await settings('settings', 'get', 'colour')).code).toBe(2);
  expect((await settings('--json', 'settings', 'list')).json()).toEqual({
    ...defaultSettings,
    ...unavailable,
    syncIntervalMinutes: 15,
    testUrls: urls,
    notices: ['run-finished'],
  });
  await settings('settings', 'reset', 'testUrls');
  expect((await settings('settings', 'get', 'testUrls')).stdout).toBe('https://example.com/\n');
});

test('the settings of an account are listed with those of the app', async () => {
  const demo = await startDemoService({ proxyCount: 3 });
  const settings = openFolder(serviceEnv(demo));
  await demo.close();
  expect((await settings('--json', 'settings')).json()).toMatchObject(readSettings(accountSettingRows, {}));
  await settings('settings', 'set', 'proxyUserId', 'harbor8234');
  expect((await settings('settings', 'get', 'proxyUserId')).stdout).toBe('harbor8234\n');
});
