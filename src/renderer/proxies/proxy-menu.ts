import type { ProxyEndpoint } from '../../shared/proxy.ts';
import { annotationItems } from '../annotations/annotate.ts';
import { copyAsItems } from '../exports/copy-as.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { countOf } from '../ui/format-number.ts';
import type { GridColumn } from '../ui/grid-column.ts';
import type { MenuItem } from '../ui/menu-item.ts';
import { filterItems, valueItems } from '../ui/row-menu.ts';
import { copyRows } from './copy-proxies.ts';

/** The menu of a proxy in the table; `column`: that of the cell, null for the whole row. */
export function proxyMenu(
  desk: Desk,
  row: ProxyEndpoint,
  column: GridColumn<ProxyEndpoint> | null,
): readonly MenuItem[] {
  const { selected, proxies } = desk;
  const count = countOf(selected.count, 'row');
  return [
    ...valueItems(row, column, (text, what) => void desk.copyPlain(text, what)),
    ...filterItems(proxies, row, column),
    ...(column === null ? [] : (['separator'] as const)),
    { title: `Copy ${count}`, run: () => void copyRows(desk, 'tsv') },
    { title: `Copy ${count} with header`, run: () => void copyRows(desk, 'tsv-header') },
    { title: `Copy ${count} as JSON`, run: () => void copyRows(desk, 'json') },
    ...copyAsItems(desk),
    'separator',
    {
      title: 'Show the details',
      shortcut: 'Enter',
      run() {
        desk.isInspectorOpen = true;
      },
    },
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
    'separator',
    {
      title: 'Select everything the filter finds',
      isEnabled: proxies.grid.count > 0 && !selected.isAll,
      run() {
        selected.all();
      },
    },
  ];
}
