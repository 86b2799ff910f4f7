import { fail } from '../../shared/failure.ts';
import type { TestRunSummary } from '../../shared/testing/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Target } from '../account/action-target.ts';
import { findTarget, openOnTarget } from '../account/find-target.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';

/** Opens the dialog with what was selected for a run, its URLs and its credentials. */
export async function testRunAgain(account: AccountState, run: TestRunSummary): Promise<void> {
  const { id: accountId, app } = account;
  const proxies = await app.toasts.attempt(() =>
    ask('tests:proxies', { accountId, testRunId: run.id }),
  );
  if (proxies === undefined) return;
  // Runs of earlier versions do not have it.
  if (proxies === null) return openOnTarget(account, { kind: 'test' });
  const target: Target = {
    kind: 'proxies',
    title: `the # of run ${run.id}`,
    proxies,
    count: null,
    userId: run.proxyUserId,
    run,
  };
  await openOnTarget(account, { kind: 'test' }, target);
}

/** Opens the dialog with the proxies that failed in a run, its URLs and its credentials. */
export async function testFailedAgain(account: AccountState, run: TestRunSummary): Promise<void> {
  await account.app.openFound(
    async () => {
      const target = await findTarget(account, { kind: 'results', run, only: 'failed' });
      if (target.count !== 0) return target;
      const message = 'The service did not report which proxies the failed results belong to.';
      throw fail('not-found', message);
    },
    (target) => ({ kind: 'test', target }),
  );
}

/** Opens the dialog with the proxies that a run was stopped before. */
export async function testUntested(account: AccountState, run: TestRunSummary): Promise<void> {
  await account.app.openFound(
    async () => {
      const ids = await ask('tests:untested', { accountId: account.id, testRunId: run.id });
      return {
        title: `# that run ${String(run.id)} did not test`,
        proxies: { kind: 'ids', ids } as const,
        count: ids.length,
        userId: run.proxyUserId,
        run,
      };
    },
    (target) => ({ kind: 'test', target }),
  );
}

/** Opens the dialog of tags with the proxies that failed in a run. */
export async function tagFailed(account: AccountState, run: TestRunSummary): Promise<void> {
  await account.app.openFound(
    async () => {
      const request = { accountId: account.id, testRunId: run.id, only: 'failed' } as const;
      const ids = await ask('tests:tested', request);
      return {
        list: 'proxies',
        rows: { kind: 'ids', ids },
        title: `${countOf(ids.length, 'proxy', 'proxies')} that failed in run ${String(run.id)}`,
      } as const;
    },
    (target) => ({ kind: 'tags', target }),
  );
}
