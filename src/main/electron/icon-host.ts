import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { unescape } from 'node:querystring';

/** A bus that does not answer for so long has no host. */
const patienceMs = 2_000;
const watcher = 'org.kde.StatusNotifierWatcher';

/**
 * Asks the session bus whether a Linux panel shows icons (StatusNotifierItem): Electron cannot tell, and without one a
 * hidden app would be lost.
 */
export async function hasIconHost(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const runtimeDir = environment['XDG_RUNTIME_DIR'];
  const busAddress = environment['DBUS_SESSION_BUS_ADDRESS'] ?? (runtimeDir && `unix:path=${join(runtimeDir, 'bus')}`);
  if (busAddress === undefined || busAddress === '') return false;
  // Only Linux needs it.
  const { Message, MessageFlag, sessionBus, Variant } = await import('@jellybrick/dbus-next');
  // It expects unescaped addresses.
  const bus = sessionBus({ busAddress: unescape(busAddress) });
  // Its types lack the event for an unreachable bus.
  const events: EventEmitter = bus;
  const question = new Message({
    destination: watcher,
    path: '/StatusNotifierWatcher',
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [watcher, 'IsStatusNotifierHostRegistered'],
    flags: MessageFlag.NO_AUTO_START,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      timer = setTimeout(resolve, patienceMs, false);
      events.once('error', reject);
      bus.call(question).then((reply) => {
        const value: unknown = reply?.body[0];
        resolve(value instanceof Variant && value.value === true);
      }, reject);
    });
  } catch {
    return false; // No bus, or no panel on it.
  } finally {
    clearTimeout(timer);
    events.on('error', () => undefined);
    bus.disconnect();
  }
}
