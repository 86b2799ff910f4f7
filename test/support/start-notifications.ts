import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { lacks } from './needs.ts';

/** Debian's own Python has the package; another one that is first in the path does not. */
const python = '/usr/bin/python3';
const bus = 'org.freedesktop.Notifications';
const object = '/org/freedesktop/Notifications';

/** What is missing to show notifications of the system: Electron loads libnotify if it is there. */
export const lacksNotifications = (): string | undefined =>
  lacks('python3', 'python3-dbusmock', 'libglib2.0-bin', 'libnotify4');

/** Starts what shows notifications, on the session bus of the tests. */
export async function startNotifications() {
  const service = spawn(
    python,
    [
      ...['-m', 'dbusmock', '--session', '--template', 'notification_daemon'],
      ...['--parameters', JSON.stringify({ capabilities: 'body actions' })],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  /** The calls of the service, as it prints them. */
  const calls: string[] = [];
  createInterface(service.stdout).on('line', (line) => {
    if (/ Notify /.test(line)) calls.push(line);
  });
  const gdbus = (...args: string[]) => promisify(execFile)('gdbus', args);
  await gdbus('wait', '--session', '--timeout', '60', bus);
  return {
    /** What programs asked it to show, one line each. */
    shown: (): readonly string[] => calls,
    /** Presses on the notification that was shown as this one, 1 for the first. */
    async click(id: number): Promise<void> {
      await gdbus(
        ...['call', '--session', '--dest', bus, '--object-path', object],
        ...['--method', 'org.freedesktop.DBus.Mock.EmitSignal'],
        ...[bus, 'ActionInvoked', 'us', `[<uint32 ${String(id)}>, <'default'>]`],
      );
    },
    async close(): Promise<void> {
      const ended = once(service, 'close');
      service.kill();
      await ended;
    },
  };
}
