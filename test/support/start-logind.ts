import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { lacks } from './needs.ts';

/** Debian's own Python has the package; another one that is first in the path does not. */
const python = '/usr/bin/python3';

/** What is missing for a service like systemd's, which tells the app that the session ends. */
export const lacksLogind = (): string | undefined => lacks('python3', 'python3-dbusmock', 'libglib2.0-bin', 'dbus');

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
