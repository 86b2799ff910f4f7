import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { pasteText } from './paste-text.ts';
import { readLastView } from './read-last-view.ts';

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Proxies' });
const row = (grid: Locator, place: number): Locator => grid.locator(`[role=row][aria-rowindex="${place + 1}"]`);

test('cells and rows are copied by key and from the menu', async ({ demo: app }) => {
  const { page } = app;
  const grid = gridOf(page);
  const address = row(grid, 3).getByRole('gridcell').nth(2);
  const text = await address.innerText();
  await address.click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText(/^Copied 1 proxy\./)).toBeVisible();
  const proxyLine = /^[^:@\s]+:[^:@\s]+@[\d.]+:\d+$/;
  const line = app.desktop.copied;
  expect(line.trim()).toMatch(proxyLine);
  expect(line).toContain(`@${text}:`);
  // Other cells are copied as they are shown.
  const type = row(grid, 3).locator('[data-key="type"]');
  await type.click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('Copied Type.')).toBeVisible();
  expect(await pasteText(page)).toBe(await type.innerText());

  await row(grid, 5).click({ modifiers: ['Shift'] });
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText(/^Copied 3 proxies\./)).toBeVisible();
  const lines = app.desktop.copied;
  expect(
    lines
      .trim()
      .split('\n')
      .map((one) => proxyLine.test(one)),
  ).toEqual([true, true, true]);

  await grid.focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Menu of the row' });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  expect(await findFaults(page)).toEqual([]);
  await menu.getByRole('menuitem', { name: 'Copy 3 rows', exact: true }).click();
  await expect(page.getByText('Copied 3 rows.')).toBeVisible();
  const [cells = ''] = (await pasteText(page)).split('\n');
  expect(cells.split('\t')[0]).toBe(text);
  expect(cells).not.toMatch(/online/i);
  await grid.focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Copy 3 rows as JSON' }).click();
  // Until it is copied, the cells are still there.
  await expect.poll(() => pasteText(page)).toMatch(/^\[/);
  const copied = JSON.parse(await pasteText(page)) as readonly { proxy_ip_address: string }[];
  expect(copied.map((proxy) => proxy.proxy_ip_address)[0]).toBe(text);
  expect(copied).toHaveLength(3);
});

test('the menu of a cell filters by its value and excludes it', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const grid = gridOf(page);
  const filter = page.getByRole('combobox', { name: 'Filter' }).or(page.getByRole('textbox', { name: 'Filter' }));
  const place = row(grid, 4).locator('[data-key=place]');
  const country = await place.locator('span').innerText();
  const city = (await place.innerText()).slice(country.length).trim();
  await place.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu of the row' });
  await menu.getByRole('menuitem', { name: `Only: ${city}` }).click();
  await expect(filter).toHaveValue(/^city:=/);
  await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
  await expect(grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ContextMenu');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await row(grid, 1).locator('[data-key=type]').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: /^Hide: / }).click();
  await expect(filter).toHaveValue(/^city:=.* -type:\w+$/);
});

test('a view is saved, opened, changed, renamed, removed and restored, and outlives the window', async ({
  demo: app,
}) => {
  const { page } = app;
  const grid = gridOf(page);
  const filter = page.getByRole('combobox', { name: 'Filter' });
  const sidebar = page.getByRole('navigation', { name: 'Views' });
  await filter.fill('type:isp');
  await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
  await grid.getByRole('button', { name: 'HTTP' }).click();
  await page.getByRole('button', { name: 'Columns of Proxies' }).click();
  await page
    .getByRole('dialog', { name: 'Columns of Proxies' })
    .getByRole('checkbox', { name: 'Network', exact: true })
    .uncheck();
  await page.keyboard.press('Escape');
  await sidebar.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('ISP by port');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const entry = sidebar.getByRole('button', { name: 'ISP by port' });
  await expect(entry).toHaveAttribute('aria-pressed', 'true');
  await filter.fill('');
  await expect(entry).toContainText('changed');
  await expect(grid).toHaveAttribute('aria-rowcount', '251');

  await expect.poll(() => readLastView(page)).not.toContain('type:isp');
  await page.reload();
  await expect(grid).toHaveAttribute('aria-rowcount', '251');
  await expect(grid.getByRole('columnheader', { name: 'Network' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns of Proxies' }).click();
  await page.getByRole('dialog', { name: 'Columns of Proxies' }).getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: 'Network' })).toHaveCount(1);
  await entry.click();
  await expect(filter).toHaveValue('type:isp');
  await expect(grid.getByRole('columnheader', { name: 'HTTP' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid.getByRole('columnheader', { name: 'Network' })).toHaveCount(0);

  await entry.press('F2');
  const rename = page.getByRole('dialog', { name: 'Rename view' });
  await rename.getByLabel('Name').fill('Ports');
  await page.keyboard.press('Enter');
  const renamed = sidebar.getByRole('button', { name: 'Ports' });
  await renamed.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Menu of the view Ports' })).toBeVisible();
  await page.keyboard.press('Escape');
  await renamed.press('Delete');
  await expect(renamed).toHaveCount(0);
  await page.getByRole('log').getByRole('button', { name: 'Undo' }).click();
  await expect(renamed).toBeVisible();
});

test('the details of a proxy link to its service', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const grid = gridOf(page);
  await row(grid, 2).click();
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details of the proxy' });
  await expect(details.getByRole('region', { name: 'Adjustments' })).toBeVisible();
  await details.getByTitle('Show the service').click();
  const services = page.getByRole('grid', { name: 'Services' });
  await expect(services.locator('[role=row].active')).toBeInViewport();
});
