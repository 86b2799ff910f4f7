import type { MenuCommand } from '../../shared/ipc.ts';
import { viewDigit, viewNames, views } from '../../shared/views.ts';

type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions;

export interface MenuParts {
  /** macOS has an app menu. */
  readonly platform: NodeJS.Platform;
  /** Without one most commands do nothing. */
  readonly hasAccount: boolean;
  readonly hasDeveloperTools: boolean;
  readonly send: (command: MenuCommand) => void;
  readonly showAbout: () => void;
  readonly showLicenses: () => void;
  /** Of an update that was downloaded. */
  readonly readyVersion: string | undefined;
  readonly restart: () => void;
}

/** Own items send commands to the window. */
export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const { platform, hasAccount, hasDeveloperTools, send, showAbout, showLicenses, readyVersion, restart } = parts;
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => {
      send(command);
    },
    // Shown only: the page listens itself.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  const ofAccount = (...args: Parameters<typeof item>): MenuItemConstructorOptions => ({
    ...item(...args),
    enabled: hasAccount,
  });
  const isMac = platform === 'darwin';
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');
  const about = { label: 'About Proxydeck', click: showAbout };
  const separator = { type: 'separator' } as const;
  const appMenu: MenuItemConstructorOptions = {
    label: 'Proxydeck',
    submenu: [
      about,
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
        item('Add an account…', 'add-account'),
        ofAccount('Account profile', 'profile'),
        ...(isMac ? [] : [settings]),
        separator,
        ofAccount('Sync', 'sync', 'F5'),
        ofAccount('Export…', 'export', 'CmdOrCtrl+E'),
        ofAccount('Test…', 'test', 'CmdOrCtrl+T'),
        ofAccount('Check access online…', 'access'),
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        // Of a text field, or of tags, notes and selection.
        item('Undo', 'undo', 'CmdOrCtrl+Z'),
        item('Redo', 'redo', 'Shift+CmdOrCtrl+Z'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        item('Select all', 'select-all', 'CmdOrCtrl+A'),
        separator,
        ofAccount('Filter the list', 'focus-filter', 'CmdOrCtrl+F'),
        item('Search…', 'palette', 'CmdOrCtrl+K'),
      ],
    },
    {
      label: 'View',
      submenu: [
        ...viewNames.map((view) => {
          const digit = viewDigit(view);
          const key = digit === null ? undefined : `CmdOrCtrl+${digit}`;
          return ofAccount(views[view].title, `view:${view}`, key);
        }),
        separator,
        { role: 'resetZoom', label: 'Actual size' },
        { role: 'zoomIn', label: 'Zoom in' },
        // Shift and `=`; some keyboards have `+` alone.
        ...['CommandOrControl+=', 'CommandOrControl+numadd'].map((accelerator) =>
          hidden({ role: 'zoomIn', accelerator }),
        ),
        { role: 'zoomOut', label: 'Zoom out' },
        hidden({ role: 'zoomOut', accelerator: 'CommandOrControl+numsub' }),
        { role: 'togglefullscreen', label: 'Full screen' },
        ...(hasDeveloperTools ? [separator, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      // Outside macOS its items do nothing.
      ...(isMac ? { role: 'windowMenu' } : { label: 'Window' }),
      ...(!isMac && { submenu: [{ role: 'minimize' }, { role: 'close' }] }),
    },
    {
      role: 'help',
      label: 'Help',
      submenu: [
        item('Shortcuts', 'shortcuts'),
        ofAccount('Filter reference', 'filter-reference', 'F1'),
        separator,
        { label: 'Licenses', click: showLicenses },
        ...(readyVersion === undefined
          ? []
          : [separator, { label: `Restart to update to ${readyVersion}`, click: restart }]),
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}

const hidden = (item: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  ...item,
  visible: false,
  acceleratorWorksWhenHidden: true,
});

interface ClickedText {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly editFlags: Readonly<Pick<Electron.EditFlags, 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>>;
}

/** For text; elsewhere the page has its own. */
export function editMenu(clicked: ClickedText): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = clicked;
  const { canCut, canCopy, canPaste, canSelectAll } = editFlags;
  if (isEditable) {
    return [
      { role: 'cut', enabled: canCut },
      { role: 'copy', enabled: canCopy },
      { role: 'paste', enabled: canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: 'Select all', enabled: canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}
