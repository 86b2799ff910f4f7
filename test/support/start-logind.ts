import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { isInstalled } from '../../scripts/steps.mjs';
import { isElectronHere } from './launch-app.ts';

/** Debian's own Python has the package; another one that is first in the path does not. */
const python = '/usr/bin/python3';

/** Whether a service like systemd's can tell the app that the session ends. */
export const canStartLogind =
  isElectronHere() &&
  ['dbus-daemon', 'gdbus'].every(isInstalled) &&
  existsSync('/usr/lib/python3/dist-packages/dbusmock');

/** Starts a system bus of its own on which logind answers. */
export async function startLogind() {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(bus.stdout.setEncoding('utf8'), 'data')) as [string]; // as the encoding says
  const address = line.trim();
  const service = spawn(python, ['-m', 'dbusmock', '--system', '--template', 'logind'], {
    env: { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: address },
    stdio: 'ignore',
  });
  const gdbus = (...args: string[]) => promisify(execFile)('gdbus', args);
  await gdbus('wait', '--address', address, '--timeout', '30', 'org.freedesktop.login1');
  return {
    /** For `DBUS_SYSTEM_BUS_ADDRESS`. */
    address,
    /** Tells every program that asked for it that the system is about to end. */
    async prepareForShutdown(): Promise<void> {
      await gdbus(
        ...['call', '--address', address, '--dest', 'org.freedesktop.login1'],
        ...['--object-path', '/org/freedesktop/login1'],
        ...['--method', 'org.freedesktop.DBus.Mock.EmitSignal'],
        ...['org.freedesktop.login1.Manager', 'PrepareForShutdown', 'b', '[<true>]'],
      );
    },
    close(): void {
      service.kill();
      bus.kill();
    },
  };
}
