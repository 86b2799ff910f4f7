import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { chooseFormat, closeExport } from './export-dialog.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { syncNow } from './open-demo.ts';
import { openSettings } from './open-settings.ts';
import { openView } from './open-view.ts';

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
  await dialog.getByRole('tab', { name: 'General' }).click();
  await dialog.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Next sync in/ })).toBeHidden();

  await page.reload();
  await expect(page.getByText(/^Synced /).first()).toBeVisible();
  await openSettings(page);
  await expect(dialog.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await dialog.getByRole('tab', { name: 'Sync and data' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Sync automatically' })).toHaveValue('0');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test(
  'the switch for the start at login shows what the system has each time it is looked at',
  { tag: '@slow' },
  async ({ demo }) => {
    const { page, desktop } = demo;
    const dialog = await openSettings(page, 'General');
    const login = dialog.getByRole('switch', { name: 'Start at login' });
    await expect(login).not.toBeChecked();
    await login.click();
    await expect(login).toBeChecked();
    expect(desktop.startsAtLogin).toBe(true);
    const closing = dialog.getByRole('group', { name: 'When the window is closed' });
    await closing.getByRole('radio', { name: 'Keep running' }).check();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // Somebody switched it off in the settings of the system.
    desktop.startsAtLogin = false;
    await openSettings(page, 'General');
    await expect(login).not.toBeChecked();
    await expect(closing.getByRole('radio', { name: 'Keep running' })).toBeChecked();
  },
);

/** Makes the test runs and the recorded syncs of the only account so many days older. */
function ageHistory(dataDir: string, days: number): void {
  const accounts = join(dataDir, 'accounts');
  const file = readdirSync(accounts).find((name) => name.endsWith('.sqlite.records')) ?? '';
  const db = new Database(join(accounts, file));
  const aged = (column: string): string =>
    `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${String(days)} days')`;
  db.exec(`UPDATE test_run SET ${aged('started_at')};
    UPDATE sync SET ${aged('started_at')}, ${aged('finished_at')}`);
  db.close();
}

/** Finds a setting by its name, and chooses a value. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  const dialog = await openSettings(page);
  await dialog.getByRole('searchbox').fill(label);
  await dialog.getByRole('combobox', { name: label }).selectOption(value);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('the search of the settings leads on to what it found', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  const dialog = await openSettings(page);
  const theme = dialog.getByRole('group', { name: 'Theme' }).getByRole('radio').first();
  for (const key of ['ArrowDown', 'Enter']) {
    await dialog.getByRole('searchbox').fill('theme');
    await page.keyboard.press(key);
    await expect(theme).toBeFocused();
  }
});

test(
  'the limits of the saved history are chosen in the settings, which show its size, and older runs and changes go',
  { tag: '@slow' },
  async ({ demo: app, dataDir }) => {
    const { page } = app;
    const dialog = await openSettings(page);
    for (const [tab, label, value] of [
      ['Tests', 'Keep test runs', '90'],
      ['Tests', 'Test runs of an account take at most', '200'],
      ['Sync and data', 'Keep sync history', '90'],
    ] as const) {
      await dialog.getByRole('tab', { name: tab }).click();
      const field = dialog.getByRole('combobox', { name: label });
      if (await field.isHidden()) await dialog.getByText('More options').click();
      await expect(field).toHaveValue(value);
    }
    await expect(dialog).toContainText(/The records of Demo take \d[\d.,]* [kM]B now\./);
    expect(await findFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const runs = page
      .getByRole('navigation', { name: 'Test runs' })
      .getByRole('button')
      .filter({ hasNotText: 'All runs' });
    for (let count = 1; count <= 2; count += 1) {
      await openView(page, 'proxies');
      await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"]').click();
      await page.keyboard.press('ControlOrMeta+t');
      await page.getByRole('dialog').getByRole('button', { name: 'Start test' }).click();
      await expect(runs).toHaveCount(count);
      // One that took a second says how long.
      await expect(page.getByText(/^Finished( in |$)/)).toBeVisible();
    }
    ageHistory(dataDir, 10);
    await choose(page, 'Keep test runs', '30');
    await choose(page, 'Keep sync history', '30');
    await syncNow(page);
    await openView(page, 'changes');
    const footer = page.getByText(/^Last \d+ days$/);
    await expect(footer).toContainText('30 days');
    const first = page.getByRole('navigation', { name: 'Syncs' }).getByText(/^First received: /);
    await expect(first).toBeVisible();
    await openView(page, 'tests');
    await expect(runs).toHaveCount(2);

    await choose(page, 'Keep test runs', '7');
    await choose(page, 'Keep sync history', '7');
    await syncNow(page);
    // The newest run stays.
    await expect(runs).toHaveCount(1);
    await openView(page, 'changes');
    await expect(footer).toContainText('7 days');
    await expect(first).toBeHidden();
  },
);

test(
  'a new export begins with the format and the proxy user of the settings, and only then with the last ones',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    const format = dialog.getByRole('combobox', { name: 'Format' });
    const user = dialog.getByRole('combobox', { name: 'Proxy user' });
    await page.keyboard.press('ControlOrMeta+e');
    await expect(format).toHaveValue('host:port:user:pass');
    const usual = await user.inputValue();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const settings = await openSettings(page, 'General');
    // Few need them, so they are behind a closed line.
    await settings.getByText('More options').click();
    const wanted = settings.getByRole('combobox', { name: 'Proxy user of a new export' });
    await expect(wanted.locator('option').nth(2)).toBeAttached();
    const others = await wanted.locator('option').evaluateAll((options) =>
      options.flatMap((option) => {
        const { value } = option as HTMLOptionElement;
        return value === '' ? [] : [value];
      }),
    );
    const other = others.find((name) => name !== usual) ?? '';
    await wanted.selectOption(other);
    await settings.getByRole('combobox', { name: 'Format of a new export' }).selectOption('csv');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+e');
    await expect(format).toHaveValue('CSV');
    await expect(user).toHaveValue(other);
    // Another one for once.
    await chooseFormat(dialog, 'socks5');
    await user.selectOption(usual);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await closeExport(dialog);

    await page.reload();
    await expect(page.getByText(/^Synced /).first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+e');
    await expect(format).toHaveValue('CSV');
    await expect(user).toHaveValue(other);
    await page.keyboard.press('Escape');
    await choose(page, 'Format of a new export', '');
    await choose(page, 'Proxy user of a new export', '');
    await page.keyboard.press('ControlOrMeta+e');
    await expect(format).toHaveValue('socks5:// URL, names resolved here');
    await expect(user).toHaveValue(usual);
  },
);
