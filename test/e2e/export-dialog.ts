import type { Locator } from '@playwright/test';
import { expect } from './fixture.ts';

/** Types the name of a format into its field and takes it. */
export async function chooseFormat(dialog: Locator, name: string): Promise<void> {
  const format = dialog.getByRole('combobox', { name: 'Format' });
  await format.fill(name);
  await expect(dialog.getByRole('listbox', { name: 'Formats' })).toBeVisible();
  await format.press('Enter');
  await expect(dialog.getByRole('listbox', { name: 'Formats' })).toBeHidden();
}

/** The button that saves, which says how many proxies as soon as that is known. */
export const saveButton = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: /^Save( [\d,]+ prox(y|ies))?…$/ });
