import type { ChangeRow } from '../../shared/records/change.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { MenuLine } from '../kit/menu/menu-item.ts';

/** What can be done with a change: show its row where it is, and the adjustment that names it. */
export function changeActions(account: AccountState, row: ChangeRow): readonly MenuLine[] {
  const { record_id: id, list, kind, service_adjustment_id: adjustmentId } = row;
  const adjustment: readonly MenuLine[] =
    adjustmentId === null
      ? []
      : [
          {
            title: `Show adjustment ${adjustmentId}`,
            run() {
              account.app.dialog = { kind: 'adjustment', id: adjustmentId };
            },
          },
        ];
  if (id === null || kind === 'removed') return adjustment;
  return [...showRow(account, list, id), ...adjustment];
}

function showRow(account: AccountState, list: string | null, id: string): readonly MenuLine[] {
  const show = (title: string, run: () => void): readonly MenuLine[] => [{ title, run }];
  switch (list) {
    case 'proxies':
      return show('Show the proxy', () => {
        account.showProxy(id);
      });
    case 'services':
      return show('Show the service', () => {
        account.showService(id);
      });
    case 'proxy_users':
    case 'residential_ledger':
      return show(list === 'proxy_users' ? 'Show the proxy user' : 'Show the ledger entry', () => {
        account.showList(list);
        account.lists[list].filter(formatTerm('id', [id]));
      });
    default:
      return [];
  }
}
