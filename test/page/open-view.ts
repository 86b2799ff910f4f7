import type { Page } from '@playwright/test';
import { viewDigit, views, type View } from '../../src/shared/views.ts';

/** Opens where the service has residential nodes. */
export async function openAvailability(page: Page): Promise<void> {
  await openView(page, 'catalog');
  await page.getByRole('radio', { name: 'Availability' }).check();
}

/** Opens a view by its shortcut; the log of requests, which has none, as a part of the gateway's view. */
export async function openView(page: Page, view: View): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Views' });
  // Before the account is there, a key has nothing to open.
  await sidebar.waitFor();
  const digit = viewDigit(view);
  if (digit !== null) await page.keyboard.press(`ControlOrMeta+${digit}`);
  else {
    await sidebar.getByRole('button', { name: views.gateway.title }).click();
    const parts = page.getByRole('group', { name: 'Part of the gateway' });
    await parts.getByRole('radio', { name: views[view].title }).check();
  }
}
