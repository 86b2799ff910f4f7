import type { Annotations } from '../../shared/tag.ts';
import { ask } from '../bridge.ts';
import type { Rows } from '../../shared/rows.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { watchDetail } from '../kit/async/watch-detail.svelte.ts';

/** The tags and notes that rows have now. Call it while a component is set up. */
export function watchAnnotations(account: AccountState, rows: () => Rows): { readonly value: Annotations | null } {
  return watchDetail(
    () => ask('annotations:of', { accountId: account.id, rows: rows() }),
    account.app.toasts.notifyFailure,
  );
}
