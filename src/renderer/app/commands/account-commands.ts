import type { AccountState } from '../../account/account-state.svelte.ts';
import { openOnTarget, pointedTarget, exportTarget, presentTarget } from '../../actions/find-target.ts';
import { copyAsLastTime, copyForms, saveAsLastTime } from '../../actions/copy-as.ts';
import { runPreset } from '../../actions/run-export.ts';
import { openView } from '../../account/saved/list-look.ts';
import { viewDigit, viewNames, views, type View } from '../../../shared/views.ts';
import { failingFilter } from '../../../shared/figures/overview.ts';
import { annotate } from '../../annotations/annotate.ts';
import { hasFailed } from '../../account/test-runs.svelte.ts';
import { testNow } from '../../actions/start-test.ts';
import { openRule } from '../../gateway/rule-actions.ts';
import { testFailedAgain } from '../../test-runs/test-again.ts';
import type { Target } from '../../account/dialog-request.ts';
import { describeTarget, isTarget, type Choice } from '../../actions/target.ts';
import { command, openDialog, type Command } from './command.ts';
import { shownViews } from '../views.ts';
import { presetCommand, testCommands, userCommand } from './record-commands.ts';

export interface FocusTargets {
  filter(): void;
  /** Or the first field of a view. */
  view(): void;
}

interface CommonFilter {
  readonly list: 'proxies' | 'services';
  readonly where: string;
  readonly title: string;
  readonly words?: string;
}

const commonFilters: readonly CommonFilter[] = [
  {
    list: 'proxies',
    where: 'last:fails',
    title: 'Show proxies that fail',
    words: 'failed failing dead broken',
  },
  {
    list: 'proxies',
    where: 'last:works',
    title: 'Show proxies that work',
    words: 'working passed alive',
  },
  { list: 'proxies', where: 'online:no', title: 'Show proxies that are offline' },
  {
    list: 'services',
    where: 'ending:automatic',
    title: 'Show services with auto-renewal',
    words: 'renew renewed automatically subscriptions',
  },
  {
    list: 'services',
    where: 'ending:manual',
    title: 'Show services with manual renewal',
    words: 'renew renewed by hand pay',
  },
  {
    list: 'services',
    where: 'canceling:yes',
    title: 'Show services that are canceled and not renewed',
    words: 'cancel at the end of the period expire',
  },
];

const workingTarget: Target = {
  title: '# that work',
  rows: { kind: 'query', where: 'last:works' },
  count: null,
  userId: null,
};

const failingTarget = (count: number): Target => ({
  title: '# that failed their last test',
  rows: { kind: 'query', where: failingFilter },
  count,
  userId: null,
});

export function accountCommands(account: AccountState, focus: FocusTargets): readonly Command[] {
  const { app, gateway, history, presets, selection, sync, tags } = account;
  const { next } = presets;
  const { selected: run } = account.tests;
  const failedRun = app.view === 'tests' && run && hasFailed(run) ? run : null;
  const failingCount = account.overview.value?.failing ?? 0;
  const serviceId = app.view === 'services' ? account.lists.services.grid.activeId : null;
  const target = presentTarget(account);
  const exported = exportTarget(account);
  const pointed = pointedTarget(account);
  const noteOf = (choice: Choice) =>
    isTarget(choice) ? { note: describeTarget(choice), reason: null } : { note: '', reason: choice.reason };
  const onTarget = noteOf(target);
  const onPointed = noteOf(pointed);
  const idle = sync.isRunning ? 'A sync is running.' : null;
  const open = (kind: 'test' | 'access') => (): void => void openOnTarget(account, { kind });
  const show = (view: View) => (): void => {
    app.view = view;
    focus.view();
  };
  return [
    command({
      id: 'back',
      title: 'Back',
      shortcut: 'Alt+ArrowLeft',
      reason: history.canGoBack ? null : 'There is no place to go back to.',
      run: () => {
        history.goBack();
      },
    }),
    command({
      id: 'forward',
      title: 'Forward',
      shortcut: 'Alt+ArrowRight',
      reason: history.canGoForward ? null : 'There is no place to go forward to.',
      run: () => {
        history.goForward();
      },
    }),
    command({
      id: 'focus-filter',
      title: 'Filter the list',
      shortcut: 'Mod+F',
      words: 'search find',
      run: () => {
        focus.filter();
      },
    }),
    command({
      id: 'export',
      title: 'Export proxies',
      shortcut: 'Mod+E',
      icon: 'export',
      words: 'save download list file',
      ...noteOf(exported),
      run: () => void openOnTarget(account, { kind: 'export' }, exported),
    }),
    command({
      id: 'export-working',
      title: 'Export proxies that work',
      icon: 'export',
      words: 'export working passed alive',
      reason: account.tests.hasResults ? null : 'No proxy was tested yet.',
      run: openDialog(app, { kind: 'export', target: workingTarget }),
    }),
    command({
      id: 'run-preset',
      title: next === null ? 'Run an export preset again' : `Run ${next.name} again`,
      shortcut: 'Mod+Shift+E',
      icon: 'export',
      reason: next === null ? 'No export preset was saved yet. Save one in the export dialog first.' : null,
      run: () => {
        if (next !== null) void runPreset(account, next);
      },
    }),
    ...presets.all.map((preset) => presetCommand(account, preset)),
    ...testCommands(account),
    command({
      id: 'export-again',
      isRare: true,
      title: 'Export again as last time',
      icon: 'export',
      reason: onTarget.reason ?? (account.recentCopies.all.length > 0 ? null : 'Nothing was exported or copied yet.'),
      run: () => void saveAsLastTime(account),
    }),
    command({
      id: 'copy-again',
      title: 'Copy as last time',
      shortcut: 'Mod+Shift+C',
      icon: 'copy',
      ...onPointed,
      run: () => void copyAsLastTime(account),
    }),
    ...copyForms(account).map(({ form, run }) =>
      command({ id: `copy-as:${form}`, title: `Copy as ${form}`, icon: 'copy', ...onPointed, run }),
    ),
    command({
      id: 'test',
      title: 'Test proxies',
      shortcut: 'Mod+T',
      icon: 'tests',
      words: 'check latency dead new all start',
      ...onTarget,
      run: open('test'),
    }),
    command({
      id: 'test-now',
      title: 'Test now',
      shortcut: 'Mod+Shift+T',
      icon: 'tests',
      words: 'check quick again same urls',
      ...onPointed,
      run: () => void testNow(account),
    }),
    command({
      id: 'test-again',
      title: 'Retest proxies that fail',
      icon: 'tests',
      words: 'test again failed failing',
      reason: failedRun === null && failingCount === 0 ? 'No proxy failed its last test.' : null,
      run: () => {
        if (failedRun !== null) void testFailedAgain(account, failedRun);
        else void openOnTarget(account, { kind: 'test' }, failingTarget(failingCount));
      },
    }),
    command({
      id: 'sync',
      title: 'Sync',
      shortcut: 'F5',
      icon: 'sync',
      words: 'refresh update reload fetch',
      reason: idle,
      run: () => void sync.run(),
    }),
    command({
      id: 'cancel-sync',
      title: 'Cancel sync',
      reason: sync.isRunning ? null : 'No sync is running.',
      run: () => void sync.cancel(),
    }),
    command({
      id: 'sync-full',
      isRare: true,
      title: 'Sync everything again',
      icon: 'sync',
      reason: idle,
      run: () => void sync.run({ isFull: true }),
    }),
    command({
      id: 'sync-accept-empty',
      isRare: true,
      title: 'Sync and accept missing data',
      icon: 'sync',
      words: 'allow empty short lists',
      reason: idle,
      run: () => void sync.run({ acceptEmpty: true }),
    }),
    ...viewNames.map((view) => {
      const digit = viewDigit(view);
      const { icon, words } = shownViews[view];
      return command({
        id: `view:${view}`,
        title: `Show ${views[view].title.toLowerCase()}`,
        ...(digit === null ? {} : { shortcut: `Mod+${digit}` }),
        icon,
        ...(words === undefined ? {} : { words }),
        run: show(view),
      });
    }),
    command({
      id: 'new-rule',
      title: 'New gateway rule',
      icon: 'gateway',
      words: 'local address port rotate',
      run: () => void openRule(account),
    }),
    command({
      id: 'switch-gateway',
      title: gateway.isOn ? 'Turn the gateway off' : 'Turn the gateway on',
      icon: 'gateway',
      words: 'start stop switch',
      reason: gateway.rules.length > 0 ? null : 'The gateway has no rules yet. Add one first.',
      run: () => void gateway.switch(!gateway.isOn),
    }),
    command({
      id: 'access',
      isRare: true,
      title: 'Check access online',
      ...onTarget,
      run: open('access'),
    }),
    ...commonFilters.map(({ list, where, title, words = '' }) =>
      command({
        id: `filter:${list}:${where}`,
        isRare: true,
        title,
        words,
        run: () => {
          account.showList(list);
          account.lists[list].filter(where);
          focus.view();
        },
      }),
    ),
    command({
      id: 'profile',
      isRare: true,
      title: 'Show the account profile',
      run: openDialog(app, { kind: 'profile' }),
    }),
    command({
      id: 'edit-service',
      title: 'Edit the service',
      words: 'renew auto-renewal cancel at the end of the period payment method',
      reason: serviceId === null ? 'Open the services and go to one with the arrow keys.' : null,
      run: () => {
        if (serviceId !== null) app.dialog = { kind: 'edit-service', id: serviceId };
      },
    }),
    command({
      id: 'mobile-ledger',
      isRare: true,
      title: 'Look up a mobile ledger entry',
      run: () => {
        app.showUsage('mobile');
        focus.view();
      },
    }),
    command({
      id: 'save-view',
      title: 'Save view',
      icon: 'view',
      reason: account.list === null ? 'This view has no filter, order and columns to save.' : null,
      run: openDialog(app, { kind: 'save-view' }),
    }),
    ...account.savedViews.all.map((view) =>
      command({
        id: `saved-view:${view.id}`,
        title: `Open view ${view.name}`,
        group: 'Saved views',
        icon: 'view',
        note: view.where,
        run: () => {
          openView(account, view);
        },
      }),
    ),
    ...account.namedUsers.map((user) => userCommand(account, user)),
    command({
      id: 'tags',
      title: 'Tag',
      shortcut: 'T',
      icon: 'tag',
      words: 'label',
      ...onPointed,
      run: () => void annotate(account, 'tags'),
    }),
    command({
      id: 'note',
      title: 'Add note',
      shortcut: 'N',
      icon: 'note',
      ...onPointed,
      run: () => void annotate(account, 'note'),
    }),
    command({
      id: 'manage-tags',
      isRare: true,
      title: 'Manage tags',
      icon: 'tag',
      words: 'labels colors',
      run: openDialog(app, { kind: 'manage-tags' }),
    }),
    command({
      id: 'undo',
      title: 'Undo',
      shortcut: 'Mod+Z',
      words: 'revert',
      run() {
        const { toasts } = app;
        if (toasts.nextUndo) toasts.run(toasts.nextUndo);
        else void tags.undo();
      },
    }),
    command({ id: 'redo', title: 'Redo', shortcut: 'Mod+Shift+Z', run: () => void tags.redo() }),
    command({
      id: 'select-all',
      title: 'Select all',
      shortcut: 'Mod+A',
      reason: selection === null ? 'The rows of this view cannot be selected.' : null,
      run: () => {
        selection?.all();
        // The list has the next keys.
        focus.view();
      },
    }),
    command({
      id: 'clear-selection',
      isRare: true,
      title: 'Clear selection',
      reason: (selection?.count ?? 0) > 0 ? null : 'No rows are selected.',
      run: () => {
        selection?.clear();
      },
    }),
    command({
      id: 'clear-filter',
      isRare: true,
      title: 'Clear the filter',
      reason: (account.list?.text ?? '') === '' ? 'The filter is empty.' : null,
      run: () => {
        account.list?.filter('');
      },
    }),
    command({
      id: 'facets',
      isRare: true,
      title: 'Show or hide the filters',
      icon: 'filters',
      words: 'filters panel sidebar',
      run: () => {
        app.areFacetsOpen = !app.areFacetsOpen;
      },
    }),
    command({
      id: 'inspector',
      isRare: true,
      title: 'Show or hide the details',
      icon: 'inspector',
      words: 'details panel sidebar',
      reason: app.reasonAgainstDetails,
      run: () => {
        app.toggleDetails();
      },
    }),
    command({
      id: 'filter-reference',
      title: 'Filter reference',
      shortcut: 'F1',
      words: 'help search syntax',
      run: openDialog(app, { kind: 'filter-reference' }),
    }),
  ];
}
