import type { TestRunSummary } from '../../shared/test-run.ts';
import { ask, attempt } from '../bridge.ts';
import type { Desk } from '../account/desk.svelte.ts';

/** Whether a run has ended and left something to test again. */
export const hasFailed = (run: TestRunSummary): boolean =>
  run.state !== 'running' && run.successCount < run.resultCount;

/** Opens the dialog with the proxies that failed in a run, its URLs and its credentials. */
export async function testFailedAgain(desk: Desk, run: TestRunSummary): Promise<void> {
  const accountId = desk.account?.id;
  if (accountId === undefined) return;
  const { sayFailure } = desk.notices;
  const asked = ask('tests:failed', { accountId, testRunId: run.id });
  const proxyIds = await attempt(() => asked, sayFailure);
  if (proxyIds === undefined) return;
  if (proxyIds.length > 0) desk.dialog = { kind: 'test', again: { run, proxyIds } };
  else desk.notices.say('The service did not say which proxies the failed results are of.');
}
