import type { Locator } from '@playwright/test';
import type { OpenWindow } from '../support/open-window.ts';
import { expect } from './fixture.ts';

/** Types the name of a format into its field and takes it. */
export async function chooseFormat(dialog: Locator, name: string): Promise<void> {
  const format = dialog.getByRole('combobox', { name: 'Format' });
  await format.fill(name);
  await expect(dialog.getByRole('listbox', { name: 'Formats' })).toBeVisible();
  await format.press('Enter');
  await expect(dialog.getByRole('listbox', { name: 'Formats' })).toBeHidden();
}

/** Answers the save dialog of the system from now on. */
export function answerSaveDialog({ desktop }: Pick<OpenWindow, 'desktop'>, path: string): void {
  desktop.saveTo = path;
}

/** Closes the dialog, which stays open for the next export. */
export async function closeExport(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** The button that saves, which says how many proxies as soon as that is known. */
export const saveButton = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: /^Save( [\d,]+ prox(y|ies))?…$/ });
