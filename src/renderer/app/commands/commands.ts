import type { AccountSummary } from '../../shared/account.ts';
import type { ExportPreset } from '../../shared/export-preset.ts';
import type { MenuCommand } from '../../shared/ipc.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { targetOfAll } from '../account/action-target.ts';
import { openOnTarget, presentTarget } from '../account/find-target.ts';
import type { AppState } from '../account/app-state.svelte.ts';
import { copyAsLastTime, saveAsLastTime } from '../account/copying/copy-as.ts';
import type { DialogRequest } from '../account/dialog-request.ts';
import { openView } from '../account/list-look.ts';
import { viewDigit, views, viewTitles, type View } from '../../shared/views.ts';
import { annotate } from '../annotations/annotate.ts';
import { formatCount } from '../format/format-number.ts';
import { formatAge } from '../format/format-time.ts';
import type { IconName } from '../kit/icons.ts';
import { hasFailed } from '../account/test-runs.svelte.ts';
import { userCommand } from './record-commands.ts';
import { testFailedAgain } from '../tests/test-again.ts';

/** An action with a name: in the palette, on a shortcut, in the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly shortcut: string | null;
  readonly isEnabled: boolean;
  /** The heading under which the palette lists it; default: `Commands`. */
  readonly group?: CommandGroup;
  readonly icon?: IconName;
  /** A remark at the end of its line. */
  readonly note?: string;
  /** The actions on a record, which the palette shows below it; `run` is the first of them. */
  readonly actions?: readonly Command[];
  run(): void;
}

/** The groups of the palette. */
export type CommandGroup =
  'Commands' | 'Proxy users' | 'Services' | 'Proxies' | 'Saved views' | 'Export presets';

/** Moves the keyboard focus for a command. */
export interface FocusTargets {
  filter(): void;
  /** The list of the present view, or the first field of a view without a list. */
  view(): void;
}

const command = (
  id: MenuCommand | (string & {}),
  title: string,
  shortcut: string | null,
  run: () => void,
  isEnabled = true,
): Command => ({ id, title, shortcut, isEnabled, run });

const openDialog = (app: AppState, dialog: DialogRequest) => (): void => {
  app.dialog = dialog;
};

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

function accountCommands(account: AccountState, focus: FocusTargets): readonly Command[] {
  const { app, presets, selection, sync, tags } = account;
  const { next } = presets;
  const { selected: run } = account.tests;
  const failedRun = app.view === 'tests' && run && hasFailed(run) ? run : null;
  const serviceId = app.view === 'services' ? account.services.grid.activeId : null;
  const hasTarget = presentTarget(account).kind !== 'invalid';
  const open = (kind: 'export' | 'test' | 'access') => (): void =>
    void openOnTarget(account, { kind });
  const show = (view: View) => (): void => {
    app.view = view;
    focus.view();
  };
  return [
    command('focus-filter', 'Filter the list', 'Mod+F', () => {
      focus.filter();
    }),
    command('export', 'Export proxies', 'Mod+E', open('export'), hasTarget),
    command(
      'run-preset',
      next === null ? 'Run an export preset again' : `Run ${next.name} again`,
      'Mod+Shift+E',
      () => {
        if (next !== null) void presets.run(next);
      },
      next !== null,
    ),
    ...presets.all.map((preset) => presetCommand(account, preset)),
    command(
      'export-again',
      'Export again as last time',
      null,
      () => void saveAsLastTime(account),
      hasTarget && account.recentCopies.all.length > 0,
    ),
    command(
      'copy-again',
      'Copy proxies as last time',
      'Mod+Shift+C',
      () => void copyAsLastTime(account),
      hasTarget,
    ),
    command('test', 'Test proxies', 'Mod+T', open('test'), hasTarget),
    command(
      'test-again',
      'Retest failed proxies',
      null,
      () => {
        if (failedRun !== null) void testFailedAgain(account, failedRun);
      },
      failedRun !== null,
    ),
    command('sync', 'Sync', 'F5', () => void sync.run(), !sync.isRunning),
    command('cancel-sync', 'Cancel sync', null, () => void sync.cancel(), sync.isRunning),
    command(
      'sync-accept-empty',
      'Sync, allow empty lists',
      null,
      () => void sync.run(true),
      !sync.isRunning,
    ),
    ...views.map((view) =>
      command(
        `view:${view}`,
        `Show ${viewTitles[view].toLowerCase()}`,
        `Mod+${viewDigit(view)}`,
        show(view),
      ),
    ),
    command('access', 'Check access online', null, open('access'), hasTarget),
    command('profile', 'Show the account profile', null, openDialog(app, { kind: 'profile' })),
    command(
      'edit-service',
      'Edit the service',
      null,
      () => {
        if (serviceId !== null) app.dialog = { kind: 'edit-service', id: serviceId };
      },
      serviceId !== null,
    ),
    command('mobile-ledger', 'Look up a mobile ledger entry', null, () => {
      app.showUsage('mobile');
      focus.view();
    }),
    command(
      'save-view',
      'Save view',
      null,
      openDialog(app, { kind: 'save-view' }),
      account.list !== null,
    ),
    ...account.savedViews.all.map((view) => ({
      ...command(`saved-view:${view.id}`, `Open view ${view.name}`, null, () => {
        openView(account, view);
      }),
      group: 'Saved views' as const,
      icon: 'view' as const,
      note: view.where,
    })),
    ...account.namedUsers.map((user) => userCommand(account, user)),
    command('tags', 'Tag selection', 'T', () => void annotate(account, 'tags'), hasTarget),
    command('note', 'Add note', 'N', () => void annotate(account, 'note'), hasTarget),
    command('manage-tags', 'Manage tags', null, openDialog(app, { kind: 'manage-tags' })),
    command('undo', 'Undo', 'Mod+Z', () => void tags.undo()),
    command('redo', 'Redo', 'Mod+Shift+Z', () => void tags.redo()),
    command(
      'select-all',
      'Select all',
      null,
      () => {
        selection?.all();
      },
      selection !== null,
    ),
    command(
      'clear-selection',
      'Clear selection',
      null,
      () => {
        selection?.clear();
      },
      (selection?.count ?? 0) > 0,
    ),
    command(
      'clear-filter',
      'Clear the filter',
      null,
      () => {
        account.list?.filter('');
      },
      (account.list?.text ?? '') !== '',
    ),
    command('facets', 'Show or hide the filters', null, () => {
      app.areFacetsOpen = !app.areFacetsOpen;
    }),
    command('inspector', 'Show or hide the details', null, () => {
      app.isInspectorOpen = !app.isInspectorOpen;
    }),
    command(
      'filter-reference',
      'Filter reference',
      'F1',
      openDialog(app, { kind: 'filter-reference' }),
    ),
  ];
}

function presetCommand({ app, presets, sync }: AccountState, preset: ExportPreset): Command {
  const { id, name, choices, file } = preset;
  const run = (): void => void presets.run(preset);
  const shared = { group: 'Export presets', icon: 'export' } as const;
  const runs = command(`preset:${id}`, `Run preset ${name}`, null, run, choices !== null);
  const target = targetOfAll(sync.state?.counts.proxies ?? null);
  const edit = openDialog(app, { kind: 'export', target, preset });
  return {
    ...runs,
    ...shared,
    note: file?.writtenAt == null ? '' : `last run ${formatAge(file.writtenAt, Date.now())}`,
    actions: [
      { ...runs, ...shared, id: `preset:${id}:run` },
      { ...command(`preset:${id}:edit`, `Edit preset ${name}`, null, edit), ...shared },
    ],
  };
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
    ...[0, 30, 120].map((seconds) =>
      command(
        `clipboard:${seconds}`,
        seconds === 0
          ? 'Leave copied passwords in the clipboard'
          : `Clear copied passwords after ${seconds} seconds`,
        null,
        () => void app.changeSettings({ clipboardClearSeconds: seconds }),
        app.settings.clipboardClearSeconds !== seconds,
      ),
    ),
    command('palette', 'Search', 'Mod+K', openDialog(app, { kind: 'palette' })),
    command('shortcuts', 'Shortcuts', '?', openDialog(app, { kind: 'shortcuts' })),
  ];
}
