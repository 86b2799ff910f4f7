import { findSecretsInFiles } from '../support/find-secrets.ts';
import { launchApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

test("removing an account warns that the user's own records go too, and Enter cancels", async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Demo…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Demo?' });
  for (const lost of ['tags', 'notes', 'saved views', 'export presets', 'gateway rules', 'test results']) {
    await expect(dialog).toContainText(lost);
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Demo…' }).click();
  await dialog.getByRole('button', { name: 'Remove Demo' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Proxydeck' })).toBeVisible();
});

test("nothing of a removed account is left in any file, Chromium's included", async ({ userDataDir }) => {
  const canary = 'CanaryPlaceXyZ9';
  const hits = (): string[] => findSecretsInFiles(userDataDir, [canary]);
  const first = await launchApp({ userDataDir });
  const { page } = first;
  await openDemo(page);
  await page.getByRole('combobox', { name: 'Filter' }).fill(`city:${canary}`);
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '1');
  // Chromium writes what a page stores a few seconds later.
  await expect.poll(hits, { timeout: 30_000 }).not.toEqual([]);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Demo…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Demo' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Proxydeck' })).toBeVisible();
  await first.close();
  expect(hits()).toEqual([]);

  const second = await launchApp({ userDataDir });
  await expect(second.page.getByRole('heading', { name: 'Welcome to Proxydeck' })).toBeVisible();
  await second.close();
  expect(hits()).toEqual([]);
});
