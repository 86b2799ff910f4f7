import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openSettings } from './open-settings.ts';
import { openView } from './open-view.ts';

async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test(
  'settings apply at once, records are backed up and restored, and the folder of the log is shown',
  { tag: '@slow' },
  async ({ demo: app, exportDir }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    // Another density keeps the row that is on top.
    const grid = page.getByRole('grid', { name: 'Proxies' });
    const rowPx = async (): Promise<number | undefined> =>
      (await grid.locator('[data-index="0"]').boundingBox())?.height;
    expect(await rowPx()).toBe(30);
    await openSettings(page);
    await page.getByRole('radio', { name: 'Compact' }).check();
    await page.keyboard.press('Escape');
    await expect.poll(rowPx).toBe(24);

    const file = join(exportDir, 'mine.proxydeck-backup');
    app.desktop.saveTo = file;
    app.desktop.openFrom = file;
    await grid.locator('[data-index="0"]').click();
    await page.keyboard.press('t');
    const tags = page.getByRole('dialog');
    const tag = tags.getByRole('textbox', { name: 'Find or create a tag' });
    await tag.fill('mine');
    await tag.press('Enter');
    await expect(grid.locator('[data-index="0"]')).toContainText('mine');
    await runCommand(page, 'back up records');
    await expect(page.getByText('Saved the records as mine.proxydeck-backup.')).toBeVisible();
    expect(existsSync(file)).toBe(true);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(grid.locator('[data-index="0"]')).not.toContainText('mine');

    const settings = await openSettings(page);
    await settings.getByRole('radio', { name: 'Dark' }).check();
    await settings.getByRole('tab', { name: 'Sync and data' }).click();
    await expect(settings.getByRole('region', { name: 'Data' })).toContainText(/\d [kM]B/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await findFaults(page), 'settings').toEqual([]);
    await settings.getByRole('button', { name: 'Restore records…' }).click();
    const restore = page.getByRole('dialog', { name: /^Restore records of/ });
    await restore.getByRole('button', { name: 'Choose a backup…' }).click();
    await expect(page.getByText('Restored the records from mine.proxydeck-backup.')).toBeVisible();
    await expect(grid.locator('[data-index="0"]')).toContainText('mine');

    await runCommand(page, 'data folder and log');
    await expect.poll(() => app.desktop.shownFiles).toEqual([app.dataDir]);

    // Any table is saved as it is shown.
    const csv = join(exportDir, 'users.csv');
    app.desktop.saveTo = csv;
    await openView(page, 'users');
    const users = page.getByRole('grid', { name: 'Proxy users' });
    await users.getByRole('columnheader').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Save table as CSV…' }).click();
    await expect(page.getByText('Saved the table as users.csv.')).toBeVisible();
    expect(readFileSync(csv, 'utf8').split('\n')).toHaveLength(1 + 25 + 1);

    // Usage continues at the present pace, and says so in a tooltip and a table.
    await openView(page, 'usage');
    const chart = page.getByRole('region', { name: 'Usage over time' });
    await chart.getByRole('img').hover();
    await expect(chart.getByText(/requests$|at the present pace$/).first()).toBeVisible();
    await chart.getByText('Show as table').click();
    await expect(chart.getByRole('row', { name: /about/ }).first()).toBeVisible();
    await expect(chart.getByRole('row', { name: /25\.0 GB/ }).first()).toBeVisible();
    // Every proxy user that used data has its part of all of it, the largest first.
    await page.getByText('Residential data by proxy user').click();
    const parts = page.getByRole('region', { name: 'Data by proxy user' }).getByRole('row');
    await expect(parts.nth(2)).toBeVisible();
    const shares = (await parts.allInnerTexts()).slice(1).map((row) => Number(/([\d.]+)%/.exec(row)?.[1] ?? NaN));
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
    const sum = shares.reduce((total, share) => total + share, 0);
    // Each is rounded to a tenth.
    expect(Math.abs(sum - 100)).toBeLessThanOrEqual(shares.length * 0.05 + 0.01);
    expect(await findFaults(page), 'usage').toEqual([]);

    await page.reload();
    await expect(chart).toBeVisible();
  },
);

test('a notification opens the list behind it, in its account', { tag: '@slow' }, async ({ demo: app }) => {
  const { page, desktop } = app;
  const settings = await openSettings(page, 'Notifications');
  const choices = settings.getByRole('group', { name: 'Notify me when' });
  await expect(choices.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await choices.getByRole('checkbox', { name: 'A service ends soon' }).check();
  await settings.getByRole('combobox', { name: 'A service ends soon' }).selectOption('30');
  await settings.getByRole('button', { name: 'Close', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+r');
  await expect.poll(() => desktop.notifications).toHaveLength(1);
  expect(desktop.notifications[0]).toMatchObject({
    title: 'Services end soon',
    body: expect.stringMatching(/^Demo: .+ end/),
  });

  // It is in the way of another account, and of a dialog.
  await runCommand(page, 'try the demo');
  await expect(page.getByRole('button', { name: /^Account Demo 2/ })).toBeVisible();
  desktop.notifications[0]?.open();
  await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^ending:canceled,manual /);
  await expect(page.getByRole('button', { name: /^Account Demo (?!2)/ })).toBeVisible();

  // The accounts side by side.
  await runCommand(page, 'all accounts');
  const all = page.getByRole('dialog', { name: 'All accounts' });
  await expect(all.getByRole('row')).toHaveCount(1 + 2 + 1);
  expect(await findFaults(page)).toEqual([]);
});
