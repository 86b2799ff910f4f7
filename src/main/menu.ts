import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../shared/ipc.ts';

/**
 * The native menu. Its own items reach the window as commands; the rest are
 * the system's roles.
 */
export function setMenu(send: (command: MenuCommand) => void): void {
  const item = (
    label: string,
    command: MenuCommand,
    accelerator?: string,
  ): MenuItemConstructorOptions => ({
    label,
    click: () => {
      send(command);
    },
    // The page listens for the same keys itself; the menu only shows them.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        item('Add account…', 'add-account'),
        item('Account profile', 'profile'),
        item('Settings…', 'settings', 'CmdOrCtrl+,'),
        { type: 'separator' },
        item('Sync', 'sync', 'F5'),
        item('Export…', 'export', 'CmdOrCtrl+E'),
        item('Test…', 'test', 'CmdOrCtrl+T'),
        item('Check access online…', 'access'),
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        item('Proxies', 'view:proxies', 'CmdOrCtrl+1'),
        item('Services', 'view:services', 'CmdOrCtrl+2'),
        item('Proxy users', 'view:users', 'CmdOrCtrl+3'),
        item('Tests', 'view:tests', 'CmdOrCtrl+4'),
        item('Usage', 'view:usage', 'CmdOrCtrl+5'),
        item('Catalog', 'view:catalog', 'CmdOrCtrl+6'),
        item('Availability', 'view:availability', 'CmdOrCtrl+7'),
        { type: 'separator' },
        item('Find', 'focus-filter', 'CmdOrCtrl+F'),
        item('Command palette', 'palette', 'CmdOrCtrl+K'),
        item('Keyboard shortcuts', 'shortcuts'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
