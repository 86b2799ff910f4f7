import type { TestRunSummary } from '../../shared/testing/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';

/** Saves the results of a run to a file that the user chooses. */
export async function saveResults(
  account: AccountState,
  run: TestRunSummary,
  format: 'csv' | 'json',
): Promise<void> {
  const { toasts } = account.app;
  const saved = await toasts.attempt(() =>
    ask('tests:save', { accountId: account.id, testRunId: run.id, format }),
  );
  // Null: the user closed the dialog.
  if (saved) toasts.notify(`Saved ${countOf(saved.resultCount, 'result')} to ${saved.fileName}.`);
}
