import { describe, expect, it } from 'vitest';
import type { GridColumn } from '../../../../src/renderer/table/columns/grid-column.ts';
import { cellText, writeCsv, writeJson, writeTsv } from '../../../../src/renderer/table/copy-rows.ts';

interface Row {
  readonly name: string;
  readonly type: string | null;
}
const shared = { widthRem: 4, sortField: null };
const columns: readonly [GridColumn<Row>, GridColumn<Row>] = [
  { ...shared, key: 'name', label: 'Name', cell: (row) => ({ text: row.name }) },
  {
    ...shared,
    key: 'type',
    label: 'Type',
    cell: (row) => ({ text: row.type === null ? 'none' : row.type.toUpperCase() }),
    value: (row) => row.type,
  },
];

describe('rows as text', () => {
  it('hold what the cells show, but numbers and dates as received', () => {
    expect(cellText({ name: 'a', type: 'isp' }, columns[1])).toBe('ISP');
    expect(cellText({ name: 'a', type: null }, columns[1])).toBe('none');
    const latency = { ...columns[1], isNumber: true, cell: () => ({ text: 'fails' }) };
    expect(cellText({ name: 'a', type: null }, latency)).toBe('fails');
    expect(cellText({ name: 'a', type: '1204' }, latency)).toBe('1204');
  });

  it('have no words for a dot', () => {
    const dot: GridColumn<Row> = {
      ...shared,
      key: 'state',
      label: 'State',
      variant: 'dot',
      cell: () => ({ text: 'Online' }),
    };
    expect(writeTsv([{ name: 'a', type: 'isp' }], [dot, ...columns], true)).toBe('Name\tType\na\tISP');
  });

  it('stay one line and one field each whatever the values hold', () => {
    const rows = [
      { name: 'a\tb\r\nc', type: 'isp' },
      { name: 'd', type: null },
    ];
    expect(writeTsv(rows, columns, false)).toBe('a b c\tISP\nd\tnone');
    expect(writeTsv(rows, columns, true).split('\n')[0]).toBe('Name\tType');
  });

  it('come back from JSON with every field', () => {
    const rows = [{ name: 'a', type: null }];
    expect(JSON.parse(writeJson(rows))).toEqual(rows);
  });
});

describe('a table as CSV', () => {
  it('quotes what separates values, and lets no text be a formula', () => {
    const names = ['plain', 'a,b', 'say "x"', 'two\nlines', '=1+1', '@cmd', '-x'];
    const text = writeCsv(
      names.map((name) => ({ name, type: null })),
      columns,
    );
    expect(text).toBe(
      ['Name,Type', 'plain,', '"a,b",', '"say ""x""",', '"two\nlines",', "'=1+1,", "'@cmd,", "'-x,"].join('\r\n'),
    );
  });
});
