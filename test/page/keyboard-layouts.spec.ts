import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** A key of a keyboard that Playwright cannot type on, pressed where the focus is. */
const press = (page: Page, init: Pick<KeyboardEventInit, 'key' | 'code' | 'ctrlKey' | 'isComposing'>) =>
  page.evaluate((given) => {
    const event = new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, init);

test(
  'the keys of the table and of the window work on a Russian and a French keyboard',
  { tag: '@slow' },
  async ({ demo: app }) => {
    test.skip(process.platform === 'darwin', 'The keys are pressed with Ctrl.');
    const { page } = app;
    await page.getByRole('grid', { name: 'Proxies' }).focus();
    await press(page, { key: 'ф', code: 'KeyA', ctrlKey: true });
    await expect(page.getByText(/^250 (proxies )?selected/).first()).toBeVisible();
    await press(page, { key: 'у', code: 'KeyE', ctrlKey: true });
    await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await press(page, { key: '"', code: 'Digit3', ctrlKey: true });
    await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  },
);

test('Enter that ends an input-method composition does not run a command', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('shortcuts');
  await press(page, { key: 'Enter', code: 'Enter', isComposing: true });
  await expect(search).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
});
