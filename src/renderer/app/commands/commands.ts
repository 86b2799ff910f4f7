import type { AccountSummary } from '../../../shared/account.ts';
import { clipboardClearTimes } from '../../../shared/settings.ts';
import type { AccountState } from '../../account/account-state.svelte.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatDuration } from '../../format/format-time.ts';
import { accountCommands, type FocusTargets } from './account-commands.ts';
import { command, openDialog, type Command } from './command.ts';

/** All commands with their present state, in the order of the palette. */
export function listCommands(
  app: AppState,
  account: AccountState | null,
  focus: FocusTargets,
): readonly Command[] {
  return [
    ...(account === null ? [] : accountCommands(account, focus)),
    ...(app.account === null ? [] : keyCommands(app, app.account)),
    ...appCommands(app),
  ];
}

function keyCommands(app: AppState, account: AccountSummary): readonly Command[] {
  const { id, name, kind } = account;
  return [
    command('check-keys', `Check the keys of ${name}`, null, () => void app.checkKeys(id)),
    command(
      'replace-keys',
      `Change keys or base URL of ${name}`,
      null,
      openDialog(app, { kind: 'replace-keys', account }),
      kind === 'service',
    ),
    command(
      'remove-account',
      `Remove ${name}`,
      null,
      openDialog(app, { kind: 'remove-account', account }),
      kind !== 'environment',
    ),
  ];
}

function appCommands(app: AppState): readonly Command[] {
  const theme = (value: 'system' | 'light' | 'dark') => (): void =>
    void app.changeSettings({ theme: value });
  return [
    command('settings', 'Settings', 'Mod+,', openDialog(app, { kind: 'settings' })),
    command('add-account', 'Add an account', null, openDialog(app, { kind: 'add-account' })),
    command('add-demo', 'Try the demo', null, () => void app.addDemo()),
    ...[100_000, 1_000_000].map((proxyCount) =>
      command(
        `add-demo:${proxyCount}`,
        `Try the demo with ${formatCount(proxyCount)} proxies`,
        null,
        () => void app.addDemo(proxyCount),
      ),
    ),
    ...app.accounts
      .filter(({ id }) => id !== app.accountId)
      .map(({ id, name }) =>
        command(`account:${id}`, `Switch to ${name}`, null, () => void app.selectAccount(id)),
      ),
    command('theme:system', 'Theme: system', null, theme('system')),
    command('theme:light', 'Theme: light', null, theme('light')),
    command('theme:dark', 'Theme: dark', null, theme('dark')),
    ...clipboardClearTimes.map((seconds) =>
      command(
        `clipboard:${seconds}`,
        seconds === 0
          ? 'Leave copied passwords in the clipboard'
          : `Clear copied passwords after ${formatDuration(seconds)}`,
        null,
        () => void app.changeSettings({ clipboardClearSeconds: seconds }),
        app.settings.clipboardClearSeconds !== seconds,
      ),
    ),
    command('palette', 'Search', 'Mod+K', openDialog(app, { kind: 'palette' })),
    command('shortcuts', 'Shortcuts', '?', openDialog(app, { kind: 'shortcuts' })),
  ];
}
