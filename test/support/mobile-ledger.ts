/**
 * The mobile ledger as a list, which the service does not offer: the rows that another list needs below the window. Import it
 * before any other module of src, in a test file that has its process for itself.
 */
import { lists, listNames } from '../../src/shared/lists.ts';
import { mobileLedgerFields } from '../../src/shared/records/usage.ts';
import type { SyncList } from '../../src/shared/sync.ts';

/** Its name, which the compiler does not know. */
export const mobileLedger = 'mobile_ledger' as string as SyncList;

/** The row of `shared/lists.ts`. */
Object.assign(lists, {
  [mobileLedger]: {
    ...lists.residential_ledger,
    fields: mobileLedgerFields,
    idField: 'mobile_ledger_id',
    one: 'mobile entry',
    many: 'mobile entries',
  },
});
// It was made of the table before the row was added.
(listNames as string[]).push(mobileLedger);

/** The rows of `shared/filter/query-keys.ts`. What derives from a table is loaded when the table is complete. */
const { queryKeys } = await import('../../src/shared/filter/query-keys.ts');
Object.assign(queryKeys, {
  [mobileLedger]: Object.fromEntries(
    Object.entries(queryKeys.residential_ledger).map(([name, row]) => [
      name,
      { ...row, field: row.field?.replace('residential', 'mobile') ?? null },
    ]),
  ),
});
