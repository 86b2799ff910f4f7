import { describe, expect, it } from 'vitest';
import { proxyColumns } from '../../../src/renderer/proxies/proxy-columns.ts';
import { serviceColumns } from '../../../src/renderer/services/service-columns.ts';
import { ledgerColumns } from '../../../src/renderer/usage/ledger.ts';
import { userColumns } from '../../../src/renderer/users/user-columns.ts';
import { ListState } from '../../../src/renderer/table/rows/list-state.svelte.ts';
import type { GridColumn } from '../../../src/renderer/table/columns/grid-column.ts';
import type { MenuItem } from '../../../src/renderer/kit/menu/menu-item.ts';
import { copyRowOrCell, rowMenu } from '../../../src/renderer/table/row-menu.ts';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import { serviceFields, type ServiceRow } from '../../../src/shared/records/service.ts';
import { emptyRow } from '../../support/empty-row.ts';

const service: ServiceRow = {
  ...emptyRow(serviceFields),
  service_id: 'svc-1',
  service_name: 'One, "two"',
  service_type: 'isp',
  service_status: 'awaiting_fulfillment',
  service_quantity: 12_000,
  service_total: 1.5,
  service_cycle: '1:month',
  service_expiry_datetime: '2026-12-07 00:00:00',
  service_is_automatic_collection: true,
  country_id: 'US',
  proxyCount: 3,
  tags: null,
  note: null,
};
const services = (): ListState<ServiceRow> =>
  new ListState<ServiceRow>('services', {
    query: (where) => ({ where, rows: () => Promise.resolve([]), count: () => Promise.resolve(0) }),
    idOf: (row) => row.service_id,
  });
const columnOf = (key: string): GridColumn<ServiceRow> => {
  const column = serviceColumns.find((candidate) => candidate.key === key);
  if (column === undefined) throw new Error(`The column ${key} is missing.`);
  return column;
};
const titles = (items: readonly MenuItem[]): string[] => items.map((item) => (item === 'separator' ? '-' : item.title));

function choose(items: readonly MenuItem[], title: string): void {
  for (const item of items) if (item !== 'separator' && 'run' in item && item.title === title) item.run();
}

describe('the menu of a row', () => {
  it('copies the value as received, filters by it, and copies the row', () => {
    const copied: string[] = [];
    const list = services();
    list.text = 'type:isp';
    const items = rowMenu({
      row: service,
      column: columnOf('status'),
      columns: [columnOf('name'), columnOf('status'), columnOf('quantity')],
      list,
      actions: [{ title: 'Edit…', run: () => copied.push('edited') }],
      copy: (text, what) => copied.push(`${what}: ${text}`),
    });
    expect(titles(items)).toEqual([
      'Copy “Awaiting fulfillment”',
      'Only: Awaiting fulfillment',
      'Hide: Awaiting fulfillment',
      '-',
      'Copy the row',
      'Copy the row with header',
      'Copy the row as JSON',
      '-',
      'Edit…',
    ]);
    choose(items, 'Copy “Awaiting fulfillment”');
    choose(items, 'Copy the row with header');
    choose(items, 'Edit…');
    choose(items, 'Only: Awaiting fulfillment');
    expect(copied).toEqual([
      'Status: Awaiting fulfillment',
      '1 row: Name\tStatus\tQuantity\nOne, "two"\tAwaiting fulfillment\t12000',
      'edited',
    ]);
    expect(list.text).toBe('type:isp status:awaiting_fulfillment');
  });

  it('copies all selected rows', () => {
    const copied: string[] = [];
    const items = rowMenu({
      row: service,
      column: null,
      columns: serviceColumns,
      list: services(),
      actions: [],
      copy: () => copied.push('one'),
      selection: { count: 3, copy: (form) => copied.push(form) },
    });
    expect(titles(items)).toEqual(['Copy 3 rows', 'Copy 3 rows with header', 'Copy 3 rows as JSON']);
    for (const title of titles(items)) choose(items, title);
    expect(copied).toEqual(['tsv', 'tsv-header', 'json']);
  });

  it('has the row alone where no cell is meant, and no filter for a value that is missing', () => {
    const copy = (): void => undefined;
    const parts = { row: service, columns: serviceColumns, actions: [], copy };
    expect(titles(rowMenu({ ...parts, column: null, list: services() }))).toEqual([
      'Copy the row',
      'Copy the row with header',
      'Copy the row as JSON',
    ]);
    const missing = rowMenu({ ...parts, column: columnOf('protocol'), list: services() });
    expect(titles(missing).slice(0, 2)).toEqual(['Copy the value', '-']);
    expect(missing[0]).toMatchObject({ isEnabled: false });
  });
});

it('copies the cell that the keyboard is at, else the row', () => {
  const copied: string[] = [];
  const copy = (text: string, what: string): number => copied.push(`${what}: ${text}`);
  const columns = [columnOf('name'), columnOf('expiry')];
  copyRowOrCell(service, columnOf('expiry'), columns, copy);
  copyRowOrCell(service, null, columns, copy);
  expect(copied).toEqual(['Expires: 2026-12-07 00:00:00', '1 row: One, "two"\t2026-12-07 00:00:00']);
});

it('filters by keys that the list knows, and writes values that parse', () => {
  const lists = {
    proxies: proxyColumns,
    services: serviceColumns,
    proxy_users: userColumns,
    residential_ledger: ledgerColumns,
  } as const;
  for (const [list, columns] of Object.entries(lists)) {
    const known = Object.keys(queryKeys[list as keyof typeof lists]);
    for (const { filter } of columns) if (filter) expect(known).toContain(filter.key);
  }
  for (const column of serviceColumns) {
    const list = services();
    const copy = (): void => undefined;
    const items = rowMenu({ row: service, column, columns: [], list, actions: [], copy });
    for (const title of titles(items)) if (title.startsWith('Only')) choose(items, title);
    expect(parseQuery(list.text, 'services').ok, list.text).toBe(true);
  }
});
