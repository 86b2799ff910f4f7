import type { Desk } from '../account/desk.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with a ledger entry, for its menu; null: it names none. */
export function entryActions(
  desk: Desk,
  serviceId: string | null,
  adjustmentId: number | null,
): readonly MenuItem[] {
  const actions: MenuItem[] = [];
  if (serviceId !== null) {
    actions.push({
      title: 'Show its service',
      run() {
        desk.showService(serviceId);
      },
    });
  }
  if (adjustmentId !== null) {
    actions.push({
      title: `Show adjustment ${String(adjustmentId)}`,
      run() {
        desk.dialog = { kind: 'adjustment', id: String(adjustmentId) };
      },
    });
  }
  return actions;
}
