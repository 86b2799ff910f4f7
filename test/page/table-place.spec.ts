/** What the window remembers of a table: where the user was, and how wide the panes are. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { untilLoaded } from './settled.ts';
import { openView } from './open-view.ts';
import { readLastView } from './read-last-view.ts';

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Proxies' });
const topOf = (page: Page): Promise<number> => gridOf(page).evaluate((box) => box.scrollTop);

test('a restart goes back to the filter, sort, scroll position, panels and view', async ({ demo: app }) => {
  const { page } = app;
  // Whether the panes are open at first depends on the size of the window then.
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await filter.fill('-country:DE');
  // The suggestions lie over the headings.
  await filter.blur();
  const heading = gridOf(page).getByRole('columnheader', { name: 'Address' });
  await heading.click({ position: { x: 30, y: 10 } });
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '227');
  await untilLoaded(page);
  // Details are there for a row.
  await gridOf(page).locator('[data-index="0"]').click();
  await expect(page.getByRole('complementary', { name: /^Details/ })).toBeVisible();
  await gridOf(page).evaluate((box) => {
    box.scrollTop = 1500;
  });
  const edge = page.getByRole('separator', { name: 'Width of the filters' });
  await edge.press('ArrowLeft');
  await page.getByRole('button', { name: 'Details panel' }).click();
  await expect.poll(() => readLastView(page)).toContain('"isInspectorOpen":false');
  await expect.poll(() => readLastView(page)).toContain('"filters":208');
  await expect.poll(() => readLastView(page)).toContain('"topPx":1500');

  await page.reload();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '227');
  await expect(filter).toHaveValue('-country:DE');
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => topOf(page)).toBe(1500);
  await expect(page.getByRole('button', { name: 'Details panel' })).toHaveAttribute('aria-pressed', 'false');
  await expect(edge).toHaveAttribute('aria-valuenow', '208');

  await openView(page, 'services');
  await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  await expect.poll(() => readLastView(page)).toContain('"view":"services"');
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  await openView(page, 'proxies');
  await expect.poll(() => topOf(page)).toBe(1500);
});

test('another filter begins at the top of its list', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await gridOf(page).evaluate((box) => {
    box.scrollTop = 1500;
  });
  await expect.poll(() => readLastView(page)).toContain('"topPx":1500');
  await page.getByRole('combobox', { name: 'Filter' }).fill('-country:DE');
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '227');
  await expect.poll(() => topOf(page)).toBe(0);
  await openView(page, 'services');
  await openView(page, 'proxies');
  await expect.poll(() => topOf(page)).toBe(0);
});

test('switching to another account at once loses no filter', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const run = async (command: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type(command);
    await expect(page.getByRole('option', { name: command, exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
  };
  const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
  await run('Try the demo');
  await expect(page.getByRole('button', { name: 'Account Demo 2' })).toBeVisible();
  await openView(page, 'services');
  await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  await run('Switch to Demo');
  await expect(gridOf(page)).toBeVisible();
  await filter.fill('country:US');
  await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const answer = JSON.parse(await request('accounts:list')) as {
      value: { id: string; isCurrent: boolean }[];
    };
    const other = answer.value.find(({ isCurrent }) => !isCurrent);
    await request('accounts:select', { accountId: other?.id });
  });
  await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  await expect(filter).toHaveValue('');
  await run('Switch to Demo');
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '85');
  await expect(filter).toHaveValue('country:US');
});

test(
  'a scroll bar next to a pane is taken with the pointer, not the edge of the pane',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="1"]').click();
    for (const pane of ['Width of the filters', 'Width of the details']) {
      const handle = await page.getByRole('separator', { name: pane }).boundingBox();
      if (handle === null) throw new Error(`There is no ${pane}.`);
      const covered = await page.evaluate(
        ({ left, right }) =>
          [...document.querySelectorAll<HTMLElement>('main *')]
            .filter((box) => box.scrollHeight > box.clientHeight && box.offsetWidth > box.clientWidth)
            .map((box) => box.getBoundingClientRect())
            .map((box) => ({ from: box.right - 10, to: box.right }))
            .filter(({ from, to }) => from < right && left < to),
        { left: handle.x, right: handle.x + handle.width },
      );
      expect(covered, pane).toEqual([]);
    }
  },
);
