import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasIconHost } from '../../../src/main/electron/icon-host.ts';
import { startIconHost } from '../../support/start-icon-host.ts';
import { needs } from '../../support/needs.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

async function startBus(): Promise<NodeJS.ProcessEnv> {
  const address = `unix:path=${join(makeTemporaryFolder(), 'bus socket').replace(' ', '%20')}`;
  const bus = spawn('dbus-daemon', ['--session', '--nofork', `--address=${address}`, '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void bus.kill());
  const [printed] = (await once(bus.stdout, 'data')) as [Buffer];
  return { ...process.env, DBUS_SESSION_BUS_ADDRESS: printed.toString().trim() };
}

test('the bus knows whether a panel shows icons', async () => {
  needs('dbus', 'python3', 'python3-dbusmock', 'libglib2.0-bin');
  const environment = await startBus();
  expect(await hasIconHost(environment)).toBe(false);
  const host = await startIconHost(environment);
  onTestFinished(() => host.close());
  expect(await hasIconHost(environment)).toBe(true);
  // A watcher without a panel.
  execFileSync(
    'gdbus',
    [
      ...['call', '--session', '--dest', 'org.kde.StatusNotifierWatcher', '--object-path', '/StatusNotifierWatcher'],
      ...['--method', 'org.freedesktop.DBus.Mock.UpdateProperties', 'org.kde.StatusNotifierWatcher'],
      `{'IsStatusNotifierHostRegistered': <false>}`,
    ],
    { env: environment },
  );
  expect(await hasIconHost(environment)).toBe(false);
});

test('without a bus no panel shows icons', async () => {
  expect(await hasIconHost({})).toBe(false);
  expect(await hasIconHost({ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=localhost' })).toBe(false);
  expect(await hasIconHost({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${makeTemporaryFolder()}/none` })).toBe(false);
  expect(await hasIconHost({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/%zz' })).toBe(false);
});
