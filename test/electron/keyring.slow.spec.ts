import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { electronCommand } from '../support/launch-app.ts';
import { lacks } from '../support/needs.ts';
import { startSilentBus } from '../support/start-silent-bus.ts';
import { expect, test } from './fixture.ts';
test.skip(process.platform !== 'linux', 'The bus of the Secret Service is one of Linux.');
const missing = lacks('dbus', 'xvfb', 'xdotool');
test.skip(missing !== undefined, missing ?? '');

// Started without Playwright, which keeps Chromium from the keyring itself.
test('a start without an account asks no keyring, so that none asks for a password', async ({
  userDataDir,
  exportDir,
}) => {
  const bus = await startSilentBus(exportDir);
  const [program = '', ...args] = electronCommand();
  const app = spawn(program, [...args, `--user-data-dir=${userDataDir}`], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus.address },
    stdio: 'ignore',
  });
  try {
    const ended = once(app, 'exit');
    const window = ['search', '--sync', '--onlyvisible', '--pid', String(app.pid), '--class', '.'];
    await promisify(execFile)('xdotool', window, { timeout: 60_000 });
    app.kill('SIGTERM');
    // The signal may come before the app is loaded, so how it ends is left to another test.
    await ended;
    expect(bus.activationCount()).toBe(0);
  } finally {
    app.kill('SIGKILL');
    bus.close();
  }
});
