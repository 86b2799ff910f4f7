import type { Locator, Page } from '@playwright/test';

/** Opens the settings by their key, at a tab of the given title if there is one, and returns the dialog. */
export async function openSettings(page: Page, tab?: string): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  if (tab !== undefined) await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}
