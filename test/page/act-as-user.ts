import type { Page } from '@playwright/test';

/** Presses a key, because the app removes and adds accounts, and lets agents do more, only for somebody who is there. */
export async function actAsUser(page: Page): Promise<void> {
  // Chromium drops the keys that are pressed before a page is first shown.
  await page.getByRole('main').waitFor();
  await page.keyboard.press('Shift');
}
