import { annotationTarget } from '../account/annotation-target.ts';
import type { Desk } from '../account/desk.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** Opens the tags or the note of what is chosen; nothing chosen, nothing opens. */
export function annotate(desk: Desk, kind: 'tags' | 'note'): void {
  const target = annotationTarget(desk);
  if (target !== null) desk.dialog = { kind, target };
}

/** The items of a row's menu. */
export function annotationItems(desk: Desk): readonly MenuItem[] {
  return [
    {
      title: 'Tags…',
      shortcut: 'T',
      run() {
        annotate(desk, 'tags');
      },
    },
    {
      title: 'Note…',
      shortcut: 'N',
      run() {
        annotate(desk, 'note');
      },
    },
  ];
}
