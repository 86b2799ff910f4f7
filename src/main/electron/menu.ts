import type { MenuCommand } from '../../shared/ipc.ts';

type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions;

/**
 * The native menu, for `Menu.buildFromTemplate`. Its own items reach the window as commands; the
 * rest are the system's roles.
 *
 * @param platform macOS has a menu of the app itself, with its settings
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  send: (command: MenuCommand) => void,
): MenuItemConstructorOptions[] {
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
  const isMac = platform === 'darwin';
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');
  const separator = { type: 'separator' } as const;
  const appMenu: MenuItemConstructorOptions = {
    label: 'Proxydeck',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: 'File',
      submenu: [
        item('Add account…', 'add-account'),
        item('Account profile', 'profile'),
        ...(isMac ? [] : [settings]),
        separator,
        item('Sync', 'sync', 'F5'),
        item('Export…', 'export', 'CmdOrCtrl+E'),
        item('Test…', 'test', 'CmdOrCtrl+T'),
        item('Check access online…', 'access'),
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
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
        separator,
        item('Find', 'focus-filter', 'CmdOrCtrl+F'),
        item('Command palette', 'palette', 'CmdOrCtrl+K'),
        item('Keyboard shortcuts', 'shortcuts'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
