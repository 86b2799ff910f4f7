import { describe, expect, it } from 'vitest';
import {
  defaultLayout,
  layOutColumns,
  readLayout,
  writeLayout,
} from '../../../../src/renderer/table/columns/column-layout.ts';

const all = [{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'x', isExtra: true }];
const keysOf = (columns: readonly { readonly key: string }[]): string => columns.map(({ key }) => key).join('');

describe('the layout of columns', () => {
  it('shows those that come with the table until the user shows or hides others, in the order of the table', () => {
    expect(keysOf(layOutColumns(all, defaultLayout))).toBe('abc');
    expect(keysOf(layOutColumns(all, { shown: { x: true, gone: true, b: false }, widthsPx: {} }))).toBe('acx');
  });

  it('has the widths that the user set', () => {
    expect(layOutColumns(all, { shown: {}, widthsPx: { a: 77 } })[0]).toEqual({ key: 'a', widthPx: 77 });
  });

  it('comes back as it was saved, and without what makes no sense', () => {
    const layout = { shown: { b: true, a: false }, widthsPx: { b: 90 } };
    expect(readLayout(writeLayout(layout))).toEqual(layout);
    expect(readLayout({ shown: { a: true, b: 1 }, widthsPx: { a: '5', b: 1e9, c: -4 } })).toEqual({
      shown: { a: true },
      widthsPx: { b: 1200, c: 24 },
    });
    expect(readLayout({ shown: ['a'], widthsPx: null })).toEqual(defaultLayout);
  });
});
