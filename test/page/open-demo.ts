import type { Locator, Page } from '@playwright/test';
import type { DemoService } from '../support/demo-service.ts';
import { expect } from './fixture.ts';
import { openView } from './open-view.ts';

/** The age of the last sync in the status bar. While a sync is running, which F5 would join, its progress is there instead. */
export const ageOfSync = (page: Page): Locator => page.getByRole('contentinfo').getByText(/^Synced /);

/** Has an account synced by F5, not by joining a sync that is running, and waits until it has ended. */
export async function syncNow(page: Page): Promise<void> {
  await expect(ageOfSync(page)).toBeVisible();
  await page.keyboard.press('F5');
  await expect(ageOfSync(page)).toBeVisible();
}

/** Adds a demo account with 250 proxies and no history, and waits for its first sync. */
export async function addPlainDemo(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Any page of the app has the bridge; its type is not known in here.
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args: unknown) => Promise<unknown>;
    };
    await request('accounts:add-demo', { proxyCount: 250 });
  });
  await expect(ageOfSync(page)).toBeVisible();
}

/** Adds the demo that has lived for a month in the first window, whose start page is the overview, and shows its 250 proxies. */
export async function openDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(ageOfSync(page)).toBeVisible();
  await openView(page, 'proxies');
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
}

/** Closes the messages that are shown; one that disappears meanwhile counts as closed. */
export async function closeMessages(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Dismiss this message' });
  await expect(async () => {
    for (const button of await close.all()) await button.click({ timeout: 1000 });
    await expect(close).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** Adds an account of a service in a wide window, and shows its proxies. */
export async function addAccount(page: Page, demo: DemoService, name = 'Northwind'): Promise<void> {
  await addFirstAccount(page, demo, name);
  await openView(page, 'proxies');
}

/** Adds an account of a service in a wide window, through the dialog, and waits for its first sync. */
export async function addFirstAccount(page: Page, demo: DemoService, name = 'Northwind'): Promise<void> {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await fillAccount(dialog, demo, name);
  await dialog.getByRole('button', { name: 'Add account' }).click();
  // Where the tests run without a keyring the dialog offers the way on.
  const inMemory = dialog.getByRole('button', { name: 'Use for this session' });
  await expect(inMemory.or(ageOfSync(page))).toBeVisible();
  if (await inMemory.isVisible()) await inMemory.click();
  await expect(ageOfSync(page)).toBeVisible();
}

/** Fills in the dialog of a new account. */
export async function fillAccount(dialog: Locator, demo: DemoService, name = 'Northwind'): Promise<void> {
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Base URL').fill(demo.baseUrl);
  await dialog.getByLabel('Public key').fill(demo.publicKey);
  await dialog.getByLabel('Private key').fill(demo.privateKey);
}
