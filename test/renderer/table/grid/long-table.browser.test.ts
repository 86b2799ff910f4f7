import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../support/window/show.ts';
import LongTable from '../LongTable.svelte';

const grid = page.getByRole('grid', { name: 'Rows' });
/** The headings are the first. */
const row = (index: number) => grid.getBySelector(`[aria-rowindex="${index + 2}"]`);

/** Shows a table of rows that come when `arrive` lets those from an index on. */
async function showRows(
  count: number,
  arrive: (offset: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await show(LongTable, { count, arrive }, { width: 800, height: 600 });
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(count + 1));
  await expect.element(row(0)).toBeVisible();
}

const drawn = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=row]:not([aria-rowindex="1"])'),
];
const indexOf = ({ ariaRowIndex }: HTMLElement): number => Number(ariaRowIndex) - 2;

/**
 * The indexes of the first and the last row in sight.
 *
 * @throws if rows in sight leave a gap or overlap, one is out of its order, or one shows another row's text
 */
function readSight(): { readonly first: number; readonly last: number } {
  const box = grid.element();
  const top = box.getBoundingClientRect().top + rowPx;
  const bottom = box.getBoundingClientRect().top + box.clientHeight;
  const seen = drawn()
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter((one) => one.box.bottom > top + 0.5 && one.box.top < bottom - 0.5)
    .sort((one, other) => one.box.top - other.box.top);
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined) throw new Error('No row is in sight.');
  expect(first.box.top).toBeLessThanOrEqual(top + 0.5);
  expect(last.box.bottom).toBeGreaterThanOrEqual(bottom - 0.5);
  for (const [step, { element, box: at }] of seen.entries()) {
    expect(indexOf(element)).toBe(indexOf(first.element) + step);
    expect(Math.abs(at.top - first.box.top - step * rowPx)).toBeLessThan(1);
    expect(element.textContent.trim()).toBe(`row ${indexOf(element)}`);
  }
  return { first: indexOf(first.element), last: indexOf(last.element) };
}
const rowPx = 30;
const firstInSight = (): number => readSight().first;
const lastInSight = (): number => readSight().last;
/** Retries while rows are drawn: `readSight` throws until they are all there. */
const poll = (read: () => number) => expect.poll(read);

test('End and Home show the ends of 100,000 rows without a gap, and few rows exist', async () => {
  await showRows(100_000);
  grid.element().focus();
  await userEvent.keyboard('{End}');
  await poll(lastInSight).toBe(99_999);
  await expect.element(row(99_999)).toHaveClass('active');
  await expect.element(grid).toHaveAttribute('aria-activedescendant', row(99_999).element().id);
  await expect.element(row(99_999)).toHaveAttribute('aria-rowindex', '100001');
  expect(drawn().length).toBeLessThan(60);
  await userEvent.keyboard('{Home}');
  await poll(firstInSight).toBe(0);
  await expect.element(row(0)).toHaveClass('active');
});

test('PageDown moves by as many rows as are in sight, and PageUp back', async () => {
  await showRows(100_000);
  grid.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row(0)).toHaveClass('active');
  const pageRows = lastInSight() - 1;
  for (let pages = 1; pages <= 3; pages += 1) {
    await userEvent.keyboard('{PageDown}');
    const active = drawn().find((element) => element.classList.contains('active'));
    expect(active && indexOf(active)).toBeGreaterThanOrEqual(pages * (pageRows - 1));
    expect(active && indexOf(active)).toBeLessThanOrEqual(pages * (pageRows + 1));
    await expect.poll(() => active && isInSight(indexOf(active))).toBe(true);
  }
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}');
  await expect.element(row(0)).toHaveClass('active');
  await poll(firstInSight).toBe(0);
});

const isInSight = (index: number): boolean => {
  const { first, last } = readSight();
  return first <= index && index <= last;
};

test('the scroll bar and the wheel reach every part of a list that is taller than a browser can draw', async () => {
  const count = 1_000_000;
  await showRows(count);
  const box = grid.element();
  box.scrollTop = box.scrollHeight / 2;
  // A pixel of the scroll bar is several rows there.
  await poll(() => Math.abs(firstInSight() - count / 2)).toBeLessThan(100);
  const middle = firstInSight();
  await grid.wheel({ delta: { y: 10 * rowPx } });
  await poll(firstInSight).toBe(middle + 10);
  box.scrollTop = box.scrollHeight;
  await poll(lastInSight).toBe(count - 1);
  await grid.wheel({ delta: { y: -10 * rowPx } });
  await poll(lastInSight).toBe(count - 11);
  box.scrollTop = 0;
  await poll(firstInSight).toBe(0);
});

test('rows that are on their way are blank, at their places, and come without a gap', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  await showRows(100_000, (offset) => (offset === 0 ? Promise.resolve() : gate));
  grid.element().scrollTop = 50_000 * rowPx;
  await expect.element(row(50_000)).toHaveClass('blank');
  // A screen reader skips what another row has left in its element.
  await expect.element(row(50_000)).toHaveAttribute('aria-busy', 'true');
  expect(drawn().every((element) => element.classList.contains('blank'))).toBe(true);
  // What comes there is not known yet, so a click does nothing.
  await row(50_000).click();
  release();
  await poll(firstInSight).toBe(50_000);
  await expect.element(row(50_000)).not.toHaveClass('active');
});
