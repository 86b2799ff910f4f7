import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';

test('the window reports a damaged cache, and the name that the file has now', async ({
  userDataDir,
}) => {
  const first = await launchApp({ userDataDir });
  await first.page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(first.page.getByText(/^Synced /).first()).toBeVisible();
  await first.close();
  const accounts = join(userDataDir, 'accounts');
  const copy = readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? '';
  truncateSync(join(accounts, copy), 5000);

  const second = await launchApp({ userDataDir });
  const { page } = second;
  const banner = page.getByRole('status').filter({ hasText: 'Some cached data was damaged' });
  await expect(banner).toContainText(`${copy}.damaged-`);
  await page.getByRole('button', { name: 'Sync', exact: true }).first().click();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  await banner.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(banner).toHaveCount(0);
  await second.close();
});

test('a cache with suspected damage is checked when it is opened, and used if it is intact', async ({
  userDataDir,
}) => {
  const first = await launchApp({ userDataDir });
  await first.page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(first.page.getByText(/^Synced /).first()).toBeVisible();
  await first.close();
  const accounts = join(userDataDir, 'accounts');
  const copy = readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? '';
  const mark = join(accounts, `${copy}.suspect`);
  writeFileSync(mark, '');

  const second = await launchApp({ userDataDir });
  const { page } = second;
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  expect(existsSync(mark)).toBe(false);
  expect(readdirSync(accounts).filter((name) => name.includes('.damaged-'))).toEqual([]);
  await second.close();
});
