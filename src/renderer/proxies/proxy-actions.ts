import { annotationItems } from '../annotations/annotate.ts';
import { copyAsItems } from '../exports/copy-as.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { countOf } from '../ui/format-number.ts';
import type { MenuItem } from '../ui/menu-item.ts';

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
