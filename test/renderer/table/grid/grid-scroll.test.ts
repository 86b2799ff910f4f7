import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { GridScroll, rowHeights } from '../../../../src/renderer/table/grid/grid-scroll.svelte.ts';

const rowPx = rowHeights.comfortable;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** A table of 100,000 rows in a box that shows twenty, of which some pages of 200 are here. */
function makeScroll(...pages: number[]) {
  const here = new Set(pages);
  const box = { scrollTop: 0 };
  const scroll = new GridScroll(
    () => 100_000,
    (first, end) => here.has(Math.floor(first / 200)) && here.has(Math.floor((end - 1) / 200)),
  );
  scroll.box = box;
  scroll.heightPx = 21 * rowPx;
  return {
    scroll,
    moveTo: (row: number) => {
      box.scrollTop = row * rowPx;
      scroll.follow();
    },
    land: (page: number) => {
      here.add(page);
      scroll.takeRows(page * 200);
    },
    inSight: () => (scroll.scrollPx - scroll.drawnPx) / rowPx + scroll.drawn.first,
  };
}

test('rows in sight stay until those of the new place are here', () => {
  const { scroll, moveTo, land, inSight } = makeScroll(0);
  moveTo(50_010);
  expect(inSight()).toBe(0);
  expect(scroll.wanted.first).toBe(50_009);
  land(250);
  expect(inSight()).toBe(50_010);
});

test('rows that do not come soon are drawn as blank ones', () => {
  const { moveTo, inSight } = makeScroll(0);
  moveTo(50_010);
  vi.advanceTimersByTime(100);
  expect(inSight()).toBe(50_010);
});

test('while the bar is dragged on, pages of places that were passed are shown as they come', () => {
  const { moveTo, land, inSight } = makeScroll(0);
  moveTo(20_010);
  moveTo(40_010);
  land(100);
  expect(inSight()).toBe(20_000);
  moveTo(60_010);
  vi.advanceTimersByTime(80);
  expect(inSight()).toBe(20_000);
  land(200);
  expect(inSight()).toBe(40_000);
  land(300);
  expect(inSight()).toBe(60_010);
});

test('a row that a lower table would hide is revealed, and one out of sight is not', () => {
  const box = { scrollTop: 0 };
  const scroll = new GridScroll(
    () => 100_000,
    () => true,
  );
  scroll.box = box;
  const lostPx = 2 * rowPx;
  scroll.heightPx = 21 * rowPx - lostPx;
  scroll.keepInSight(50, lostPx);
  expect(box.scrollTop).toBe(0);
  scroll.keepInSight(10, lostPx);
  expect(box.scrollTop).toBe(0);
  scroll.keepInSight(19, lostPx);
  // The last one of the twenty rows, of which two have no room.
  expect(scroll.topPx + scroll.viewportPx).toBe(20 * rowPx);
});

test('a page of another place does not move a table that rests', () => {
  const { moveTo, land, inSight } = makeScroll(0);
  moveTo(50_010);
  vi.advanceTimersByTime(1000);
  land(100);
  expect(inSight()).toBe(50_010);
});

test('a place whose rows are here is shown at once', () => {
  const { moveTo, inSight } = makeScroll(0, 1);
  moveTo(250);
  expect(inSight()).toBe(250);
});

test('rows beyond the edges are drawn again once the bar is let go', () => {
  const { scroll, moveTo } = makeScroll(0, 250);
  moveTo(50_010);
  expect(scroll.drawn).toEqual({ first: 50_009, end: 50_031 });
  vi.advanceTimersByTime(200);
  expect(scroll.drawn).toEqual({ first: 50_004, end: 50_036 });
});

test('a scroll whose event is still on its way, as on a busy machine, is followed and not taken back', () => {
  const { scroll, moveTo } = makeScroll(0, 250);
  moveTo(50_010);
  const box = { scrollTop: 0 };
  scroll.box = box;
  vi.advanceTimersByTime(1_000);
  expect(box.scrollTop).toBe(0);
  expect(scroll.topPx).toBe(0);
});
