import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Adds the demo account in the first window and waits for its 250 proxies. */
export async function openDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page.getByText(/^Synced /).first()).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
}
