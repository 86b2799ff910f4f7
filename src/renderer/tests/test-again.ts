import type { TestRunSummary } from '../../shared/test-run.ts';
import { ask } from '../bridge.ts';
import type { AccountState } from '../account/account-state.svelte.ts';

/** Whether a run has ended and left something to test again. */
export const hasFailed = (run: TestRunSummary): boolean =>
  run.state !== 'running' && run.successCount < run.resultCount;

/** Opens the dialog with the proxies that failed in a run, its URLs and its credentials. */
export async function testFailedAgain(account: AccountState, run: TestRunSummary): Promise<void> {
  const { id: accountId } = account;
  const proxyIds = await account.app.toasts.attempt(() =>
    ask('tests:failed', { accountId, testRunId: run.id }),
  );
  if (proxyIds === undefined) return;
  if (proxyIds.length > 0) account.app.dialog = { kind: 'test', again: { run, proxyIds } };
  else
    account.app.toasts.notify('The service did not say which proxies the failed results are of.');
}
