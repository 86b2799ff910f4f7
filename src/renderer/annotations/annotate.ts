import type { AnnotationTarget } from '../account/action-target.ts';
import { annotationTarget, targetOf } from '../account/annotation-target.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { AnnotatedList } from '../../shared/tag.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** Opens the dialog of tags or notes; without `target` for the rows that actions apply to. */
export async function annotate(
  account: AccountState,
  kind: 'tags' | 'note',
  target?: AnnotationTarget,
): Promise<void> {
  await account.app.openFound(
    async () => target ?? (await annotationTarget(account)),
    (found) => ({ kind, target: found }),
  );
}

/** The items of a row's menu: for the selection if the row belongs to it, else for the row alone. */
export function annotationItems(
  account: AccountState,
  list: AnnotatedList,
  id: string,
): readonly MenuItem[] {
  const target = account.selected[list].has(id) ? undefined : targetOf(list, id);
  return [
    { title: 'Tag…', shortcut: 'T', run: () => void annotate(account, 'tags', target) },
    { title: 'Note…', shortcut: 'N', run: () => void annotate(account, 'note', target) },
  ];
}
