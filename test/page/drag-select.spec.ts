import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

const gridOf = (page: Page, name = 'Proxies'): Locator => page.getByRole('grid', { name });
const row = (grid: Locator, index: number): Locator => grid.locator(`[data-index="${index}"]`);
const selected = (grid: Locator): Promise<number[]> =>
  grid
    .locator('[data-index][aria-selected=true]')
    .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-index'))));

/** Presses the mouse on a row and moves it to the middle of another one, without releasing it. */
async function drag(grid: Locator, from: number, to: number): Promise<void> {
  const { mouse } = grid.page();
  const middle = async (index: number) => {
    const box = await row(grid, index).boundingBox();
    if (box === null) throw new Error('The row is not drawn.');
    return { x: box.x + 200, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 6 });
}

test(
  'dragging over rows selects them, as many as the pointer has passed; Ctrl adds, Shift extends',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    const grid = gridOf(page);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await drag(grid, 3, 8);
    await expect.poll(() => selected(grid)).toEqual([3, 4, 5, 6, 7, 8]);
    // A bar would lie between the pointer and the rows.
    await expect(bar).toBeHidden();
    const back = await row(grid, 5).boundingBox();
    await page.mouse.move((back?.x ?? 0) + 200, (back?.y ?? 0) + 15, { steps: 3 });
    await expect.poll(() => selected(grid)).toEqual([3, 4, 5]);
    await page.mouse.up();
    await expect(bar).toContainText('3 selected');
    await expect(row(grid, 5)).toHaveClass(/active/);

    await page.keyboard.down('Control');
    await drag(grid, 10, 12);
    await page.mouse.up();
    await page.keyboard.up('Control');
    await expect.poll(() => selected(grid)).toEqual([3, 4, 5, 10, 11, 12]);

    await page.keyboard.down('Shift');
    await drag(grid, 13, 14);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(() => selected(grid)).toEqual([10, 11, 12, 13, 14]);

    // A press that stays on its row selects nothing.
    await drag(grid, 1, 1);
    await page.mouse.up();
    expect(await selected(grid)).toEqual([10, 11, 12, 13, 14]);
    await drag(grid, 2, 1);
    await page.mouse.up();
    await expect.poll(() => selected(grid)).toEqual([1, 2]);
  },
);

test(
  'services are selected by dragging, too, and a table whose rows cannot be selected stays as it is',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    await openView(page, 'services');
    const services = gridOf(page, 'Services');
    await drag(services, 1, 3);
    await page.mouse.up();
    await expect.poll(() => selected(services)).toEqual([1, 2, 3]);
    // A range may begin on a selected row.
    await drag(services, 3, 4);
    await page.mouse.up();
    await expect.poll(() => selected(services)).toEqual([3, 4]);
    await openView(page, 'users');
    const users = gridOf(page, 'Proxy users');
    await row(users, 0).click();
    await drag(users, 1, 3);
    await page.mouse.up();
    await expect(row(users, 0)).toHaveAttribute('aria-selected', 'true');
  },
);
