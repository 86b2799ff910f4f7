import type { AccountSummary } from '../../../shared/account.ts';
import { settingRows } from '../../../shared/settings.ts';
import type { AccountState } from '../../account/account-state.svelte.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import { formatCount } from '../../format/format-number.ts';
import { backUpRecords, copyDiagnostics } from '../../settings/records-files.ts';
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
  const fromEnvironment = 'The keys of this account come from the environment.';
  return [
    command({
      id: 'check-keys',
      title: `Check the keys of ${name}`,
      run: () => void app.checkKeys(id),
    }),
    command({
      id: 'replace-keys',
      title: `Change keys or base URL of ${name}`,
      reason: { service: null, demo: 'A demo has no keys.', environment: fromEnvironment }[kind],
      run: openDialog(app, { kind: 'replace-keys', account }),
    }),
    command({
      id: 'remove-account',
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
      id: 'add-account',
      title: 'Add an account',
      run: openDialog(app, { kind: 'add-account' }),
    }),
    command({
      id: 'add-demo',
      title: 'Try the demo',
      words: 'example sample',
      run: () => void app.addDemo(),
    }),
    ...[100_000, 1_000_000].map((proxyCount) =>
      command({
        id: `add-demo:${proxyCount}`,
        title: `Try the demo with ${formatCount(proxyCount)} proxies`,
        run: () => void app.addDemo(proxyCount),
      }),
    ),
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
            title: 'Back up records',
            words: 'save tags notes export',
            run: () => void backUpRecords(app),
          }),
          command({
            id: 'restore-records',
            title: 'Restore records',
            words: 'backup import',
            run: openDialog(app, { kind: 'restore-records' }),
          }),
        ]),
    command({
      id: 'log',
      title: 'Show the log',
      words: 'errors debug',
      run: openDialog(app, { kind: 'log' }),
    }),
    command({
      id: 'copy-diagnostics',
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

/** Settings that are one of a few values can be set from the palette. */
function settingCommands(app: AppState): readonly Command[] {
  return (['theme', 'density', 'clipboardClearSeconds', 'syncIntervalMinutes'] as const).flatMap(
    (name) => {
      const { label, control, words = '' } = settingRows[name];
      return control.kind === 'one'
        ? control.options.map(([value, title]) =>
            command({
              id: `${name}:${value}`,
              title: `${label}: ${title.toLowerCase()}`,
              words,
              reason: app.settings[name] === value ? 'This is the setting now.' : null,
              run: () => void app.changeSettings({ [name]: value }),
            }),
          )
        : [];
    },
  );
}
