import type { TestResultRow } from '../../shared/test-run.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with the result of a test, for its menu. */
export function resultActions(account: AccountState, row: TestResultRow): readonly MenuItem[] {
  const { proxy_id: id } = row;
  if (id === null) return [];
  return [
    {
      title: 'Show the proxy',
      run() {
        account.showProxiesWith('id', id);
      },
    },
  ];
}
