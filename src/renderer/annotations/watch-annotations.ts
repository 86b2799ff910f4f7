import type { Annotations } from '../../shared/tag.ts';
import { ask } from '../bridge.ts';
import type { AnnotationTarget } from '../account/annotation-target.ts';
import type { Desk } from '../account/desk.svelte.ts';
import { watchDetail } from '../kit/async/watch-detail.svelte.ts';

/** Tags and notes that rows have now, taken together. Call it while a component is set up. */
export function watchAnnotations(
  desk: Desk,
  target: () => AnnotationTarget,
): { readonly value: Annotations | null } {
  return watchDetail(() => {
    const accountId = desk.account?.id;
    const { list, rows } = target();
    return accountId === undefined ? null : () => ask('annotations:of', { accountId, list, rows });
  }, desk.notices.sayFailure);
}
