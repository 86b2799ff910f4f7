import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Chooses a theme in the palette and waits until it is there: half of each has poor contrasts. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(`theme ${theme}`);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}
