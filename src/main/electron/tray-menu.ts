import { countOf, formatCount } from '../../shared/count-of.ts';
import type { BackgroundStatus } from '../background.ts';

type Item = Electron.MenuItemConstructorOptions;

export type TrayLook = 'idle' | 'on' | 'problem';

export interface TrayActions {
  readonly open: () => void;
  readonly switchGateway: (accountId: string, isOn: boolean) => void;
  readonly copyAddress: (accountId: string, ruleId: number) => void;
  readonly pauseTests: () => void;
  readonly show: (problem: NonNullable<BackgroundStatus['problem']>) => void;
  readonly sync: () => void;
  readonly quit: () => void;
}

/** The window has all. */
const maxItems = 5;
/** As wide as the screen otherwise. */
const longestLabel = 70;

/** A problem first, then a gateway that is on. */
export function trayLook({ accounts, problem }: BackgroundStatus): TrayLook {
  if (problem !== null) return 'problem';
  return accounts.some(({ isGatewayOn }) => isGatewayOn) ? 'on' : 'idle';
}

/** Only accounts and rules decide its size. */
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
    // Only shown: the key is the window's.
    { label: 'Quit Proxydeck', accelerator: 'CmdOrCtrl+Q', registerAccelerator: false, click: actions.quit },
  ];
}

/** `&` marks a key. */
const cut = (label: string): string =>
  (label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label).replaceAll('&', '&&');
