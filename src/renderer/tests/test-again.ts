import { fail } from '../../shared/failure.ts';
import type { TestRunSummary } from '../../shared/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Target } from '../account/action-target.ts';
import { findTarget, openOnTarget } from '../account/find-target.ts';
import { ask } from '../bridge.ts';

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
    title: `Proxies of test run ${run.id}`,
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
      const target = await findTarget(account, { kind: 'failed', run });
      if (target.count !== 0) return target;
      const message = 'The service did not report which proxies the failed results belong to.';
      throw fail('not-found', message);
    },
    (target) => ({ kind: 'test', target }),
  );
}
