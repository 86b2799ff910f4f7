import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lacks } from './needs.ts';

const watcher = 'org.kde.StatusNotifierWatcher';

/** What is missing for a real panel with the icons of programs. */
export const lacksPanel = (): string | undefined => lacks('dbus', 'xfce4-panel', 'libglib2.0-bin');

/** A panel along the top of the display, with a list of windows on the left and the icons of programs on the right. */
const configuration = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array"><value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="30"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/><value type="int" value="2"/><value type="int" value="3"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="tasklist"/>
    <property name="plugin-2" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-3" type="string" value="systray"/>
  </property>
</channel>
`;

/** Starts Xfce's panel on the display and the session bus of the tests, whose `XDG_CONFIG_HOME` is theirs alone. */
export async function startPanel() {
  const folder = join(process.env['XDG_CONFIG_HOME'] ?? '', 'xfce4/xfconf/xfce-perchannel-xml');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'xfce4-panel.xml'), configuration);
  const panel = spawn('xfce4-panel', { stdio: 'ignore' });
  const gdbus = async (...args: string[]): Promise<string> => (await promisify(execFile)('gdbus', args)).stdout;
  await gdbus('wait', '--session', '--timeout', '60', watcher);
  return {
    /** The icons that the panel shows, by their names on the bus. */
    icons: async (): Promise<readonly string[]> => {
      const printed = await gdbus(
        ...['call', '--session', '--dest', watcher, '--object-path', '/StatusNotifierWatcher'],
        ...['--method', 'org.freedesktop.DBus.Properties.Get', watcher, 'RegisteredStatusNotifierItems'],
      );
      return [...printed.matchAll(/'(:[\d.]+)/g)].map(([, name = '']) => name);
    },
    async close(): Promise<void> {
      const ended = once(panel, 'close');
      panel.kill();
      await ended;
    },
  };
}
