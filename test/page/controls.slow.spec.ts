/** How many controls each part of the window has in sight: what a person has to look through before acting. */
import type { Locator, Page } from '@playwright/test';
import { startDemoService } from '../support/demo-service.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from './open-demo.ts';
import { openSettings } from './open-settings.ts';
import { openView } from './open-view.ts';
import { untilLoaded } from './settled.ts';

/**
 * The names of the controls in sight. Rows of a table or list are data, even if one can click them; choices of which one
 * applies, and controls that share one tab stop, are one control.
 */
const readControls = (part: Locator): Promise<string[]> =>
  part.evaluateAll((parts) => {
    const selector = 'button, a[href], input, select, textarea, summary, [role="switch"], [role="grid"] [tabindex]';
    const names = parts
      .flatMap((one) => [...one.querySelectorAll<HTMLElement>(selector)])
      .filter((control) => {
        const { bottom, top, left, right, width } = control.getBoundingClientRect();
        return (
          control.checkVisibility({ visibilityProperty: true }) &&
          control.closest('tr, li, [role="row"], [role="gridcell"]') === null &&
          !(control.tabIndex < 0) &&
          width > 0 &&
          bottom > 0 &&
          top < innerHeight &&
          right > 0 &&
          left < innerWidth
        );
      })
      .map((control) =>
        control instanceof HTMLInputElement && control.type === 'radio'
          ? `choice ${control.name}`
          : (control.ariaLabel ?? control.textContent).trim().replaceAll(/\s+/g, ' '),
      );
    return [...new Set(names)];
  });

/** Runs a test by the service over all proxies of the demo. */
async function runTest(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+t');
  await page.getByRole('dialog').getByLabel('URL').fill('https://example.com/');
  await page.getByRole('dialog').getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByText(/^Finished in|^Finished/).first()).toBeVisible();
}

test('the test dialog has few controls in sight, whether the service or this machine tests', async ({
  app: { page },
}) => {
  // This machine cannot test the proxies of the demo.
  const service = await startDemoService();
  await addAccount(page, service);
  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  for (const source of ['The service', 'This machine']) {
    await dialog.getByRole('radio', { name: source }).check();
    const controls = await readControls(dialog);
    expect.soft(controls.length, controls.join(' | ')).toBeLessThanOrEqual(7);
  }
  await service.close();
});

test('a run, the overview and each tab of the settings have few controls in sight', async ({ demo: { page } }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const view = page.locator('main');

  // Each more problem than the two of the new demo takes a line.
  await openView(page, 'overview');
  await expect(page.getByRole('list', { name: 'Problems' }).getByRole('listitem')).toHaveCount(2);
  await untilLoaded(page);
  const region = page.getByRole('region', { name: 'Overview of the account' });
  expect.soft(await region.evaluate((one) => one.scrollHeight - one.clientHeight), 'one screen').toBeLessThanOrEqual(0);

  await runTest(page);
  const hide = page.getByRole('button', { name: 'Hide all' });
  if (await hide.isVisible()) await hide.click();
  const run = await readControls(view);
  expect.soft(run.length, run.join(' | ')).toBeLessThanOrEqual(20);
  const rows = page.locator('[role="grid"] [role="row"][data-index]');
  const seen = await rows.evaluateAll(
    (all) =>
      all.filter((row) => row.checkVisibility() && row.getBoundingClientRect().bottom <= innerHeight - 26).length,
  );
  expect.soft(seen).toBeGreaterThanOrEqual(14);

  await openView(page, 'overview');
  await expect(page.getByRole('heading', { name: /your attention/ })).toBeVisible();
  const overview = await readControls(view);
  expect.soft(overview.length, overview.join(' | ')).toBeLessThanOrEqual(20);

  // The proxy users below them have a heading of their own.
  const views = page.getByRole('navigation', { name: 'Views' }).locator('.entry:not(.user)');
  const viewCount = await views.count();
  expect.soft(viewCount).toBeGreaterThan(5);
  expect.soft(viewCount).toBeLessThanOrEqual(9);

  await openSettings(page);
  const settings = page.getByRole('dialog', { name: 'Settings' });
  for (const tab of await settings.getByRole('tab').all()) {
    await tab.click();
    const controls = await readControls(settings.getByRole('tabpanel'));
    expect.soft(controls.length, controls.join(' | ')).toBeLessThanOrEqual(10);
  }
});
