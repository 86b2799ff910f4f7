import type { TestRunSummary } from '../../shared/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { findTarget } from '../account/find-target.ts';

/** Opens the dialog with the proxies that failed in a run, its URLs and its credentials. */
export async function testFailedAgain(account: AccountState, run: TestRunSummary): Promise<void> {
  const { toasts } = account.app;
  const target = await toasts.attempt(() => findTarget(account, { kind: 'failed', run }));
  if (target === undefined) return;
  if (target.count !== 0) account.app.dialog = { kind: 'test', target };
  else toasts.notify('The service did not report which proxies the failed results belong to.');
}
