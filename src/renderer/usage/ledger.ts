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
    widthRem: 6.75,
  }),
  column('residential_ledger_reason', {
    key: 'reason',
    widthRem: 6,
    grow: 1,
    variant: 'plain',
  }),
  column('residential_ledger_bytes', { key: 'bytes', widthRem: 5.75 }),
  column('residential_ledger_requests', {
    key: 'requests',
    widthRem: 5.75,
  }),
  column<LedgerRow>('service_id', {
    key: 'service',
    widthRem: 8.25,
    grow: 1.4,
    variant: 'dim',
    value: (row) => row.service_name ?? row.service_id,
    cell: ({ service_name: name, service_id: id }) => ({
      text: name ?? id ?? '',
      title: id ?? undefined,
    }),
  }),
  // Most entries have none of these; the details have them all.
  column('service_adjustment_id', { key: 'adjustment', widthRem: 6, isExtra: true }),
  column('invoice_id', { key: 'invoice', widthRem: 7.5, grow: 1, isExtra: true }),
  column('residential_ledger_creation_datetime', {
    key: 'created',
    widthRem: 9,
    isExtra: true,
  }),
];

/** Shows what an entry names; null: it names none. */
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
