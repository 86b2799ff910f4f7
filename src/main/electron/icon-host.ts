import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { unescape } from 'node:querystring';

/** A bus that does not answer for so long has no host. */
const patienceMs = 2_000;
const watcher = 'org.kde.StatusNotifierWatcher';

/**
 * Asks the session bus whether a panel of this Linux desktop shows the icons of programs (StatusNotifierItem). Electron cannot
 * tell, and an app without a window and without an icon would be lost.
 */
export async function hasIconHost(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const runtimeDir = environment['XDG_RUNTIME_DIR'];
  const busAddress = environment['DBUS_SESSION_BUS_ADDRESS'] ?? (runtimeDir && `unix:path=${join(runtimeDir, 'bus')}`);
  if (busAddress === undefined || busAddress === '') return false;
  // Only Linux needs it.
  const { Message, MessageFlag, sessionBus, Variant } = await import('@jellybrick/dbus-next');
  // It takes the parts of an address as they are, though the bus escapes a space and the like.
  const bus = sessionBus({ busAddress: unescape(busAddress) });
  // Its types do not name the event for a bus that cannot be reached.
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
