import type { MenuCommand } from '../../shared/ipc.ts';
import { annotate } from '../annotations/annotate.ts';
import { hasFailed, testFailedAgain } from '../tests/test-again.ts';
import { formatCount } from '../format/format-number.ts';
import { annotationTarget } from '../account/annotation-target.ts';
import type { Desk } from '../account/desk.svelte.ts';
import { cancelSync, runSync } from '../account/sync-actions.ts';
import { openView } from '../account/list-look.ts';

/** Something that can be done: in the palette, by its keys, from the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly shortcut: string | null;
  readonly isEnabled: boolean;
  run(): void;
}

/** Where commands put the keyboard. */
export interface FocusTargets {
  filter(): void;
  /** The list of the present view, or what a view without rows is asked by. */
  view(): void;
}

/** Every command with its present state, in the order of the palette. */
export function listCommands(desk: Desk, focus: FocusTargets): readonly Command[] {
  const { account, selection } = desk;
  const hasAccount = account !== null;
  const { next } = desk.presets;
  const { chosen } = desk.tests;
  const failedRun = desk.view === 'tests' && chosen && hasFailed(chosen) ? chosen : null;
  const serviceId = desk.view === 'services' ? desk.services.grid.activeId : null;
  const command = (
    id: MenuCommand | (string & {}),
    title: string,
    shortcut: string | null,
    isEnabled: boolean,
    run: () => void,
  ): Command => ({ id, title, shortcut, isEnabled, run });
  const show = (view: Desk['view']) => () => {
    desk.view = view;
    focus.view();
  };
  const theme = (value: 'system' | 'light' | 'dark') => () => {
    void desk.changeSettings({ theme: value });
  };
  return [
    command('focus-filter', 'Filter the list', 'Mod+F', hasAccount, () => {
      focus.filter();
    }),
    command('export', 'Export proxies', 'Mod+E', hasAccount, () => {
      desk.dialog = { kind: 'export' };
    }),
    command(
      'run-preset',
      next === null ? 'Run an export preset again' : `Run the export preset ${next.name} again`,
      'Mod+Shift+E',
      next !== null,
      () => {
        if (next !== null) void desk.presets.run(next);
      },
    ),
    ...desk.presets.all
      .filter((preset) => preset.id !== next?.id && preset.choices !== null)
      .map((preset) =>
        command(`preset:${preset.id}`, `Run the export preset ${preset.name}`, null, true, () => {
          void desk.presets.run(preset);
        }),
      ),
    command('test', 'Test proxies', 'Mod+T', hasAccount, () => {
      desk.dialog = { kind: 'test' };
    }),
    command(
      'test-again',
      'Test the failed of this run again',
      null,
      failedRun !== null,
      () => void (failedRun && testFailedAgain(desk, failedRun)),
    ),
    command('sync', 'Sync', 'F5', hasAccount && !desk.sync.isRunning, () => void runSync(desk)),
    command('cancel-sync', 'Cancel the sync', null, desk.sync.isRunning, () => {
      void cancelSync(desk);
    }),
    command(
      'sync-accept-empty',
      'Sync and accept lists that became empty',
      null,
      hasAccount && !desk.sync.isRunning,
      () => void runSync(desk, true),
    ),
    command('view:proxies', 'Show proxies', 'Mod+1', hasAccount, show('proxies')),
    command('view:services', 'Show services', 'Mod+2', hasAccount, show('services')),
    command('view:users', 'Show proxy users', 'Mod+3', hasAccount, show('users')),
    command('view:tests', 'Show tests', 'Mod+4', hasAccount, show('tests')),
    command('access', 'Check access online', null, hasAccount, () => {
      desk.dialog = { kind: 'access' };
    }),
    command('settings', 'Settings', 'Mod+,', true, () => {
      desk.dialog = { kind: 'settings' };
    }),
    command('profile', 'Show the account profile', null, hasAccount, () => {
      desk.dialog = { kind: 'profile' };
    }),
    command('edit-service', 'Edit the service', null, serviceId !== null, () => {
      if (serviceId !== null) desk.dialog = { kind: 'edit-service', id: serviceId };
    }),
    command('view:usage', 'Show usage', 'Mod+5', hasAccount, show('usage')),
    command('view:catalog', 'Show the catalog', 'Mod+6', hasAccount, show('catalog')),
    command('view:availability', 'Show availability', 'Mod+7', hasAccount, show('availability')),
    command('mobile-ledger', 'Look up a mobile ledger entry', null, hasAccount, () => {
      desk.showUsage('mobile');
      focus.view();
    }),
    command('save-view', 'Save this view', null, hasAccount && desk.list !== null, () => {
      desk.dialog = { kind: 'save-view' };
    }),
    ...desk.savedViews.all.map((view) =>
      command(`saved-view:${view.id}`, `Open the view ${view.name}`, null, true, () => {
        openView(desk, view);
      }),
    ),
    command('tags', 'Tag what is chosen', 'T', annotationTarget(desk) !== null, () => {
      annotate(desk, 'tags');
    }),
    command('note', 'Note on what is chosen', 'N', annotationTarget(desk) !== null, () => {
      annotate(desk, 'note');
    }),
    command('manage-tags', 'Manage tags', null, hasAccount, () => {
      desk.dialog = { kind: 'manage-tags' };
    }),
    command('undo', 'Undo the last change of tags or notes', 'Mod+Z', hasAccount, () => {
      void desk.tags.undo();
    }),
    command('redo', 'Redo what was undone', 'Mod+Shift+Z', hasAccount, () => {
      void desk.tags.redo();
    }),
    command('select-all', 'Select everything the filter finds', null, selection !== null, () => {
      selection?.all();
    }),
    command('clear-selection', 'Clear the selection', null, (selection?.count ?? 0) > 0, () => {
      selection?.clear();
    }),
    command('clear-filter', 'Clear the filter', null, (desk.list?.text ?? '') !== '', () => {
      desk.list?.filter('');
    }),
    command('facets', 'Show or hide the filters', null, hasAccount, () => {
      desk.areFacetsOpen = !desk.areFacetsOpen;
    }),
    command('inspector', 'Show or hide the details', null, hasAccount, () => {
      desk.isInspectorOpen = !desk.isInspectorOpen;
    }),
    command('add-account', 'Add an account', null, true, () => {
      desk.dialog = { kind: 'add-account' };
    }),
    command('add-demo', 'Try the demo', null, true, () => void desk.addDemo()),
    ...[100_000, 1_000_000].map((proxyCount) =>
      command(
        `add-demo:${proxyCount}`,
        `Try the demo with ${formatCount(proxyCount)} proxies`,
        null,
        true,
        () => void desk.addDemo(proxyCount),
      ),
    ),
    ...desk.accounts
      .filter((candidate) => candidate.id !== account?.id)
      .map(({ id, name }) =>
        command(`account:${id}`, `Switch to ${name}`, null, true, () => {
          void desk.selectAccount(id);
        }),
      ),
    ...(account === null ? [] : accountCommands(desk, account)),
    command('theme:system', 'Theme: as the system', null, true, theme('system')),
    command('theme:light', 'Theme: light', null, true, theme('light')),
    command('theme:dark', 'Theme: dark', null, true, theme('dark')),
    ...[0, 30, 120].map((seconds) =>
      command(
        `clipboard:${seconds}`,
        seconds === 0
          ? 'Leave copied passwords in the clipboard'
          : `Clear copied passwords after ${seconds} seconds`,
        null,
        desk.settings.clipboardClearSeconds !== seconds,
        () => void desk.changeSettings({ clipboardClearSeconds: seconds }),
      ),
    ),
    command('palette', 'Find a command', 'Mod+K', true, () => {
      desk.dialog = { kind: 'palette' };
    }),
    command('filter-reference', 'Filter reference', 'F1', hasAccount, () => {
      desk.dialog = { kind: 'filter-reference' };
    }),
    command('shortcuts', 'Shortcuts', '?', true, () => {
      desk.dialog = { kind: 'shortcuts' };
    }),
  ];
}

function accountCommands(desk: Desk, account: NonNullable<Desk['account']>): readonly Command[] {
  const { name } = account;
  const isService = account.kind === 'service';
  const commands: Command[] = [
    {
      id: 'check-keys',
      title: `Check the keys of ${name}`,
      shortcut: null,
      isEnabled: true,
      run: () => void desk.checkKeys(account.id),
    },
    {
      id: 'replace-keys',
      title: `Change keys or base URL of ${name}`,
      shortcut: null,
      isEnabled: isService,
      run: () => {
        desk.dialog = { kind: 'replace-keys', account };
      },
    },
    {
      id: 'remove-account',
      title: `Remove ${name}`,
      shortcut: null,
      isEnabled: account.kind !== 'environment',
      run: () => {
        desk.dialog = { kind: 'remove-account', account };
      },
    },
  ];
  return commands.filter((command) => command.isEnabled);
}
