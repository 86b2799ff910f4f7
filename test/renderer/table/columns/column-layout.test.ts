import { describe, expect, it } from 'vitest';
import {
  defaultLayout,
  layOutColumns,
  readLayout,
  writeLayout,
} from '../../../../src/renderer/table/columns/column-layout.ts';

const column = (key: string, isExtra = false) => ({
  key,
  track: '1fr',
  minPx: 50,
  priority: 1,
  isExtra,
});
const all = [column('a'), column('b'), column('c'), column('x', true)];
const keysOf = (columns: readonly { readonly key: string }[]): string => columns.map(({ key }) => key).join('');

describe('the layout of columns', () => {
  it('shows those that come with the table until the user shows others', () => {
    expect(keysOf(layOutColumns(all, defaultLayout))).toBe('abc');
    expect(keysOf(layOutColumns(all, { shown: ['x', 'gone', 'a'], widthsPx: {} }))).toBe('xa');
  });

  it('takes a width that the user set both as track and as the room that the column needs', () => {
    const [first] = layOutColumns(all, { shown: null, widthsPx: { a: 77 } });
    expect(first).toMatchObject({ track: '77px', minPx: 77 });
  });

  it('comes back as it was saved, and without what makes no sense', () => {
    const layout = { shown: ['b', 'a'], widthsPx: { b: 90 } };
    expect(readLayout(writeLayout(layout))).toEqual(layout);
    expect(readLayout({ shown: ['a', 1, 'a'], widthsPx: { a: '5', b: 1e9, c: -4 } })).toEqual({
      shown: ['a'],
      widthsPx: { b: 1200, c: 24 },
    });
    expect(readLayout({ shown: 'a', widthsPx: null })).toEqual(defaultLayout);
  });

  it('puts pinned columns first', () => {
    const pinned = { shown: ['a', 'b', 'c'], widthsPx: { c: 120 }, pinned: ['c'] };
    expect(keysOf(layOutColumns(all, pinned))).toBe('cab');
    expect(readLayout(writeLayout(pinned))).toEqual(pinned);
  });
});
