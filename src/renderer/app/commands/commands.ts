import type { AccountSummary } from '../../../shared/account.ts';
import { accountSettingRows, settingRows, type Setting } from '../../../shared/settings.ts';
import type { AccountState } from '../../account/account-state.svelte.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import { ask } from '../../bridge.ts';
import { backUpRecords, copyDiagnostics } from '../../settings/records-files.ts';
import { accountCommands, type FocusTargets } from './account-commands.ts';
import { command, openDialog, type Command } from './command.ts';

/** Lists commands in the palette's order. */
export function listCommands(app: AppState, account: AccountState | null, focus: FocusTargets): readonly Command[] {
  return [
    ...(account === null ? [] : accountCommands(account, focus)),
    ...(app.account === null ? [] : keyCommands(app, app.account)),
    ...appCommands(app),
  ];
}

function keyCommands(app: AppState, account: AccountSummary): readonly Command[] {
  const { id, name, kind } = account;
  const fromEnvironment = 'The keys of this account come from the environment.';
  return [
    command({
      id: 'check-keys',
      isRare: true,
      title: `Check the keys of ${name}`,
      run: () => void app.checkKeys(id),
    }),
    command({
      id: 'replace-keys',
      isRare: true,
      title: `Change keys or base URL of ${name}`,
      reason: { service: null, demo: 'A demo has no keys.', environment: fromEnvironment }[kind],
      run: openDialog(app, { kind: 'replace-keys', account }),
    }),
    command({
      id: 'remove-account',
      isRare: true,
      title: `Remove ${name}`,
      reason: kind === 'environment' ? fromEnvironment : null,
      run: openDialog(app, { kind: 'remove-account', account }),
    }),
  ];
}

function appCommands(app: AppState): readonly Command[] {
  return [
    command({
      id: 'settings',
      title: 'Settings',
      shortcut: 'Mod+,',
      icon: 'settings',
      words: 'preferences options configuration',
      run: openDialog(app, { kind: 'settings' }),
    }),
    command({
      id: 'thresholds',
      isRare: true,
      title: 'Thresholds of problems and notifications',
      words: 'warning limits days',
      run: openDialog(app, { kind: 'settings', tab: 'notifications' }),
    }),
    command({
      id: 'add-account',
      title: 'Add account',
      run: openDialog(app, { kind: 'add-account' }),
    }),
    command({
      id: 'add-demo',
      isRare: true,
      title: 'Try the demo',
      words: 'example sample',
      run: () => void app.addDemo(),
    }),
    command({
      id: 'all-accounts',
      title: 'All accounts',
      words: 'overview compare',
      reason: app.accounts.length < 2 ? 'There is only one account.' : null,
      run: openDialog(app, { kind: 'accounts' }),
    }),
    ...app.accounts
      .filter(({ id }) => id !== app.accountId)
      .map(({ id, name }) =>
        command({
          id: `account:${id}`,
          title: `Switch to ${name}`,
          run: () => void app.selectAccount(id),
        }),
      ),
    ...settingCommands(app),
    ...(app.accountId === null
      ? []
      : [
          command({
            id: 'back-up-records',
            isRare: true,
            title: 'Back up records',
            words: 'save tags notes export',
            run: () => void backUpRecords(app),
          }),
          command({
            id: 'restore-records',
            isRare: true,
            title: 'Restore records',
            words: 'backup import',
            run: openDialog(app, { kind: 'restore-records' }),
          }),
        ]),
    command({
      id: 'data-folder',
      isRare: true,
      title: 'Show data folder and log',
      words: 'errors debug files logs',
      run: () => void app.toasts.attempt(() => ask('diagnostics:show-data-folder', undefined)),
    }),
    command({
      id: 'copy-diagnostics',
      isRare: true,
      title: 'Copy diagnostics',
      words: 'support report version',
      run: () => void copyDiagnostics(app),
    }),
    command({
      id: 'palette',
      title: 'Search',
      shortcut: 'Mod+K',
      run: openDialog(app, { kind: 'palette' }),
    }),
    command({
      id: 'shortcuts',
      title: 'Shortcuts',
      shortcut: '?',
      words: 'help keys keyboard hotkeys',
      run: openDialog(app, { kind: 'shortcuts' }),
    }),
  ];
}

function settingCommands(app: AppState): readonly Command[] {
  const rows: { readonly [name: string]: Setting } = {
    ...settingRows,
    ...(app.accountId === null ? {} : accountSettingRows),
  };
  const choicesOf = ({ control }: Setting): string =>
    'options' in control ? control.options.map(([, title]) => title).join(' ') : '';
  return Object.entries(rows).map(([name, row]) =>
    command({
      id: `setting:${name}`,
      title: row.label,
      group: 'Settings',
      icon: 'settings',
      words: [row.label, choicesOf(row), row.words ?? ''].join(' '),
      run: openDialog(app, { kind: 'settings', search: row.label }),
    }),
  );
}
