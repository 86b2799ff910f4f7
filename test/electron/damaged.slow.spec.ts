import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { launchApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';
import { openView } from '../page/open-view.ts';

/** Starts and quits the app with a synced demo; gives the folder of its accounts and the name of the demo's cache there. */
async function leaveDemo(userDataDir: string): Promise<{ readonly accounts: string; readonly copy: string }> {
  const app = await launchApp({ userDataDir });
  await app.page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(app.page.getByText(/^Synced /).first()).toBeVisible();
  // A sync that starts by itself would make the end of the app ask whether to wait for it.
  await app.page.evaluate(() => window.bridge.request('settings:set', { syncIntervalMinutes: 0 }));
  await app.close();
  const accounts = join(userDataDir, 'accounts');
  return { accounts, copy: readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? '' };
}

/** Shows the details of the first proxy, once its row has come. */
async function openFirstProxy(page: Page): Promise<void> {
  const rows = page.getByRole('grid', { name: 'Proxies' }).getByRole('row');
  await rows.filter({ hasText: '203.0.113.1' }).first().dblclick();
}

test('the window reports a damaged cache, and the name that the file has now', async ({ userDataDir }) => {
  const { accounts, copy } = await leaveDemo(userDataDir);
  truncateSync(join(accounts, copy), 5000);

  const second = await launchApp({ userDataDir });
  const { page } = second;
  const banner = page.getByRole('status').filter({ hasText: 'Some cached data was damaged' });
  await expect(banner).toContainText(`${copy}.damaged-`);
  await openView(page, 'proxies');
  await page.getByRole('button', { name: 'Sync', exact: true }).first().click();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  await banner.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(banner).toHaveCount(0);
  await second.close();
});

test('a cache in which damage was met is checked at the next start, and used if it is intact', async ({
  userDataDir,
}) => {
  const { accounts, copy } = await leaveDemo(userDataDir);
  const mark = join(accounts, `${copy}.needs-check`);
  writeFileSync(mark, '');

  const second = await launchApp({ userDataDir });
  const { page } = second;
  await openView(page, 'proxies');
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  expect(existsSync(mark)).toBe(false);
  expect(readdirSync(accounts).filter((name) => name.includes('.damaged-'))).toEqual([]);
  await second.close();
});

test('damage that is met while the app runs is reported, and a restart mends it', async ({ userDataDir }) => {
  const { accounts, copy } = await leaveDemo(userDataDir);
  const db = new Database(join(accounts, copy));
  db.exec(`UPDATE proxy SET rest = '['`);
  db.close();

  const second = await launchApp({ userDataDir });
  // Instead of starting it, which the test does itself.
  const relaunched = join(userDataDir, 'relaunched');
  await second.evaluate(({ app }, file) => {
    app.relaunch = () => {
      process.getBuiltinModule('fs').writeFileSync(file, '');
    };
  }, relaunched);
  await openView(second.page, 'proxies');
  await openFirstProxy(second.page);
  await second.page.getByRole('button', { name: 'Restart Proxydeck' }).first().click();
  expect(await second.ended).toBe(0);
  expect(existsSync(relaunched)).toBe(true);

  const third = await launchApp({ userDataDir });
  const { page } = third;
  await openView(page, 'proxies');
  await page.getByRole('button', { name: 'Sync', exact: true }).first().click();
  await expect(page.getByText(/^Synced /).first()).toBeVisible();
  await openFirstProxy(page);
  await expect(page.getByText('Loading details')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Restart Proxydeck' })).toHaveCount(0);
  await third.close();
});
