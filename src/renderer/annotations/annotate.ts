import { annotationTarget } from '../account/annotation-target.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** Opens the tags or the note of what is chosen; nothing chosen, nothing opens. */
export function annotate(account: AccountState, kind: 'tags' | 'note'): void {
  const target = annotationTarget(account);
  if (target !== null) account.app.dialog = { kind, target };
}

/** The items of a row's menu. */
export function annotationItems(account: AccountState): readonly MenuItem[] {
  return [
    {
      title: 'Tags…',
      shortcut: 'T',
      run() {
        annotate(account, 'tags');
      },
    },
    {
      title: 'Note…',
      shortcut: 'N',
      run() {
        annotate(account, 'note');
      },
    },
  ];
}
