import type { Detail } from '../format/detail.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

/** Columns with a value, in order. */
export const cellDetails = <Row>(columns: readonly GridColumn<Row>[], row: Row): readonly Detail[] =>
  columns.flatMap((column) => {
    const { lead, text, title } = column.cell(row);
    if (text === '') return [];
    const value = lead === undefined ? text : `${lead} · ${text}`;
    return [{ name: column.label, value, title, isMono: column.variant === 'mono' }];
  });
