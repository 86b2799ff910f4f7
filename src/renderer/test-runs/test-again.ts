import { fail } from '../../shared/failure.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Target } from '../account/dialog-request.ts';
import { describeTarget, targetOfRows, targetOfRun } from '../actions/target.ts';
import { findTarget, openOnTarget } from '../actions/find-target.ts';
import { ask } from '../bridge.ts';

/** Opens the test dialog with a run's selection, URLs and credentials. */
export async function testRunAgain(account: AccountState, run: TestRunSummary): Promise<void> {
  const { id: accountId, app } = account;
  const proxies = await app.toasts.attempt(() => ask('tests:proxies', { accountId, testRunId: run.id }));
  if (proxies === undefined) return;
  // Runs of earlier versions do not have it.
  if (proxies === null) return openOnTarget(account, { kind: 'test' });
  const target: Target = {
    title: `the # of run ${run.id}`,
    rows: proxies,
    count: null,
    userId: run.proxyUserId,
    run,
  };
  await openOnTarget(account, { kind: 'test' }, target);
}

/** With the run's failed proxies, URLs and credentials. */
export async function testFailedAgain(account: AccountState, run: TestRunSummary): Promise<void> {
  await account.app.openFound(
    async () => {
      const target = await findTarget(account, targetOfRun(run, 'fails'));
      if (target.count !== 0) return target;
      const message = 'None of the proxies that failed is still there with the same address.';
      throw fail('not-found', message);
    },
    (target) => ({ kind: 'test', target }),
  );
}

export async function testUntested(account: AccountState, run: TestRunSummary): Promise<void> {
  const where = `run:${String(run.id)} state:planned`;
  const rows = { list: 'tested', kind: 'query', where } as const;
  await openOnTarget(account, { kind: 'test' }, targetOfRows(rows, { count: null, run }));
}

export async function tagFailed(account: AccountState, run: TestRunSummary): Promise<void> {
  await account.app.openFound(
    async () => {
      const target = await findTarget(account, targetOfRun(run, 'fails'));
      return { rows: target.rows, title: describeTarget(target) };
    },
    (target) => ({ kind: 'tags', target }),
  );
}
