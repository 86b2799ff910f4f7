import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';

test('settings are opened by a key, apply at once, and outlive the app', async ({ app }) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page.getByText(/^Synced /).first()).toBeVisible();
  // The status bar says when it syncs automatically, and leads to the setting.
  await page.getByRole('button', { name: /^Next sync in/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const interval = dialog.getByRole('combobox', { name: 'Sync automatically' });
  await expect(interval).toHaveValue('60');
  await interval.selectOption('Never');
  await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /^Next sync in/ })).toBeHidden();

  await page.reload();
  await expect(page.getByText(/^Synced /).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(dialog.getByRole('combobox', { name: 'Sync automatically' })).toHaveValue('0');
  await expect(dialog.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
