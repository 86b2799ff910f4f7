import type { Annotations } from '../../shared/tag.ts';
import { ask } from '../bridge.ts';
import type { AnnotationTarget } from '../account/action-target.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { watchDetail } from '../kit/async/watch-detail.svelte.ts';

/** The tags and notes that the rows of a target have now. Call it while a component is set up. */
export function watchAnnotations(
  account: AccountState,
  target: () => AnnotationTarget,
): { readonly value: Annotations | null } {
  return watchDetail(() => {
    const { list, rows } = target();
    return ask('annotations:of', { accountId: account.id, list, rows });
  }, account.app.toasts.notifyFailure);
}
