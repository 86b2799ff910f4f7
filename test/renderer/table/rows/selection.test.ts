import { describe, expect, it } from 'vitest';
import {
  addIds,
  countSelected,
  isSelected,
  nothingSelected,
  selectIds,
  selectQuery,
  toProxySelection,
  toggleId,
} from '../../../../src/renderer/table/rows/selection.ts';

describe('a selection', () => {
  it('of rows ticks and unticks', () => {
    const ticked = toggleId(selectIds(['a']), 'b');
    expect([...(ticked.kind === 'ids' ? ticked.ids : [])]).toEqual(['a', 'b']);
    expect(isSelected(toggleId(ticked, 'a'), 'a')).toBe(false);
    expect(countSelected(ticked, 100)).toBe(2);
  });

  it('of a whole query holds rows that were never loaded, but not the unticked', () => {
    const all = toggleId(selectQuery('type:isp'), 'a');
    expect(isSelected(all, 'never seen')).toBe(true);
    expect(isSelected(all, 'a')).toBe(false);
    expect(countSelected(all, 100)).toBe(99);
    expect(toProxySelection(all)).toEqual({
      kind: 'query',
      where: 'type:isp',
      excludedIds: ['a'],
    });
  });

  it('of a whole query takes back what was unticked', () => {
    const all = addIds(toggleId(selectQuery(''), 'a'), ['a', 'b']);
    expect(countSelected(all, 3)).toBe(3);
  });

  it('never changes the one it came from', () => {
    toggleId(nothingSelected, 'a');
    addIds(nothingSelected, ['a']);
    expect(countSelected(nothingSelected, 3)).toBe(0);
  });
});
