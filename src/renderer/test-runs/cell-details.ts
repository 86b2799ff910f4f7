import type { Detail } from '../format/detail.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

/** What the columns of a table say about one row, without those that say nothing, in their order. */
export const cellDetails = <Row>(columns: readonly GridColumn<Row>[], row: Row): readonly Detail[] =>
  columns.flatMap((column) => {
    const { lead, text, title } = column.cell(row);
    if (text === '') return [];
    const value = lead === undefined ? text : `${lead} · ${text}`;
    return [{ name: column.label, value, title, isMono: column.variant === 'mono' }];
  });
