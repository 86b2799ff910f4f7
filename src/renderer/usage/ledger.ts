import { residentialLedgerFields, type LedgerRow } from '../../shared/records/usage.ts';
import { fieldColumns } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

const column = fieldColumns(residentialLedgerFields, 'residential_ledger');

/** Columns of the residential ledger, in their order. */
export const ledgerColumns: readonly GridColumn<LedgerRow>[] = [
  column('residential_ledger_period_date', {
    key: 'day',
    px: 108,
    priority: 100,
  }),
  column('residential_ledger_reason', {
    key: 'reason',
    px: 96,
    grow: 1,
    priority: 90,
    variant: 'plain',
  }),
  column('residential_ledger_bytes', { key: 'bytes', px: 92, priority: 95 }),
  column('residential_ledger_requests', {
    key: 'requests',
    px: 92,
    priority: 80,
  }),
  column<LedgerRow>('service_id', {
    key: 'service',
    px: 130,
    grow: 1.4,
    priority: 70,
    variant: 'dim',
    value: (row) => row.service_name ?? row.service_id,
    cell: ({ service_name: name, service_id: id }) => ({
      text: name ?? id ?? '',
      title: id ?? undefined,
    }),
  }),
  // Most entries have none of these; the details have them all.
  column('service_adjustment_id', { key: 'adjustment', px: 96, priority: 60, isExtra: true }),
  column('invoice_id', { key: 'invoice', px: 120, grow: 1, priority: 40, isExtra: true }),
  column('residential_ledger_creation_datetime', {
    key: 'created',
    px: 144,
    priority: 50,
    isExtra: true,
  }),
];

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
