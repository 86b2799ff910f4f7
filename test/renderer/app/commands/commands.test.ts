import { expect, it } from 'vitest';
import { AccountState } from '../../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../../src/renderer/account/app-state.svelte.ts';
import { viewNames } from '../../../../src/shared/views.ts';
import { type Command, searchCommands } from '../../../../src/renderer/app/commands/command.ts';
import { listCommands } from '../../../../src/renderer/app/commands/commands.ts';
import { listColumns } from '../../../../src/renderer/app/list-columns.ts';
import type { TestRunSummary } from '../../../../src/shared/test-runs/test-run.ts';
import { menuCommands } from '../../../../src/shared/ipc.ts';

const noFocus = { filter: () => undefined, view: () => undefined };
const commandsOfAccount = (): readonly Command[] => {
  const app = new AppState();
  return listCommands(app, new AccountState(app, 'a', listColumns), noFocus);
};

// The tenth has none: Mod+0 resets the zoom.
it.each(viewNames.map((view, at) => ({ view, shortcut: at < 9 ? `Mod+${at + 1}` : undefined })))(
  'opens $view from the palette and by $shortcut',
  ({ view, shortcut }) => {
    const command = commandsOfAccount().find(({ id }) => id === `view:${view}`);
    expect(command?.shortcut).toBe(shortcut);
  },
);

it('has a command of the same name for every item of the native menu', () => {
  const ids = new Set(commandsOfAccount().map(({ id }) => id));
  expect(menuCommands.filter((id) => !ids.has(id))).toEqual([]);
});

it('takes back by undo what the newest message offers to take back', () => {
  const app = new AppState();
  const undo = listCommands(app, new AccountState(app, 'a', listColumns), noFocus).find(({ id }) => id === 'undo');
  const undone: string[] = [];
  for (const what of ['view', 'line']) {
    app.toasts.notify(`Removed the ${what}.`, { title: 'Undo', run: () => undone.push(what) });
  }
  undo?.run();
  expect(undone).toEqual(['line']);
  undo?.run();
  expect(undone).toEqual(['line', 'view']);
});

it('has at most 45 commands before anything is searched for', () => {
  const shown = searchCommands(
    commandsOfAccount().map((command) => ({ ...command, reason: null })),
    '',
    [],
  );
  expect(shown.length).toBeLessThanOrEqual(45);
});

it('finds a setting by its name, and no value of one', () => {
  const titles = searchCommands(commandsOfAccount(), 'theme', []).map(({ title }) => title);
  expect(titles).toContain('Theme');
  expect(titles.filter((title) => title.includes(':'))).toEqual([]);
});

it.each([
  ['failed', 'filter:proxies:last:fails'],
  ['working', 'filter:proxies:last:works'],
  ['export working', 'export-working'],
  ['retest', 'test-again'],
  ['thresholds', 'thresholds'],
  ['new rule', 'new-rule'],
])('finds what people type: %s', (text, id) => {
  const enabled = commandsOfAccount().map((command) => ({ ...command, reason: null }));
  const found = searchCommands(enabled, text, []).map((one) => one.id);
  expect(found.slice(0, 2)).toContain(id);
});

it('finds test runs and repeated tests by their names and by how often they repeat', () => {
  const app = new AppState();
  const account = new AccountState(app, 'a', listColumns);
  const schedule = { viewName: null, nextAt: null, problem: null };
  account.tests.schedules = [
    { id: 1, name: 'Drops', everyHours: 1, ...schedule },
    { id: 2, name: 'Nightly', everyHours: 24, ...schedule },
  ];
  // Only these fields are read.
  account.tests.runs = [
    { id: 7, name: 'Drops', source: 'here', urls: ['https://example.com/'], startedAt: '2026-11-27T10:00:00.000Z' },
    { id: 6, name: '', source: 'service', urls: [], startedAt: '2026-11-27T09:00:00.000Z' },
  ].map((run) => ({ ...run, proxiesPassed: 3, proxiesTested: 4 }) as Partial<TestRunSummary> as TestRunSummary);
  const find = (text: string): string | undefined =>
    searchCommands(listCommands(app, account, noFocus), text, [])[0]?.title;
  expect(find('hourly')).toBe('Show repeated test Drops');
  expect(find('daily')).toBe('Show repeated test Nightly');
  expect(find('schedule')).toMatch(/^Show repeated test/);
  expect(find('test run 6')).toBe('Show test run 6');
  expect(find('test run drops')).toBe('Show test run Drops');
  expect(searchCommands(listCommands(app, account, noFocus), '', []).map(({ id }) => id)).not.toContain('test-run:7');
});

it('offers only what needs no account while none is open', () => {
  const ids = listCommands(new AppState(), null, noFocus).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['add-account', 'add-demo', 'settings', 'palette']));
  expect(ids).not.toContain('export');
});

it.each([
  ['renew', 3],
  ['auto-renewal', 1],
  ['manual renewal', 1],
  ['end of the period', 1],
])('finds at least as many filters of services by "%s" as there are: %i', (text, least) => {
  const found = searchCommands(commandsOfAccount(), text, []).map(({ id }) => id);
  expect(found.filter((id) => id.startsWith('filter:services:')).length).toBeGreaterThanOrEqual(least);
});

it('makes a rule of the gateway from the palette, and says why it cannot be turned on yet', () => {
  const found = searchCommands(commandsOfAccount(), 'gateway', []).map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining(['view:gateway', 'new-rule']));
  expect(commandsOfAccount().find(({ id }) => id === 'switch-gateway')).toMatchObject({
    title: 'Turn the gateway on',
    reason: 'The gateway has no rules yet. Add one first.',
  });
});
