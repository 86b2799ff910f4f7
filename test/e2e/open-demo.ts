import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Adds the demo account in the first window and waits for its 250 proxies. */
export async function openDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page.getByText(/^Synced /).first()).toBeVisible();
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
