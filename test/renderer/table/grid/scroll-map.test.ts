import { describe, expect, it } from 'vitest';
import {
  drawnRows,
  innerPx,
  maxInnerPx,
  maxTopPx,
  scrollForTop,
  topAfterScroll,
  topToReveal,
} from '../../../../src/renderer/table/grid/grid-scroll.svelte.ts';

const short = { rowCount: 250, rowPx: 30, viewportPx: 600 };
const long = { rowCount: 1_000_000, rowPx: 30, viewportPx: 600 };

describe('the scroll map', () => {
  it('is the scroll bar itself where all rows can be drawn', () => {
    expect(innerPx(short)).toBe(7500);
    expect(topAfterScroll(0, 0, 1234, short)).toBe(1234);
    expect(scrollForTop(1234, short)).toBeCloseTo(1234, 6);
  });

  it('never asks the browser for more than its height', () => {
    expect(innerPx(long)).toBe(maxInnerPx);
  });

  it('reaches the last row of a million', () => {
    const top = topAfterScroll(0, 0, maxInnerPx - long.viewportPx, long);
    expect(top).toBe(maxTopPx(long));
    expect(drawnRows(top, long, 6).end).toBe(1_000_000);
  });

  it('moves by as many pixels as the wheel says in a long list', () => {
    expect(topAfterScroll(9_000_000, 2_400_000, 2_400_100, long)).toBe(9_000_100);
  });

  it('goes through the ratio when the scroll bar jumps', () => {
    const middle = (maxInnerPx - long.viewportPx) / 2;
    expect(topAfterScroll(0, 0, middle, long)).toBeCloseTo(maxTopPx(long) / 2, 3);
  });

  it('comes back to where it was when the scroll bar is put in its place', () => {
    const top = 12_345_678;
    const scroll = scrollForTop(top, long);
    expect(topAfterScroll(0, 0, scroll, long)).toBeCloseTo(top, 3);
  });

  it('moves no more than it must to show a row', () => {
    expect(topToReveal(3, 0, short)).toBe(0);
    expect(topToReveal(20, 0, short)).toBe(30);
    expect(topToReveal(5, 600, short)).toBe(150);
    expect(topToReveal(249, 0, short)).toBe(6900);
  });

  it('draws nothing of an empty list', () => {
    expect(drawnRows(0, { rowCount: 0, rowPx: 30, viewportPx: 600 }, 6)).toEqual({ first: 0, end: 0 });
  });
});
