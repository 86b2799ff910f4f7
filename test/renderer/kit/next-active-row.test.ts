import { describe, expect, it } from 'vitest';
import { nextActiveRow } from '../../../src/renderer/kit/rove-focus.ts';

describe('moving the active row', () => {
  it('begins at the first row where none is active', () => {
    expect(nextActiveRow('ArrowDown', -1, 10, 5)).toBe(0);
  });

  it('stops at both ends', () => {
    expect(nextActiveRow('ArrowUp', 0, 10, 5)).toBe(0);
    expect(nextActiveRow('ArrowDown', 9, 10, 5)).toBe(9);
    expect(nextActiveRow('PageDown', 7, 10, 5)).toBe(9);
    expect(nextActiveRow('PageUp', 2, 10, 5)).toBe(0);
  });

  it('goes to the ends at once', () => {
    expect(nextActiveRow('Home', 5, 10, 5)).toBe(0);
    expect(nextActiveRow('End', 5, 1_000_000, 5)).toBe(999_999);
  });

  it('leaves other keys and empty lists alone', () => {
    expect(nextActiveRow('x', 5, 10, 5)).toBeUndefined();
    expect(nextActiveRow('ArrowDown', -1, 0, 5)).toBeUndefined();
  });
});
