import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

/** Opens the services; returns their table. */
async function openServices(page: Page): Promise<Locator> {
  await openView(page, 'services');
  return page.getByRole('grid', { name: 'Services' });
}

test('a service opens its proxies', async ({ demo: app }) => {
  const { page } = app;
  const services = await openServices(page);
  await services.locator('[data-index="1"]').click();
  await page.getByRole('button', { name: 'Show its proxies' }).click();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '19');
});

test(
  'the details take no click before they are those of the service that was selected',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const grid = await openServices(page);
    await grid.locator('[data-index="1"]').click();
    const edit = page.getByRole('button', { name: 'Edit…' });
    await expect(edit).toBeVisible();
    const isHitAfter = (key: string | null) =>
      edit.evaluate(async (button, pressed) => {
        if (pressed !== null) {
          const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true });
          document.querySelector('[role=grid]')?.dispatchEvent(event);
          // The window is drawn again before any response of the main process can arrive.
          await Promise.resolve();
        }
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }, key);
    expect(await isHitAfter(null)).toBe(true);
    expect(await isHitAfter('ArrowDown')).toBe(false);
    await expect.poll(() => isHitAfter(null)).toBe(true);
  },
);

test(
  'several services are tagged at once, undone, copied, and open their proxies',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const services = await openServices(page);
    const row = (index: number) => services.locator(`[data-index="${String(index)}"]`);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await row(1).locator('[data-tick]').click();
    await row(3).click({ modifiers: ['Shift'] });
    await expect(bar).toContainText(/3 selected, \d+ proxies/);
    await services.press('t');
    const dialog = page.getByRole('dialog', { name: 'Tags of 3 services' });
    await dialog.getByRole('textbox').fill('keep');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Added the tag "keep" to 3 services.')).toBeVisible();
    await expect(services.getByText('keep', { exact: true })).toHaveCount(3);
    expect(await findFaults(page)).toEqual([]);
    await services.press('ControlOrMeta+z');
    await expect(services.getByText('keep', { exact: true })).toHaveCount(0);

    await row(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy 3 rows', exact: true }).click();
    await expect(page.getByText('Copied 3 rows.')).toBeVisible();
    await services.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar).toContainText('All 19 services selected');
    await page.keyboard.press('Space');
    await expect(bar).toContainText('18 selected');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();

    await row(1).locator('[data-tick]').click();
    await row(2).locator('[data-tick]').click();
    const counts = await Promise.all([1, 2].map((index) => row(index).locator('[data-key="proxies"]').innerText()));
    await bar.getByRole('button', { name: /^Export \d+$/ }).click();
    await expect(page.getByRole('dialog')).toContainText(/proxies of 2 selected services/i);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Show proxies' }).click();
    const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
    await expect(filter).toHaveValue(/^service:=[^,]+,=[^,]+$/);
    const proxies = page.getByRole('grid', { name: 'Proxies' });
    const found = counts.reduce((sum, count) => sum + Number(count), 0);
    expect(found).toBeGreaterThan(0);
    await expect(proxies).toHaveAttribute('aria-rowcount', String(found + 1));
  },
);

test('a menu opened by its key applies to the active row', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const grid = page.getByRole('grid', { name: 'Proxies' });
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menuitem', { name: 'Export 1…' })).toBeVisible();
});

test(
  'at 1280 no service name is cut, and in a wide window details appear with a row',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    await openView(page, 'services');
    const names = page.getByRole('grid', { name: 'Services' }).locator('[data-index] [data-key="name"]');
    await expect(names.getByText('Datacenter United States 36')).toBeVisible();
    const cut = await names.evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);

    await page.setViewportSize({ width: 1600, height: 900 });
    await openView(page, 'proxies');
    const details = page.getByRole('complementary', { name: /^Details/ });
    await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
    await expect(details).toBeHidden();
    await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"]').click();
    await expect(details).toHaveAccessibleName('Details of the proxy');
  },
);
