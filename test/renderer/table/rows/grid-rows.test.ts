import { expect, test, vi } from 'vitest';
import { GridRows } from '../../../../src/renderer/table/rows/grid-rows.svelte.ts';
import type { RowQuery } from '../../../../src/renderer/table/rows/page-cache.ts';
import { Selected } from '../../../../src/renderer/table/rows/selected.svelte.ts';
import { patience } from '../../../support/patience.ts';

interface Row {
  readonly id: number;
}
const rowsFrom = (offset: number, limit: number): Row[] =>
  Array.from({ length: limit }, (_, step) => ({ id: offset + step }));

/** A list that is opened under the names of `open`; each count is resolved by the test. */
function makeGrid(lists: Readonly<Record<string, number>>) {
  const state = { open: Object.keys(lists)[0] ?? '' };
  const counts = new Map<string, PromiseWithResolvers<number>>();
  const requested: string[] = [];
  const grid = new GridRows<Row>({
    idOf: ({ id }) => String(id),
    open: (): RowQuery<Row> => {
      const where = state.open;
      const length = lists[where] ?? 0;
      return {
        where,
        count: () => {
          const waiting = Promise.withResolvers<number>();
          counts.set(where, waiting);
          requested.push(`count ${where}`);
          return waiting.promise;
        },
        indexOf: (_sort, id) => Promise.resolve(Number(id) < length ? Number(id) : null),
        rows: (_sort, offset, limit) => {
          requested.push(`${where} ${String(offset)}+${String(limit)}`);
          return Promise.resolve(rowsFrom(offset, Math.max(0, Math.min(limit, length - offset))));
        },
      };
    },
  });
  return {
    grid,
    requested,
    show: (where: string) => {
      state.open = where;
      return grid.reload();
    },
    finishCount: (where: string) => {
      counts.get(where)?.resolve(lists[where] ?? 0);
    },
    failCount: (where: string) => {
      counts.get(where)?.reject(new Error('no count'));
    },
  };
}

test('rows are there before they are counted', async () => {
  const { grid, show, finishCount } = makeGrid({ all: 1000 });
  await show('all');
  expect(grid.row(0)).toEqual({ id: 0 });
  expect([grid.isLoading, grid.isCounted, grid.count]).toEqual([false, false, 100]);
  finishCount('all');
  await vi.waitFor(() => {
    expect([grid.isCounted, grid.count]).toEqual([true, 1000]);
  }, patience);
});

test('a list that came whole needs no count', async () => {
  const { grid, show } = makeGrid({ few: 3 });
  await show('few');
  expect([grid.isCounted, grid.count]).toEqual([true, 3]);
});

test('the count of a list that nobody looks at any more changes nothing, and the latest is counted', async () => {
  const { grid, show, finishCount, requested } = makeGrid({ first: 1000, second: 2000, third: 3000 });
  await show('first');
  await show('second');
  await show('third');
  expect(grid.isCounted).toBe(false);
  finishCount('first');
  await vi.waitFor(() => {
    expect(requested).toContain('count third');
  }, patience);
  expect(requested).not.toContain('count second');
  expect(grid.isCounted).toBe(false);
  finishCount('third');
  await vi.waitFor(() => {
    expect(grid.count).toBe(3000);
  }, patience);
});

test('the second page comes when it is wanted, and only once', async () => {
  const { grid, show, finishCount, requested } = makeGrid({ all: 1000 });
  await show('all');
  finishCount('all');
  await vi.waitFor(() => {
    expect(grid.isCounted).toBe(true);
  }, patience);
  grid.setVisibleRange(0, 40);
  grid.setVisibleRange(90, 130);
  await vi.waitFor(() => {
    expect(grid.row(129)).toEqual({ id: 129 });
  }, patience);
  grid.setVisibleRange(100, 140);
  expect(requested.filter((call) => call.startsWith('all'))).toEqual(['all 0+100', 'all 100+100']);
});

test('a list that is requested again keeps its length until the new one is known', async () => {
  const lists = { all: 1000 };
  const { grid, show, finishCount } = makeGrid(lists);
  await show('all');
  finishCount('all');
  await vi.waitFor(() => {
    expect(grid.count).toBe(1000);
  }, patience);
  lists.all = 900;
  const refreshed = grid.refresh();
  await Promise.resolve();
  expect([grid.isCounted, grid.count]).toEqual([true, 1000]);
  finishCount('all');
  await refreshed;
  expect([grid.isCounted, grid.count]).toEqual([true, 900]);
});

test('a count that fails is said, and the rows stay', async () => {
  const { grid, show, failCount } = makeGrid({ all: 1000 });
  await show('all');
  failCount('all');
  await vi.waitFor(() => {
    expect(grid.failure).not.toBeNull();
  }, patience);
  expect(grid.row(0)).toEqual({ id: 0 });
});

test('a selection of everything before the count arrives is not just the loaded rows', async () => {
  const { grid, show, finishCount } = makeGrid({ all: 1000 });
  const selected = new Selected<Row>('proxies', grid, (_where, ids) => Promise.resolve(ids));
  await show('all');
  selected.all();
  const copied = selected.rows();
  finishCount('all');
  expect(await copied).toHaveLength(1000);
  expect([selected.count, selected.isAll]).toEqual([1000, true]);
});

test('a range of the loaded rows does not select everything while the others are counted', async () => {
  const { grid, show, finishCount } = makeGrid({ all: 1000 });
  const selected = new Selected<Row>('proxies', grid, (_where, ids) => Promise.resolve(ids));
  await show('all');
  selected.toggle(0);
  await selected.extendTo(99, false);
  expect(selected.isAll).toBe(false);
  finishCount('all');
  await grid.untilCounted();
  expect(selected.count).toBe(100);
});

/** A list of IDs in memory that a "sync" may change. */
async function openList(first: readonly string[]) {
  const state = { ids: first, where: 'a' };
  const grid = new GridRows<{ readonly id: string }>({
    idOf: ({ id }) => id,
    open: () => ({
      where: state.where,
      count: () => Promise.resolve(state.ids.length),
      rows: (_sort, offset, limit) => Promise.resolve(state.ids.slice(offset, offset + limit).map((id) => ({ id }))),
    }),
  });
  await grid.reload();
  await grid.untilCounted();
  return {
    grid,
    state,
    sync: async (ids: readonly string[]) => {
      state.ids = ids;
      await grid.refresh();
    },
  };
}
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `row ${String(index)}`);

test('the active row keeps its index when a sync puts rows in front of it, also on another page', async () => {
  const { grid, sync } = await openList(names(500));
  grid.setVisibleRange(30, 200);
  await vi.waitFor(() => {
    expect(grid.hasAll(30, 200)).toBe(true);
  }, patience);
  const last = grid.row(127);
  grid.setActive(127);
  await sync(['new', ...names(500)]);
  await vi.waitFor(() => {
    expect([grid.activeIndex, grid.activeRow]).toEqual([128, last]);
  }, patience);
});

test('a row that is no longer in the list keeps its details, and no other row becomes active', async () => {
  const { grid, sync } = await openList(names(500));
  grid.setVisibleRange(100, 200);
  await vi.waitFor(() => {
    expect(grid.hasAll(100, 200)).toBe(true);
  }, patience);
  grid.setActive(150);
  await sync(names(500).filter((name) => name !== 'row 150'));
  await vi.waitFor(() => {
    expect(grid.hasAll(100, 200)).toBe(true);
  }, patience);
  expect([grid.activeId, grid.activeRow]).toEqual(['row 150', undefined]);
  await sync([]);
  expect([grid.activeId, grid.activeRow]).toEqual(['row 150', undefined]);
  await sync(names(500));
  await vi.waitFor(() => {
    expect([grid.activeIndex, grid.activeRow]).toEqual([150, { id: 'row 150' }]);
  }, patience);
});

test('Shift selects from the row that was clicked last, wherever the order puts it', async () => {
  const { grid, state } = await openList(names(10));
  const selected = new Selected('proxies', grid, (_where, ids) => Promise.resolve(ids));
  selected.setAnchor(2);
  state.ids = names(10).toReversed();
  await grid.reload();
  await selected.extendTo(8, false);
  expect(selected.ids).toEqual(['row 2', 'row 1']);
});

test('Shift selects one row if the row that was clicked last is not in the list any more, or none was', async () => {
  const { grid, state } = await openList(names(10));
  const selected = new Selected('proxies', grid, (_where, ids) => Promise.resolve(ids));
  await selected.extendTo(4, false);
  expect(selected.ids).toEqual(['row 4']);
  selected.setAnchor(2);
  Object.assign(state, { ids: names(500).slice(5), where: 'b' });
  await grid.reload();
  await selected.extendTo(4, false);
  expect(selected.ids).toEqual(['row 9']);
});

test('Shift selects from a row that was scrolled out of memory', async () => {
  const { grid } = await openList(names(500));
  const selected = new Selected('proxies', grid, (_where, ids) => Promise.resolve(ids));
  selected.setAnchor(2);
  grid.setVisibleRange(400, 450);
  await grid.refresh();
  expect(grid.row(2)).toBeUndefined();
  await selected.extendTo(420, false);
  expect([selected.count, selected.has('row 2')]).toEqual([419, true]);
});

test('a row is made active by its ID wherever it is, unless the list lacks it or another one came meanwhile', async () => {
  const { grid, show } = makeGrid({ all: 5000, few: 3 });
  await show('all');
  expect(await grid.show('4321')).toBe(true);
  expect([grid.activeIndex, grid.activeId, grid.toReveal]).toEqual([4321, '4321', 4321]);
  expect(await grid.show('6000')).toBe(false);
  const asked = grid.show('4000');
  const other = show('few');
  await other;
  await asked;
  expect([grid.activeIndex, grid.activeId]).toEqual([-1, null]);
});
