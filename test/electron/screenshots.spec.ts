import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { takenFolder } from '../../scripts/pictures.mjs';
import { expect, test } from './fixture.ts';
import { closeMessages, openDemo } from '../page/open-demo.ts';
import { openView } from '../page/open-view.ts';
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

type Clip = NonNullable<Parameters<Page['screenshot']>[0]>['clip'];

const takePicture = async (page: Page, name: string, clip?: Clip): Promise<void> => {
  await untilLoaded(page);
  // The ring of the focus is for those who press keys.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.screenshot({ path: join(takenFolder, `${name}.png`), scale: 'css', ...(clip && { clip }) });
};

/** The part of a window that a phone shows at a size at which text can be read: up to the end of a column. */
const phoneHeight = 520;
const phoneWidths = { proxies: 440, overview: 440, requests: 492 };

test('the pictures of the README, in both themes', async ({ app: { page } }) => {
  test.setTimeout(300_000);
  mkdirSync(takenFolder, { recursive: true });
  await page.setViewportSize(size);
  await openDemo(page);
  await closeMessages(page);
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill('country:US type:isp');
  await expect(page.getByText(/ of 250$/)).toBeVisible();

  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    for (const view of ['proxies', 'overview', 'requests'] as const) {
      await openView(page, view);
      await untilLoaded(page);
      const row = page.locator('[role="grid"] [role="row"][aria-rowindex="4"]').first();
      if (await row.isVisible()) await row.click();
      await takePicture(page, `${view}-${theme}`);
      const content = view === 'overview' ? page.getByRole('main') : page.getByRole('grid').first();
      const { x = 0, y = 0 } = (await content.boundingBox()) ?? {};
      await takePicture(page, `${view}-phone-${theme}`, { x, y, width: phoneWidths[view], height: phoneHeight });
    }
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
