import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Proxies' });
const heading = (page: Page, name: string): Locator => gridOf(page).getByRole('columnheader', { name });
const headings = async (page: Page): Promise<string[]> =>
  (await gridOf(page).getByRole('columnheader').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== '');
const row = (page: Page, place: number): Locator => gridOf(page).locator(`[role=row][aria-rowindex="${place + 1}"]`);

test('places are sorted by country and then by city', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
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

test(
  'End shows the details of the last row, even if its page was not loaded',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await row(page, 1).click();
    await gridOf(page).press('End');
    await expect(row(page, 250)).toHaveClass(/active/);
    const address = await row(page, 250).locator('[data-key=address]').innerText();
    const details = page.getByRole('complementary').filter({ hasText: address.trim() });
    await expect(details.getByRole('heading', { name: address.trim() })).toBeVisible();
  },
);

test('tested rows show latency, the age of the last test and the last 24 hours', async ({ demo: app }) => {
  const { page } = app;
  // Columns about tests take no room while nothing was tested.
  const shown = expect.poll(() => headings(page));
  await shown.not.toContain('Latency');
  await row(page, 1).locator('[data-tick]').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Test', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('https://example.com/\nhttps://example.org/');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByRole('grid', { name: 'Results' })).toHaveAttribute('aria-rowcount', '2');
  await openView(page, 'proxies');
  // Next to the details there is room for the result of the last test.
  await shown.toEqual(expect.arrayContaining(['SOCKS5', 'Service', 'Latency']));
  await page.getByRole('button', { name: 'Hide the details' }).click();
  await shown.toEqual(expect.arrayContaining(['Success', 'Latency', 'Tested', '24 h']));
  const cell = (key: string): Locator => row(page, 1).locator(`[data-key=${key}]`);
  await expect(cell('latency')).toHaveText(/^(\d+|fails)$/);
  await expect(cell('tested')).toHaveText('just now');
  await expect(cell('hours')).toContainText(/^\d worked, \d failed$/);
  await expect(cell('hours').locator('svg')).toBeVisible();
  await expect(row(page, 2).locator('[data-key=tested]')).toHaveText('');
});

test('several selected rows show a summary in place of the details of one', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await row(page, 1).click();
  await expect(page.getByRole('complementary', { name: 'Details of the proxy' })).toBeVisible();
  await gridOf(page).press('ControlOrMeta+a');
  const summary = page.getByRole('complementary', { name: 'Details of the selection' });
  await expect(summary.getByRole('heading', { name: '250 proxies selected' })).toBeVisible();
  await expect(summary.getByText('None of them was tested')).toBeVisible();
  await expect(summary.getByRole('region', { name: 'Country' })).toContainText(/United States\s*84/);
  expect(await findFaults(page)).toEqual([]);
  await gridOf(page).press('Escape');
  await expect(page.getByRole('complementary', { name: 'Details of the proxy' })).toBeVisible();
});

test('the menu of a heading filters by a value of the column', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
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

test(
  'the heading of the details stays while they scroll, and IDs are shown whole',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
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
    const isUncovered = await details.getByRole('button', { name: /^Copy for/ }).evaluate((button) => {
      button.scrollIntoView({ block: 'nearest' });
      const { left, top } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + 8, top + 4));
    });
    expect(isUncovered).toBe(true);
    await details.getByRole('button', { name: 'Hide the details' }).click();
    await expect(details).toBeHidden();
  },
);

test(
  'the arrow of a hovered heading covers no letter of it, and opens the menu where it has room',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await gridOf(page).press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+Shift+T');
    await expect(page.getByText(/^Test finished/).first()).toBeVisible();
    await gridOf(page).press('Escape');
    await expect(heading(page, 'Latency')).toBeVisible();
    for (const [view, name] of [
      ['proxies', 'Proxies'],
      ['services', 'Services'],
      ['users', 'Proxy users'],
    ] as const) {
      await openView(page, view);
      const grid = page.getByRole('grid', { name });
      for (const one of await grid.getByRole('columnheader').all()) {
        const label = one.locator('[data-content]:not(.visually-hidden)');
        if ((await label.count()) === 0) continue;
        await one.hover();
        const covered = await label.evaluate((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          const y = (top + bottom) / 2;
          return [left + 1, (left + right) / 2, right - 1].filter(
            (x) => !text.parentElement?.contains(document.elementFromPoint(x, y)),
          );
        });
        expect(covered, `${name}, ${await label.innerText()}`).toEqual([]);
      }
    }
    await openView(page, 'proxies');
    const service = heading(page, 'Service');
    await service.hover();
    const box = await service.boundingBox();
    // At its right end, left of the edge that is pulled.
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 14, (box?.y ?? 0) + 15);
    await expect(page.getByRole('menu', { name: 'Menu of Service' })).toBeVisible();
    await expect(service).toHaveAttribute('aria-sort', 'none');
  },
);

test(
  'without an active row a table has the room of the details, and their button shows the first row',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const button = page.getByRole('button', { name: 'Details panel' });
    const details = page.getByRole('complementary', { name: /^Details of/ });
    for (const [view, name] of [
      ['services', 'Services'],
      ['users', 'Proxy users'],
      ['catalog', 'Products'],
    ] as const) {
      await openView(page, view);
      const grid = page.getByRole('grid', { name });
      await expect(grid.locator('[data-index="0"]')).toBeVisible();
      await expect(details).toHaveCount(0);
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      const free = await grid.evaluate((box) => innerWidth - box.getBoundingClientRect().right);
      expect(free, name).toBeLessThan(5);
      await button.click();
      await expect(details).toBeVisible();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect(grid.locator('[data-index="0"]')).toHaveClass(/active/);
    }
    // A view with an active row shows it at once, after another one that does, too.
    await openView(page, 'services');
    await expect(details).toBeVisible();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await expect(details).toHaveCount(0);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect(details).toBeVisible();
    // Without a rule the gateway has nothing to show.
    await openView(page, 'gateway');
    await expect(page.getByRole('heading', { name: 'One address for all your proxies' })).toBeVisible();
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', 'There is no row to show.');
  },
);
