import { annotationItems } from '../annotations/annotate.ts';
import { copyAsItems } from '../account/copying/copy-as.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with the chosen proxies, for the menu of their rows. */
export function proxyActions(account: AccountState): readonly MenuItem[] {
  const count = countOf(account.selected.proxies.count, 'row');
  return [
    ...copyAsItems(account),
    ...annotationItems(account),
    {
      title: `Test ${count}…`,
      run() {
        account.app.dialog = { kind: 'test', scope: 'selection' };
      },
    },
    {
      title: `Export ${count}…`,
      run() {
        account.app.dialog = { kind: 'export', scope: 'selection', goal: 'save' };
      },
    },
  ];
}
