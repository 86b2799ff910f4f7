import type { MenuCommand } from '../../shared/ipc.ts';
import { viewDigit, views, viewTitles } from '../../shared/views.ts';

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
        ...views.map((view) =>
          item(viewTitles[view], `view:${view}`, `CmdOrCtrl+${viewDigit(view)}`),
        ),
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
