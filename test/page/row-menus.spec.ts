import type { Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { closeMessages } from './open-demo.ts';
import { untilLoaded } from './settled.ts';
import { openView } from './open-view.ts';

/** Goes to a cell of the second row by keyboard, opens its menu and says what is in it. */
async function openMenu(page: Page, table: string): Promise<string[]> {
  // A row that has not arrived has no menu, and what arrives later would take the menu away.
  await untilLoaded(page);
  const grid = page.getByRole('grid', { name: table });
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ContextMenu');
  const menu = page.getByRole('menu', { name: 'Menu of the row' });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  return menu.getByRole('menuitem').allInnerTexts();
}

test(
  'the rows of every table have a context menu by keyboard, and can be copied',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const views = [
      ['services', 'Services', /^Show its \d+ prox/],
      ['users', 'Proxy users', /^Export for /],
      ['usage', 'Residential ledger', 'Show its service'],
      ['catalog', 'Products', /^Show details/],
    ] as const;
    for (const [view, table, own] of views) {
      await openView(page, view);
      await expect(page.getByRole('grid', { name: table }).getByRole('row').nth(2)).toBeVisible();
      const items = await openMenu(page, table);
      expect(items[0], table).toMatch(/^Copy “.+”$/);
      expect(items, table).toContainEqual(expect.stringMatching(own));
      await page.getByRole('menuitem', { name: 'Copy the row as JSON' }).click();
      await expect(page.getByText('Copied 1 row.').first()).toBeVisible();
      await closeMessages(page);
      await page.getByRole('grid', { name: table }).press('ControlOrMeta+c');
      await expect(page.getByText(/^Copied (?!1 row)/).first()).toBeVisible();
      await closeMessages(page);
    }
  },
);

test('a menu opens the proxies of a service, and the proxy of a result', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await openView(page, 'services');
  await openMenu(page, 'Services');
  await page.getByRole('menuitem', { name: 'Show its 18 proxies' }).click();
  const proxies = page.getByRole('grid', { name: 'Proxies' });
  await expect(proxies).toHaveAttribute('aria-rowcount', '19');

  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByRole('button', { name: 'Start test' }).click();
  const results = page.getByRole('grid', { name: 'Results' });
  await expect(results).toHaveAttribute('aria-rowcount', '19');
  await expect(page.getByText(/^Finished/)).toBeVisible();
  await openMenu(page, 'Results');
  await page.getByRole('menuitem', { name: 'Show the proxy' }).click();
  // Among those of the service, which the list still shows.
  await expect(proxies).toHaveAttribute('aria-rowcount', '19');
  await expect(proxies.locator('[role=row].active')).toBeInViewport();
});

test(
  'the menu of a proxy leads to the other ways to copy it, by keyboard and mouse',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const grid = page.getByRole('grid', { name: 'Proxies' });
    const menu = page.getByRole('menu');
    const copyAs = menu.getByRole('menuitem', { name: 'Copy as', exact: true });
    const curl = menu.getByRole('menuitem', { name: 'Copy as curl' });
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    await expect(menu.getByRole('menuitem')).toHaveCount(13);
    await expect(curl).toBeHidden();
    await copyAs.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menu', { name: 'Copy as' })).toBeVisible();
    await expect(menu.getByRole('menuitem').nth(1)).toBeFocused();
    expect(await findFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await expect(copyAs).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(curl).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(grid).toBeFocused();

    await grid.locator('[data-index="2"]').click({ button: 'right' });
    await copyAs.click();
    await curl.click();
    await expect(page.getByText(/^Copied 1 proxy\./)).toBeVisible();
  },
);
