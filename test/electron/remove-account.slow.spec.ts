import { findSecretsInFiles } from '../support/find-secrets.ts';
import { launchApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from '../page/open-demo.ts';

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
