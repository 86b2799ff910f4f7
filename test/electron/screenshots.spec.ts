import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { takenFolder } from '../../scripts/pictures.mjs';
import { viewNames } from '../../src/shared/views.ts';
import { expect, test } from './fixture.ts';
import { closeMessages, openDemo } from '../page/open-demo.ts';
import { openSettings } from '../page/open-settings.ts';
import { openAvailability, openView } from '../page/open-view.ts';
import { untilLoaded } from '../page/settled.ts';

const size = { width: 1280, height: 800 };

/** Sets the theme as the settings would, in the open window. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (wanted) => {
    // Any page of the app has the bridge; its type is not known in here.
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args: unknown) => Promise<unknown>;
    };
    await request('settings:set', { theme: wanted });
  }, theme);
  await page.reload();
  await untilLoaded(page);
}

const takePicture = async (page: Page, name: string): Promise<void> => {
  await untilLoaded(page);
  // The ring of the focus is for those who press keys.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.screenshot({ path: join(takenFolder, `${name}.png`), scale: 'css' });
};

/** Opens the test dialog on the proxies that are shown, and waits for the end of the run. */
async function runTests(page: Page, urls: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Test/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill(urls);
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByText(/Finished/i).first()).toBeVisible();
}

/** Tags some proxies, so that a color and a facet are on the pictures. */
async function tagRows(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const row = (number: number) => grid.locator(`[role="row"][aria-rowindex="${String(number)}"]`);
  for (const [tag, first, last] of [
    ['shop', 2, 5],
    ['seo', 4, 8],
  ] as const) {
    await row(first).click();
    await row(last).click({ modifiers: ['Shift'] });
    await grid.press('t');
    await page
      .getByRole('dialog', { name: /^Tags of/ })
      .getByRole('textbox')
      .fill(tag);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Added the tag "${tag}"`)).toBeVisible();
  }
  await grid.press('Escape');
}

/** A rule with the port that the window suggests, and the gateway turned on. */
async function startGateway(page: Page): Promise<void> {
  await openView(page, 'gateway');
  await page.getByRole('button', { name: 'New rule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('scraper');
  await dialog.getByRole('combobox', { name: 'Filter' }).fill('country:US online:yes');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
}

/** Takes proxies out of the cache, so that the next sync records changes. */
function changeCache(userDataDir: string): void {
  const accounts = join(userDataDir, 'accounts');
  const file = readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? '';
  const db = new Database(join(accounts, file));
  db.exec('DELETE FROM proxy WHERE key <= 9');
  db.close();
}

test('every view, the export, the settings and the costs, in both themes', async ({ app: { page }, userDataDir }) => {
  test.setTimeout(600_000);
  mkdirSync(takenFolder, { recursive: true });
  await page.setViewportSize(size);
  await openDemo(page);
  await tagRows(page);
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill('country:US,DE');
  await expect(page.getByText(/ of 250$/)).toBeVisible();
  await runTests(page, 'https://example.com/\nhttps://example.org/');
  await startGateway(page);
  changeCache(userDataDir);
  await page.keyboard.press('F5');
  await openView(page, 'overview');
  await expect(page.getByRole('table', { name: 'Changes of the last sync' })).toContainText('Added');
  await closeMessages(page);

  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    for (const view of viewNames) {
      await openView(page, view);
      await untilLoaded(page);
      const row = page.locator('[role="grid"] [role="row"][aria-rowindex="4"]').first();
      if (await row.isVisible()) await row.click();
      await takePicture(page, `${view}-${theme}`);
    }
    await openAvailability(page);
    await page.getByRole('button', { name: 'Load', exact: true }).first().click();
    await takePicture(page, `availability-${theme}`);
    // The catalog opens at the part that was open last.
    await page.getByRole('radio', { name: 'Catalog' }).check();
    await openView(page, 'services');
    const costs = page.getByText(/^[\d,.]+ per month, \d+ services/);
    await costs.click();
    await takePicture(page, `costs-${theme}`);
    await costs.click();
    await openSettings(page);
    await takePicture(page, `settings-${theme}`);
    await page.keyboard.press('Escape');
    await openView(page, 'proxies');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Export/ })
      .click();
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('prox');
    await takePicture(page, `export-${theme}`);
    await page.keyboard.press('Escape');
  }
});

test('a short film: filter, export, test', async ({ app: { page } }) => {
  const frames = join(takenFolder, 'frames');
  mkdirSync(frames, { recursive: true });
  await page.setViewportSize({ width: 1000, height: 625 });
  await openDemo(page);
  await closeMessages(page);
  let count = 0;
  const film = async (delayMs: number): Promise<void> => {
    await untilLoaded(page);
    count += 1;
    const name = `${String(count).padStart(2, '0')}-${String(delayMs)}.png`;
    await page.screenshot({ path: join(frames, name), scale: 'css' });
  };
  await film(1000);
  const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
  await filter.click();
  for (const part of ['country:', 'US ', 'online:', 'yes']) {
    await filter.pressSequentially(part);
    await film(400);
  }
  await page.keyboard.press('Escape');
  await film(1500);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Export/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('prox');
  await film(2500);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: /^Test/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('https://example.com/');
  await film(1500);
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByText(/Finished/i).first()).toBeVisible();
  await closeMessages(page);
  await film(3000);
});
