import type { AccountState } from '../../account/account-state.svelte.ts';
import { openOnTarget, presentTarget } from '../../account/find-target.ts';
import { copyAsLastTime, saveAsLastTime } from '../../account/copying/copy-as.ts';
import { openView } from '../../account/saved/list-look.ts';
import { viewDigit, views, viewTitles, type View } from '../../../shared/views.ts';
import { annotate } from '../../annotations/annotate.ts';
import { hasFailed } from '../../account/test-runs.svelte.ts';
import { testFailedAgain } from '../../tests/test-again.ts';
import { command, openDialog, type Command } from './command.ts';
import { presetCommand, userCommand } from './record-commands.ts';

/** Moves the keyboard focus for a command. */
export interface FocusTargets {
  filter(): void;
  /** The list of the present view, or the first field of a view without a list. */
  view(): void;
}

/** The commands of the open account. */
export function accountCommands(account: AccountState, focus: FocusTargets): readonly Command[] {
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
