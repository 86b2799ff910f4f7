import { countOf, formatCount } from '../../shared/count-of.ts';
import type { BackgroundStatus } from '../background.ts';

type Item = Electron.MenuItemConstructorOptions;

/** The look of the icon in the panel. */
export type TrayLook = 'idle' | 'on' | 'problem';

/** What the items of the menu do. */
export interface TrayActions {
  readonly open: () => void;
  readonly switchGateway: (accountId: string, isOn: boolean) => void;
  readonly copyAddress: (accountId: string, ruleId: number) => void;
  readonly pauseTests: () => void;
  readonly show: (problem: NonNullable<BackgroundStatus['problem']>) => void;
  readonly sync: () => void;
  readonly quit: () => void;
}

/** The most gateways and the most rules in the menu; the window has all. */
const maxItems = 5;
/** A longer label would make the menu as wide as the screen. */
const longestLabel = 70;

/** The look of the icon: a problem first, then a gateway that is on. */
export function trayLook({ accounts, problem }: BackgroundStatus): TrayLook {
  if (problem !== null) return 'problem';
  return accounts.some(({ isGatewayOn }) => isGatewayOn) ? 'on' : 'idle';
}

/** The menu of the icon in the panel, for `Menu.buildFromTemplate`. Its size depends on no data but the accounts and rules. */
export function trayMenu(status: BackgroundStatus, actions: TrayActions): Item[] {
  const { accounts, rules, tests, problem, isSyncing } = status;
  const separator = { type: 'separator' } as const;
  return [
    { label: 'Open Proxydeck', click: actions.open },
    separator,
    ...accounts.slice(0, maxItems).map(({ id, name, isGatewayOn, openCount }): Item => ({
      type: 'checkbox',
      checked: isGatewayOn,
      label: cut(`Gateway of ${name}${isGatewayOn ? `: ${countOf(openCount, 'connection')}` : ''}`),
      click: () => {
        actions.switchGateway(id, !isGatewayOn);
      },
    })),
    ...(accounts.length > 0 ? [separator] : []),
    ...rules.slice(0, maxItems).map(({ accountId, ruleId, name, address }): Item => ({
      label: cut(`Copy address of ${name} (${address})`),
      click: () => {
        actions.copyAddress(accountId, ruleId);
      },
    })),
    ...(rules.length > 0 ? [separator] : []),
    tests === null
      ? { label: 'No test is running', enabled: false }
      : {
          label: `Testing ${formatCount(tests.done)} of ${formatCount(tests.total)}`,
          submenu: [{ label: 'Pause', click: actions.pauseTests }],
        },
    problem === null
      ? { label: 'No problems', enabled: false }
      : {
          label: cut(`⚠ ${problem.text}`),
          click: () => {
            actions.show(problem);
          },
        },
    isSyncing || accounts.length === 0
      ? { label: isSyncing ? 'Syncing…' : 'Sync now', enabled: false }
      : { label: 'Sync now', click: actions.sync },
    separator,
    // The key belongs to the window; here it is only shown.
    { label: 'Quit Proxydeck', accelerator: 'CmdOrCtrl+Q', registerAccelerator: false, click: actions.quit },
  ];
}

/** Native menus take `&` as the mark of a key. */
const cut = (label: string): string =>
  (label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label).replaceAll('&', '&&');
