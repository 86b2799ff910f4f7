import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';
import { openView } from './open-view.ts';

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Proxies' });
const heading = (page: Page, name: string): Locator =>
  gridOf(page).getByRole('columnheader', { name });
const headings = async (page: Page): Promise<string[]> =>
  (await gridOf(page).getByRole('columnheader').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== '');
const row = (page: Page, place: number): Locator =>
  gridOf(page).locator(`[role=row][aria-rowindex="${place + 1}"]`);

/** Drags the right edge of a column. */
async function resize(page: Page, name: string, byPx: number): Promise<void> {
  const box = await heading(page, name).boundingBox();
  if (box === null) throw new Error(`The heading ${name} is not drawn.`);
  await page.mouse.move(box.x + box.width - 1, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1 + byPx, box.y + 10, { steps: 5 });
  await page.mouse.up();
}

test('widening a column hides no column: the table scrolls sideways', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(page.getByRole('button', { name: /hidden$/ })).toBeVisible();
  const before = await headings(page);
  expect(before).toContain('Network');
  await resize(page, 'Address', 300);
  await resize(page, 'Place', 300);
  expect(await headings(page)).toEqual(before);
  expect(await gridOf(page).evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  // The common names of networks are not cut.
  const network = gridOf(page).locator('[data-index="0"] [data-key="network"]');
  await expect(network).toHaveText('Hudson Broadband');
  expect(await network.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('hidden columns are counted, and the port stays with its address', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1100, height: 800 });
  expect((await headings(page)).slice(0, 3)).toEqual(['Online', 'Address', 'HTTP']);
  const chooser = page.getByRole('button', { name: /^Columns of Proxies, \d+ hidden$/ });
  await expect(chooser).toBeVisible();
  const hidden = Number(/\d+/.exec(await chooser.innerText())?.[0]);
  await chooser.click();
  const panel = page.getByRole('dialog', { name: 'Columns of Proxies' });
  const ticked = await panel.getByRole('checkbox', { checked: true }).count();
  expect(ticked - (await headings(page)).length).toBe(hidden);
});

test('the whole column header sorts, and its menu sorts, fits and hides the column', async ({
  app,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  const service = heading(page, 'Service');
  const box = await service.boundingBox();
  await service.click({ position: { x: (box?.width ?? 0) / 2 + 10, y: 4 } });
  await expect(service).toHaveAttribute('aria-sort', 'ascending');

  await heading(page, 'Network').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu of Network' });
  await menu.getByRole('menuitem', { name: 'Sort descending' }).click();
  await expect(heading(page, 'Network')).toHaveAttribute('aria-sort', 'descending');
  await expect(service).toHaveAttribute('aria-sort', 'none');

  await heading(page, 'Network').getByRole('button').first().press('Alt+ArrowDown');
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(heading(page, 'Network')).toHaveCount(0);
});

test('a double click on an edge fits the column to its content', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await resize(page, 'Network', -60);
  const cell = row(page, 1).locator('[data-key=network]');
  expect(await cell.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  const box = await heading(page, 'Network').boundingBox();
  await page.mouse.dblclick((box?.x ?? 0) + (box?.width ?? 0) - 1, (box?.y ?? 0) + 10);
  const cells = gridOf(page).locator('[role=gridcell][data-key=network]');
  await expect
    .poll(() => cells.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)))
    .toBe(true);
});

test('places are sorted by country and then by city', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await heading(page, 'Place').click({ position: { x: 30, y: 10 } });
  await expect(heading(page, 'Place')).toHaveAttribute('aria-sort', 'ascending');
  const places = gridOf(page).locator('[role=gridcell][data-key=place]');
  await expect
    .poll(async () => {
      const shown = await places.allInnerTexts();
      const sorted = shown.toSorted((a, b) => (a < b ? -1 : 1));
      return shown.length > 10 && shown.every((place, at) => place === sorted[at]);
    })
    .toBe(true);
});

test('End shows the details of the last row, even if its page was not loaded', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await row(page, 1).click();
  await gridOf(page).press('End');
  await expect(row(page, 250)).toHaveClass(/active/);
  const address = await row(page, 250).locator('[data-key=address]').innerText();
  const details = page.getByRole('complementary').filter({ hasText: address.trim() });
  await expect(details.getByRole('heading', { name: address.trim() })).toBeVisible();
});

test('the selection bar never covers the last row', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await row(page, 1).click();
  await gridOf(page).press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar).toBeVisible();
  await gridOf(page).press('End');
  await expect(row(page, 250)).toBeVisible();
  const bottomOf = async (locator: Locator): Promise<number> => {
    const box = await locator.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const barTop = (await bar.boundingBox())?.y ?? 0;
  await expect.poll(() => bottomOf(row(page, 250))).toBeLessThanOrEqual(barTop);
});

test('digits of dates have the same width', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: /^Columns of Proxies/ }).click();
  await page
    .getByRole('dialog', { name: 'Columns of Proxies' })
    .getByRole('checkbox', { name: 'Updated', exact: true })
    .check();
  await page.keyboard.press('Escape');
  const cell = row(page, 1).locator('[data-key=proxy_last_update_datetime]');
  await expect(cell).toHaveCSS('font-variant-numeric', 'tabular-nums');
});

test('tested rows show latency, the age of the last test and the last 24 hours', async ({
  app,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  // Columns about tests take no room while nothing was tested.
  expect(await headings(page)).not.toContain('Latency');
  await row(page, 1).locator('[data-tick]').click();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Test', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Test proxies' });
  await dialog.getByLabel('URLs').fill('https://example.com/\nhttps://example.org/');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByRole('grid', { name: 'Results' })).toHaveAttribute('aria-rowcount', '2');
  await openView(page, 'proxies');
  // Next to the details there is room for the result of the last test.
  expect(await headings(page)).toEqual(expect.arrayContaining(['SOCKS5', 'Service', 'Latency']));
  await page.getByRole('button', { name: 'Hide the details' }).click();
  expect(await headings(page)).toEqual(
    expect.arrayContaining(['Success', 'Latency', 'Tested', '24 h']),
  );
  const cell = (key: string): Locator => row(page, 1).locator(`[data-key=${key}]`);
  await expect(cell('latency')).toHaveText(/^(\d+|failed)$/);
  await expect(cell('tested')).toHaveText('just now');
  await expect(cell('hours')).toContainText(/^\d passed, \d failed$/);
  await expect(cell('hours').locator('svg')).toBeVisible();
  await expect(row(page, 2).locator('[data-key=tested]')).toHaveText('');
});

test('several selected rows show a summary in place of the details of one', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await row(page, 1).click();
  await expect(page.getByRole('complementary', { name: 'Details of the proxy' })).toBeVisible();
  await gridOf(page).press('ControlOrMeta+a');
  const summary = page.getByRole('complementary', { name: 'Details of the selection' });
  await expect(summary.getByRole('heading', { name: '250 proxies selected' })).toBeVisible();
  await expect(summary.getByText('None of them was tested')).toBeVisible();
  await expect(summary.getByRole('region', { name: 'Country' })).toContainText(
    /United States\s*84/,
  );
  expect(await findFaults(page)).toEqual([]);
  await gridOf(page).press('Escape');
  await expect(page.getByRole('complementary', { name: 'Details of the proxy' })).toBeVisible();
});

test('a pinned column stays at the left while the table scrolls sideways', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await heading(page, 'Place').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu of Place' });
  await menu.getByRole('menuitem', { name: 'Pin left' }).click();
  expect((await headings(page))[0]).toBe('Place');
  await resize(page, 'Address', 700);
  await gridOf(page).evaluate((box) => {
    box.scrollLeft = box.scrollWidth;
  });
  const edge = (await gridOf(page).boundingBox())?.x ?? 0;
  const cell = row(page, 1).locator('[data-key=place]');
  // Next to the ticks, which stay too.
  await expect.poll(async () => ((await cell.boundingBox())?.x ?? 0) - edge).toBe(30);
  await expect
    .poll(async () => ((await heading(page, 'Place').boundingBox())?.x ?? 0) - edge)
    .toBe(30);
  // Its text stays in line with the other cells.
  const heightOf = (key: string): Promise<number> =>
    row(page, 1)
      .locator(`[data-key=${key}]`)
      .evaluate((box) => {
        const range = document.createRange();
        range.selectNodeContents(box);
        const { top, bottom } = range.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      });
  expect(Math.abs((await heightOf('place')) - (await heightOf('type')))).toBeLessThanOrEqual(1);
  await heading(page, 'Place').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Unpin column' }).click();
  await expect.poll(async () => ((await cell.boundingBox())?.x ?? 0) - edge).not.toBe(30);
});

test('the menu of a heading filters by a value of the column', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await filter.fill('type:isp online:yes');
  await filter.blur();
  await heading(page, 'Type').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by value…' }).click();
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue('online:yes type:');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await options.filter({ hasText: 'datacenter' }).click();
  await expect(filter).toHaveValue('online:yes type:datacenter ');
  await expect(row(page, 1).locator('[data-key=type]')).toHaveText('Datacenter');
});

test('the heading of the details stays while they scroll, and IDs are shown whole', async ({
  app,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 700 });
  await row(page, 1).click();
  const details = page.getByRole('complementary', { name: 'Details of the proxy' });
  await details.getByText('All fields as received').click();
  const id = details
    .locator('dd', { hasText: /^[0-9a-f]{8}-/ })
    .last()
    .locator('.value');
  await id.scrollIntoViewIfNeeded();
  expect(await id.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  expect(await id.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true);
  expect(await details.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  await expect(details.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
  const isUncovered = await details
    .getByRole('button', { name: /^Copy for/ })
    .evaluate((button) => {
      button.scrollIntoView({ block: 'nearest' });
      const { left, top } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + 8, top + 4));
    });
  expect(isUncovered).toBe(true);
  await details.getByRole('button', { name: 'Hide the details' }).click();
  await expect(details).toBeHidden();
});
