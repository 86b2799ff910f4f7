import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with a ledger entry, for its menu; null: it names none. */
export function entryActions(
  account: AccountState,
  serviceId: string | null,
  adjustmentId: number | null,
): readonly MenuItem[] {
  const actions: MenuItem[] = [];
  if (serviceId !== null) {
    actions.push({
      title: 'Show its service',
      run() {
        account.showService(serviceId);
      },
    });
  }
  if (adjustmentId !== null) {
    actions.push({
      title: `Show adjustment ${String(adjustmentId)}`,
      run() {
        account.app.dialog = { kind: 'adjustment', id: String(adjustmentId) };
      },
    });
  }
  return actions;
}
