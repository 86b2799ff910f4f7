import { countOutcomes, type TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { countUntested, hasFailed } from '../account/test-runs.svelte.ts';
import { openOnTarget } from '../actions/find-target.ts';
import { saveItems } from '../actions/save-list.ts';
import { formatCount, formatPercent } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { describeRun, stopTitle, titleOfRun } from './describe-run.ts';
import { tagFailed, testFailedAgain, testRunAgain, testUntested } from './test-again.ts';

/** Menu of a run, besides its main button. */
export function runMenu(account: AccountState, run: TestRunSummary): readonly MenuItem[] {
  const { tests } = account;
  const id = String(run.id);
  const shown = () => {
    const { name, where, grid } = tests.list;
    return { list: name, where, sort: grid.sort };
  };
  const schedule = tests.schedules.find(({ name }) => run.name !== '' && name === run.name);
  return [
    ...(run.state === 'running'
      ? [{ title: 'Cancel test', run: () => void tests.cancel(run.id) }]
      : retests(account, run)),
    'separator',
    ...(run.source === 'gateway'
      ? []
      : [
          {
            title: 'Rename…',
            run: () => {
              account.app.dialog = {
                kind: 'rename',
                title: 'Rename test run',
                lead: 'Its results stay the same.',
                action: 'Rename',
                suggested: titleOfRun(run),
                onsave: (name) => tests.rename(run.id, name),
                keep: account.drafts.keeper(`name of run ${String(run.id)}`),
              };
            },
          },
        ]),
    {
      title: tests.showsResults ? 'Show proxies' : 'Show requests',
      run: () => {
        tests.toggleResults();
      },
    },
    ...saveItems(account, shown, `test-run-${id}`),
    {
      title: 'Report for the seller…',
      isEnabled: run.resultCount > run.successCount,
      run: () => {
        account.app.dialog = { kind: 'report', of: { testRunId: run.id } };
      },
    },
    ...(schedule
      ? ['separator' as const, { title: stopTitle, run: () => void tests.removeSchedule(schedule.id) }]
      : []),
    ...(run.state === 'running' ? [] : (['separator', deleteItem(account, run)] as const)),
  ];
}

/** For a narrow window. */
export function runListMenu(account: AccountState): readonly MenuItem[] {
  const { tests } = account;
  return [
    { title: 'New test…', run: () => void openOnTarget(account, { kind: 'test' }) },
    'separator',
    {
      title: 'All runs',
      isChecked: tests.selectedId === null,
      run: () => {
        tests.selectAll();
      },
    },
    ...tests.listed.map((run) => ({
      title: titleOfRun(run),
      note: formatPercent(run.proxiesPassed, run.proxiesTested) ?? describeRun(run).text,
      isChecked: run.id === tests.selectedId,
      run: () => {
        tests.select(run.id);
      },
    })),
    ...(tests.schedules.length === 0 ? [] : ['separator' as const]),
    ...tests.schedules.map(({ id, name }) => ({
      title: `${stopTitle}: ${name}`,
      run: () => void tests.removeSchedule(id),
    })),
  ];
}

/** Asks before it deletes a run. */
export function deleteItem({ app }: AccountState, run: TestRunSummary) {
  return {
    title: 'Delete run…',
    shortcut: 'Delete',
    isDestructive: true,
    run: () => {
      app.dialog = { kind: 'delete-run', run };
    },
  };
}

function retests(account: AccountState, run: TestRunSummary): readonly MenuItem[] {
  const failCount = formatCount(countOutcomes(run).fails);
  const untested = countUntested(run);
  return [
    ...(hasFailed(run)
      ? [
          { title: `Retest ${failCount}…`, run: () => void testFailedAgain(account, run) },
          { title: `Tag ${failCount} that fail…`, run: () => void tagFailed(account, run) },
        ]
      : []),
    ...(untested > 0
      ? [{ title: `Test the other ${formatCount(untested)}…`, run: () => void testUntested(account, run) }]
      : []),
    { title: 'Retest all…', run: () => void testRunAgain(account, run) },
  ];
}
