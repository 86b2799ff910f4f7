import { expect, test } from 'vitest';
import type { BackgroundStatus } from '../../../src/main/background.ts';
import { trayLook, trayMenu, type TrayActions } from '../../../src/main/electron/tray-menu.ts';

const idle: BackgroundStatus = {
  accounts: [
    { id: 'a', name: 'Ridgeline', isGatewayOn: false, openCount: 0 },
    { id: 'b', name: 'North & wind', isGatewayOn: false, openCount: 0 },
  ],
  rules: [],
  tests: null,
  problem: null,
  isSyncing: false,
};
const rule = (ruleId: number) => ({
  accountId: 'a',
  ruleId,
  name: `rule${String(ruleId)}`,
  address: `127.0.0.1:${String(24_000 + ruleId)}`,
});
const busy: BackgroundStatus = {
  accounts: [{ id: 'a', name: 'Ridgeline', isGatewayOn: true, openCount: 9 }],
  rules: [1, 2, 3, 4, 5, 6, 7].map(rule),
  tests: { done: 1204, total: 5000 },
  problem: { accountId: 'a', text: 'A sentence that goes on '.repeat(5), target: { view: 'gateway', filter: null } },
  isSyncing: true,
};

/** What the menu shows: its labels, with a mark for those that cannot be chosen. */
function show(status: BackgroundStatus, readyVersion?: string): string[] {
  const nothing = (): undefined => undefined;
  const actions: TrayActions = {
    open: nothing,
    switchGateway: nothing,
    copyAddress: nothing,
    pauseTests: nothing,
    show: nothing,
    sync: nothing,
    restart: nothing,
    quit: nothing,
  };
  return trayMenu(status, actions, readyVersion).map(({ type, label = '', checked, enabled }) =>
    type === 'separator' ? '---' : `${checked === true ? '[x] ' : ''}${label}${enabled === false ? ' (disabled)' : ''}`,
  );
}

test('an idle app offers its gateways and a sync', () => {
  expect(trayLook(idle)).toBe('idle');
  expect(show(idle)).toEqual([
    'Open Proxydeck',
    '---',
    'Gateway of Ridgeline',
    'Gateway of North && wind',
    '---',
    'No test is running (disabled)',
    'No problems (disabled)',
    'Sync now',
    '---',
    'Quit Proxydeck',
  ]);
});

test('the menu of a busy app has at most five rules, and cuts long sentences', () => {
  expect(show(busy)).toEqual([
    'Open Proxydeck',
    '---',
    '[x] Gateway of Ridgeline: 9 connections',
    '---',
    ...[1, 2, 3, 4, 5].map((id) => `Copy address of rule${String(id)} (127.0.0.1:${String(24_000 + id)})`),
    '---',
    'Testing 1,204 of 5,000',
    '⚠ A sentence that goes on A sentence that goes on A sentence that goe…',
    'Syncing… (disabled)',
    '---',
    'Quit Proxydeck',
  ]);
});

test('a problem decides about the look of the icon, then a gateway that is on', () => {
  expect(trayLook(busy)).toBe('problem');
  expect(trayLook({ ...busy, problem: null })).toBe('on');
});

test('items do what they name', () => {
  const done: unknown[] = [];
  const note =
    (name: string) =>
    (...args: readonly unknown[]): void =>
      void done.push([name, ...args]);
  const actions = {
    open: note('open'),
    switchGateway: note('switch'),
    copyAddress: note('copy'),
    pauseTests: note('pause'),
    show: note('show'),
    sync: note('sync'),
    restart: note('restart'),
    quit: note('quit'),
  };
  const menu = trayMenu(busy, actions, '2.0.0');
  const press = (items: readonly Electron.MenuItemConstructorOptions[]): void => {
    for (const { click, submenu } of items) {
      // Without Electron there is no item to pass.
      (click as (() => void) | undefined)?.();
      if (Array.isArray(submenu)) press(submenu);
    }
  };
  press(menu);
  expect(done).toEqual([
    ['open'],
    ['switch', 'a', false],
    ...[1, 2, 3, 4, 5].map((id) => ['copy', 'a', id]),
    ['pause'],
    ['show', busy.problem],
    ['restart'],
    ['quit'],
  ]);
});

test('an update that waits can be installed without opening the window', () => {
  expect(show(idle, '2.0.0').slice(-3)).toEqual(['---', 'Restart to update to 2.0.0', 'Quit Proxydeck']);
});
