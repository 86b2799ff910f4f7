import { expect, it } from 'vitest';
import { maxIds } from '../../../../src/shared/request-text.ts';
import { GridRows } from '../../../../src/renderer/table/rows/grid-rows.svelte.ts';
import { Selected } from '../../../../src/renderer/table/rows/selected.svelte.ts';

interface Row {
  readonly id: string;
}

/** A list in memory whose rows a "sync" may change, with what is ticked in it. */
async function openList(
  ids: readonly string[],
): Promise<{ selected: Selected<Row>; sync: (ids: readonly string[]) => Promise<void> }> {
  let present = ids;
  const grid = new GridRows<Row>({
    idOf: (row) => row.id,
    open: () => ({
      where: 'type:isp',
      count: () => Promise.resolve(present.length),
      rows: (_sort, offset, limit) => Promise.resolve(present.slice(offset, offset + limit).map((id) => ({ id }))),
    }),
  });
  const requested: string[] = [];
  const selected = new Selected<Row>('proxies', grid, (where, ids) => {
    requested.push(where);
    return Promise.resolve(ids.filter((id) => present.includes(id)));
  });
  await grid.reload();
  return {
    selected,
    async sync(now) {
      present = now;
      await grid.refresh();
      await selected.recheck();
      expect(new Set(requested)).toEqual(new Set(requested.length > 0 ? ['type:isp'] : []));
    },
  };
}

it('unticks rows that are gone after a sync, and keeps the others', async () => {
  const { selected, sync } = await openList(['a', 'b', 'c', 'd']);
  selected.toggle(0);
  selected.toggle(1);
  selected.toggle(2);
  expect(selected.count).toBe(3);
  await sync(['a', 'c', 'd', 'e']);
  expect(selected.count).toBe(2);
  expect(['a', 'b', 'c', 'd'].filter((id) => selected.has(id))).toEqual(['a', 'c']);
  await sync(['d']);
  expect(selected.count).toBe(0);
});

it('takes "all" for the query: new rows are in it, rows left out count only while they are there', async () => {
  const { selected, sync } = await openList(['a', 'b', 'c']);
  selected.all();
  selected.toggle(1);
  expect(selected.count).toBe(2);
  await sync(['a', 'c', 'd', 'e']);
  expect(selected.count).toBe(4);
  expect(selected.isAll).toBe(true);
  expect(selected.asRows).toEqual({ list: 'proxies', kind: 'query', where: 'type:isp', excludedIds: [] });
});

it('keeps what is ticked while the question is on its way', async () => {
  let answer: (ids: readonly string[]) => void = () => undefined;
  const grid = new GridRows<Row>({
    idOf: (row) => row.id,
    open: () => ({
      where: '',
      count: () => Promise.resolve(2),
      rows: () => Promise.resolve([{ id: 'a' }, { id: 'b' }]),
    }),
  });
  const selected = new Selected<Row>(
    'proxies',
    grid,
    () =>
      new Promise((done) => {
        answer = done;
      }),
  );
  await grid.reload();
  selected.toggle(0);
  const checking = selected.recheck();
  selected.toggle(1);
  answer([]);
  await checking;
  expect([selected.has('a'), selected.has('b')]).toEqual([false, true]);
});

it('refuses a range of more rows than a request may name', async () => {
  const ids = Array.from({ length: maxIds + 2 }, (_, number) => String(number));
  const { selected } = await openList(ids);
  selected.toggle(0);
  await expect(selected.extendTo(maxIds, false)).rejects.toThrow(/At most 200,000 rows/);
  expect(selected.count).toBe(1);
});

it('takes everything for rows that were never loaded, but not the unticked', async () => {
  const { selected } = await openList(['a', 'b', 'c']);
  selected.all();
  selected.toggle(0);
  selected.toggle(1);
  expect([selected.has('never seen'), selected.has('a'), selected.count]).toEqual([true, false, 1]);
  expect(selected.asRows).toEqual({ list: 'proxies', kind: 'query', where: 'type:isp', excludedIds: ['a', 'b'] });
  expect(selected.ids).toBeNull();
});

it('adds a range to the ticked rows, whether they are named or all but some', async () => {
  const { selected } = await openList(['a', 'b', 'c', 'd', 'e']);
  selected.toggle(0);
  selected.setAnchor(2);
  await selected.extendTo(3, true);
  expect(selected.ids).toEqual(['a', 'c', 'd']);
  selected.all();
  selected.toggle(1);
  selected.toggle(2);
  await selected.extendTo(1, true);
  expect(selected.count).toBe(5);
});
