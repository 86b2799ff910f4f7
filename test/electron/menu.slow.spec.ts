import type { Locator, Page } from '@playwright/test';
import { startDemoService } from '../support/demo-service.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from '../page/open-demo.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Proxies' });
const menu = (page: Page): Locator => page.getByRole('menu', { name: 'Menu of the row' });

/** Presses the right button on a row and keeps it pressed; returns the place of the pointer. */
async function pressRow(page: Page, index: number): Promise<{ x: number; y: number }> {
  const box = await grid(page)
    .locator(`[data-index="${String(index)}"]`)
    .boundingBox();
  if (box === null) throw new Error('The row is not visible.');
  const place = { x: box.x + 120, y: box.y + 10 };
  await page.mouse.move(place.x, place.y);
  await page.mouse.down({ button: 'right' });
  return place;
}

test('a menu stays open when the right button is released, also after a small movement', async ({ demo: { page } }) => {
  for (const movedPx of [0, 3]) {
    const { x, y } = await pressRow(page, 3);
    await page.mouse.move(x + movedPx, y + movedPx);
    await page.mouse.up({ button: 'right' });
    // What closes it does so in the events of the release, which a frame later are over.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
  }
});

test('a press on a row, a drag to an item and the release choose that item', async ({ demo: { page } }) => {
  await pressRow(page, 3);
  await expect(menu(page)).toBeVisible();
  const note = await menu(page).getByRole('menuitem', { name: 'Note…' }).boundingBox();
  if (note === null) throw new Error('The item is not visible.');
  await page.mouse.move(note.x + 40, note.y + note.height / 2, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: /^Note/ })).toBeVisible();
});

test('the account menu fits a long name, and a second click on its button closes it', async ({ app: { page } }) => {
  const demo = await startDemoService({ proxyCount: 20 });
  await addAccount(page, demo, 'Northwind Data Collection, account of the second office in Utrecht');
  const button = page.getByRole('button', { name: /^Account/ });
  const accounts = page.getByRole('menu', { name: 'Accounts' });
  await button.click();
  await expect(accounts.getByRole('menuitemradio', { name: /^Northwind/ })).toBeChecked();
  const remove = accounts.getByRole('menuitem', { name: /^Remove Northwind/ });
  await expect(remove).toHaveAttribute('title', /Utrecht…$/);
  expect(await accounts.evaluate((menu) => menu.scrollWidth - menu.clientWidth)).toBe(0);
  await button.click();
  await expect(accounts).toBeHidden();
  await button.click();
  await expect(accounts).toBeVisible();
  await demo.close();
});
