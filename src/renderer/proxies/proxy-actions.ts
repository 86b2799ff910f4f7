import { annotationItems } from '../annotations/annotate.ts';
import { copyAsItems } from '../account/copying/copy-as.ts';
import type { Desk } from '../account/desk.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with the chosen proxies, for the menu of their rows. */
export function proxyActions(desk: Desk): readonly MenuItem[] {
  const count = countOf(desk.selected.proxies.count, 'row');
  return [
    ...copyAsItems(desk),
    ...annotationItems(desk),
    {
      title: `Test ${count}…`,
      run() {
        desk.dialog = { kind: 'test', scope: 'selection' };
      },
    },
    {
      title: `Export ${count}…`,
      run() {
        desk.dialog = { kind: 'export', scope: 'selection', goal: 'save' };
      },
    },
  ];
}
