import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { lacks } from './needs.ts';

/** Debian's own Python has the package; another one that is first in the path does not. */
const python = '/usr/bin/python3';
const watcher = 'org.kde.StatusNotifierWatcher';
const object = '/StatusNotifierWatcher';
const item = 'org.kde.StatusNotifierItem';
const menuOf = 'com.canonical.dbusmenu';

/** What is missing for a panel that shows icons of programs. */
export const lacksIconHost = (): string | undefined => lacks('dbus', 'python3', 'python3-dbusmock', 'libglib2.0-bin');

/** Starts what a panel that shows icons of programs has on the session bus. */
export async function startIconHost(environment: NodeJS.ProcessEnv = process.env) {
  const service = spawn(python, ['-m', 'dbusmock', '--session', watcher, object, watcher], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** The names on the bus of the programs with icons. */
  const icons: string[] = [];
  service.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [, name = ''] of text.matchAll(/ RegisterStatusNotifierItem "([^"/]+)/g)) icons.push(name);
  });
  const run = promisify(execFile);
  const gdbus = async (...args: string[]): Promise<string> => (await run('gdbus', args, { env: environment })).stdout;
  const call = (dest: string, path: string, method: string, ...args: string[]): Promise<string> =>
    gdbus('call', '--session', '--dest', dest, '--object-path', path, '--method', method, '--', ...args);
  await gdbus('wait', '--session', '--timeout', '60', watcher);
  const mock = (method: string, ...args: string[]) =>
    call(watcher, object, `org.freedesktop.DBus.Mock.${method}`, ...args);
  await mock(
    'AddMethods',
    watcher,
    `[('RegisterStatusNotifierItem', 's', '', ''), ('RegisterStatusNotifierHost', 's', '', '')]`,
  );
  await mock(
    'AddProperties',
    watcher,
    `{'IsStatusNotifierHostRegistered': <true>, 'ProtocolVersion': <0>, 'RegisteredStatusNotifierItems': <@as []>}`,
  );
  const menuPath = '/com/canonical/dbusmenu';
  const lastIcon = (): string => icons.at(-1) ?? '';
  const readMenu = (): Promise<string> =>
    call(lastIcon(), menuPath, `${menuOf}.GetLayout`, '0', '-1', `['label', 'enabled']`);
  return {
    icons: (): readonly string[] => icons,
    /** The tooltip of the last icon, as `gdbus` prints it. */
    tooltip: (): Promise<string> =>
      call(lastIcon(), '/StatusNotifierItem', 'org.freedesktop.DBus.Properties.Get', item, 'ToolTip'),
    /** The menu of the last icon, as `gdbus` prints it. */
    readMenu,
    /** Chooses an item of the menu of the last icon. */
    async choose(label: string): Promise<void> {
      const menu = await readMenu();
      const before = menu.slice(0, menu.indexOf(`'label': <'${label}`));
      const id = [...before.matchAll(/<\((?:int32 )?(\d+),/g)].at(-1)?.[1];
      if (id === undefined || !menu.includes(`<'${label}`)) throw new Error(`The menu has no "${label}": ${menu}`);
      await call(lastIcon(), menuPath, `${menuOf}.Event`, id, 'clicked', '<0>', '0');
    },
    async close(): Promise<void> {
      const ended = once(service, 'close');
      service.kill();
      await ended;
    },
  };
}
