import { expect, test } from 'vitest';
import { editMenu, menuTemplate, type MenuParts } from '../../../src/main/electron/menu.ts';

type Item = Electron.MenuItemConstructorOptions;

const makeMenu = (platform: NodeJS.Platform, parts: Partial<MenuParts> = {}): Item[] =>
  menuTemplate({
    platform,
    hasAccount: true,
    hasDeveloperTools: false,
    send: () => undefined,
    showAbout: () => undefined,
    showLicenses: () => undefined,
    readyVersion: undefined,
    restart: () => undefined,
    ...parts,
  });
const itemsOf = (menu: Item[], label: string): Item[] => {
  const submenu = menu.find((item) => item.label === label)?.submenu;
  return Array.isArray(submenu) ? submenu : [];
};
const namesOf = (items: Item[]): (string | undefined)[] => items.map(({ label, role }) => label ?? role);
const platforms = ['darwin', 'linux', 'win32'] as const;

test('settings and About are in the menu of the app on macOS, and in File and Help elsewhere', () => {
  const mac = makeMenu('darwin');
  expect(namesOf(itemsOf(mac, 'Proxydeck'))).toEqual(expect.arrayContaining(['About Proxydeck', 'Settings…', 'quit']));
  expect(namesOf(itemsOf(mac, 'File'))).not.toContain('Settings…');
  for (const platform of ['linux', 'win32'] as const) {
    const menu = makeMenu(platform);
    expect(namesOf(itemsOf(menu, 'Proxydeck'))).toEqual([]);
    expect(namesOf(itemsOf(menu, 'File'))).toContain('Settings…');
    expect(namesOf(itemsOf(menu, 'File')).at(-1)).toBe('quit');
    expect(namesOf(itemsOf(menu, 'Help')).at(-1)).toBe('About Proxydeck');
  }
});

test.each(platforms)('licenses, the shortcuts and the filter reference are in Help on %s', (platform) => {
  expect(namesOf(itemsOf(makeMenu(platform), 'Help'))).toEqual(
    expect.arrayContaining(['Shortcuts', 'Filter reference', 'Licenses']),
  );
});

test('without an account, commands that need one are disabled', () => {
  const enabledOf = (hasAccount: boolean): (string | undefined)[] =>
    ['File', 'Edit', 'View', 'Help']
      .flatMap((label) => itemsOf(makeMenu('linux', { hasAccount }), label))
      .filter(({ click, enabled }) => click !== undefined && enabled !== false)
      .map(({ label }) => label);
  expect(enabledOf(false)).toEqual([
    ...['Add an account…', 'Settings…', 'Undo', 'Redo', 'Select all', 'Search…'],
    ...['Shortcuts', 'Licenses', 'About Proxydeck'],
  ]);
  expect(enabledOf(true)).toEqual(expect.arrayContaining(['Sync', 'Export…', 'Proxies']));
});

test('zooming works with the keys of every keyboard', () => {
  const keysOf = (role: string): unknown[] =>
    itemsOf(makeMenu('linux'), 'View')
      .filter((item) => item.role === role && item.visible === false)
      .map(({ accelerator, acceleratorWorksWhenHidden }) => [accelerator, acceleratorWorksWhenHidden]);
  expect(keysOf('zoomIn')).toEqual([
    ['CommandOrControl+=', true],
    ['CommandOrControl+numadd', true],
  ]);
  expect(keysOf('zoomOut')).toEqual([['CommandOrControl+numsub', true]]);
});

test('undoing and selecting are commands of the app; cut, copy and paste are those of the system', () => {
  const sent: string[] = [];
  const items = itemsOf(makeMenu('linux', { send: (command) => sent.push(command) }), 'Edit');
  for (const label of ['Undo', 'Redo', 'Select all']) {
    const click = items.find((item) => item.label === label)?.click as (() => void) | undefined;
    click?.();
  }
  expect(sent).toEqual(['undo', 'redo', 'select-all']);
  expect(items.flatMap(({ role }) => role ?? [])).toEqual(['cut', 'copy', 'paste']);
});

test('the developer tools have an item in a run from source only, and no item does nothing', () => {
  const viewOf = (hasDeveloperTools: boolean): (string | undefined)[] =>
    namesOf(itemsOf(makeMenu('linux', { hasDeveloperTools }), 'View'));
  expect(viewOf(true)).toContain('toggleDevTools');
  expect(viewOf(false)).not.toContain('toggleDevTools');
  expect(namesOf(itemsOf(makeMenu('win32'), 'Window'))).toEqual(['minimize', 'close']);
});

const allowed = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };

test('a right click in a text field offers to cut, copy, paste and select all', () => {
  const click = { isEditable: true, selectionText: '', editFlags: { ...allowed, canCut: false } };
  expect(editMenu(click).map(({ role, enabled }) => [role, enabled])).toEqual([
    ['cut', false],
    ['copy', true],
    ['paste', true],
    [undefined, undefined],
    ['selectAll', true],
  ]);
});

test('a right click on selected text offers to copy it, and elsewhere nothing', () => {
  const clickOn = (selectionText: string) =>
    editMenu({ isEditable: false, selectionText, editFlags: allowed }).map(({ role }) => role);
  expect(clickOn('203.0.113.5')).toEqual(['copy']);
  expect(clickOn(' \n')).toEqual([]);
});
