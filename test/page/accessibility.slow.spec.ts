/** What the accessibility rules find in pages and dialogs that no other spec looks at. */
import type { Page } from '@playwright/test';
import { findFaultsInBothThemes } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openAvailability, openView } from './open-view.ts';
import { untilLoaded } from './settled.ts';

/** Runs a command of the palette by its title. */
async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(title);
  await page.getByRole('option', { name: title }).first().click();
}

async function expectNoFaults(page: Page, what: string): Promise<void> {
  await untilLoaded(page);
  expect(await findFaultsInBothThemes(page), what).toEqual([]);
}

test('the gateway, its rule and a test run pass the accessibility rules', async ({ demo: app }) => {
  // A look at each takes seconds, and longer on a busy machine.
  test.slow();
  const { page } = app;
  const check = (what: string) => expectNoFaults(page, what);

  await openView(page, 'gateway');
  await check('gateway without rules');
  await page.getByRole('button', { name: 'New rule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('tools');
  await check('rule');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('region', { name: 'Rules' }).getByRole('row', { name: /tools/ }).click();
  await check('gateway with a rule');

  await openView(page, 'proxies');
  for (const index of ['0', '1', '2']) await page.locator(`[data-index="${index}"] [data-tick]`).click();
  await page.keyboard.press('ControlOrMeta+Shift+T');
  await openView(page, 'tests');
  await expect(page.getByRole('heading', { name: 'Test run 1' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' }).getByText('Finished')).toBeVisible();
  await check('test run by proxy');
  await page.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: 'Show requests' }).click();
  await page.getByRole('grid', { name: 'Results' }).locator('[data-index="0"]').click();
  await check('test run by result');
});

test('costs, availability and the dialogs of the app pass the accessibility rules', async ({ demo: app }) => {
  test.slow();
  const { page } = app;
  const check = (what: string) => expectNoFaults(page, what);

  await openView(page, 'services');
  await page.getByText(/^[\d,.]+ per month, \d+ services/).click();
  await check('services with costs');
  await openAvailability(page);
  await page.getByRole('button', { name: 'Load' }).click();
  const map = page.getByRole('img', { name: 'Residential nodes by country' });
  await map.locator('[data-code="BR"]').click();
  await expect(page.getByRole('navigation', { name: 'Place' })).toContainText('Brazil');
  await page.getByRole('grid').locator('[data-index="0"]').click();
  await check('availability within a country');
  for (const title of ['Restore records', 'Shortcuts']) {
    await runCommand(page, title);
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(title);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
