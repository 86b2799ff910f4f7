import { expect, test, vi } from 'vitest';
import { GridRows } from '../../../../src/renderer/table/rows/grid-rows.svelte.ts';
import type { RowQuery } from '../../../../src/renderer/table/rows/row-source.ts';
import { Selected } from '../../../../src/renderer/table/rows/selected.svelte.ts';

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
  expect([grid.isLoading, grid.isCounted, grid.count]).toEqual([false, false, 64]);
  finishCount('all');
  await vi.waitFor(() => {
    expect([grid.isCounted, grid.count]).toEqual([true, 1000]);
  });
});

test('a list that came whole needs no count', async () => {
  const { grid, show } = makeGrid({ few: 3 });
  await show('few');
  expect([grid.isCounted, grid.count]).toEqual([true, 3]);
});

test('the count of a list that nobody looks at any more changes nothing, and the latest is counted', async () => {
  const { grid, show, finishCount, requested } = makeGrid({
    first: 1000,
    second: 2000,
    third: 3000,
  });
  await show('first');
  await show('second');
  await show('third');
  expect(grid.isCounted).toBe(false);
  finishCount('first');
  await vi.waitFor(() => {
    expect(requested).toContain('count third');
  });
  expect(requested).not.toContain('count second');
  expect(grid.isCounted).toBe(false);
  finishCount('third');
  await vi.waitFor(() => {
    expect(grid.count).toBe(3000);
  });
});

test('the rest of the first page comes when it is wanted, and only once', async () => {
  const { grid, show, finishCount, requested } = makeGrid({ all: 1000 });
  await show('all');
  finishCount('all');
  await vi.waitFor(() => {
    expect(grid.isCounted).toBe(true);
  });
  grid.setVisibleRange(0, 40);
  grid.setVisibleRange(50, 90);
  await vi.waitFor(() => {
    expect(grid.row(89)).toEqual({ id: 89 });
  });
  grid.setVisibleRange(60, 100);
  expect(requested.filter((call) => call.startsWith('all'))).toEqual(['all 0+64', 'all 0+100']);
});

test('a list that is requested again keeps its length until the new one is known', async () => {
  const lists = { all: 1000 };
  const { grid, show, finishCount } = makeGrid(lists);
  await show('all');
  finishCount('all');
  await vi.waitFor(() => {
    expect(grid.count).toBe(1000);
  });
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
  });
  expect(grid.row(0)).toEqual({ id: 0 });
});

test('a selection of everything before the count arrives is not just the loaded rows', async () => {
  const { grid, show, finishCount } = makeGrid({ all: 1000 });
  const selected = new Selected<Row>(grid, (_where, ids) => Promise.resolve(ids));
  await show('all');
  selected.all();
  const copied = selected.rows();
  finishCount('all');
  expect(await copied).toHaveLength(1000);
  expect([selected.count, selected.isAll]).toEqual([1000, true]);
});

test('a range of the loaded rows does not select everything while the others are counted', async () => {
  const { grid, show, finishCount } = makeGrid({ all: 1000 });
  const selected = new Selected<Row>(grid, (_where, ids) => Promise.resolve(ids));
  await show('all');
  selected.toggle(0);
  await selected.extendTo(63, false);
  expect(selected.isAll).toBe(false);
  finishCount('all');
  await grid.untilCounted();
  expect(selected.count).toBe(64);
});
