import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { RunningApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

/** What main's save dialog answers from now on. */
const answerSaveDialog = (app: RunningApp, path: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);

test('a template is typed with suggestions, kept by name, and written', async ({
  app,
  exportDir,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^\.txt, text\/plain/)).toBeVisible();
  await dialog.getByLabel('Format').selectOption('template');
  const template = dialog.getByRole('combobox', { name: 'Template' });
  await template.fill('');
  await template.pressSequentially('{cou');
  await expect(dialog.getByRole('option', { name: /^country\} / })).toBeVisible();
  await template.press('Tab');
  await expect(template).toHaveValue('{country}');
  await template.pressSequentially(' {hots}');
  await expect(template).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('Character 12: There is no field "hots"')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeDisabled();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await template.fill('{index|pad:4} {country} {host}');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/^0001 [A-Z]{2} [\d.]+$/)).toBeVisible();
  await dialog.getByLabel('Name of the template').fill('Numbered');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeVisible();

  await answerSaveDialog(app, join(exportDir, 'list.txt'));
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Saved \d+ proxies to list\.txt/)).toBeVisible();
  expect(readFileSync(join(exportDir, 'list.txt'), 'utf8')).toMatch(/^0001 [A-Z]{2} [\d.]+\n/);

  await page.keyboard.press('ControlOrMeta+e');
  await dialog.getByLabel('Format').selectOption({ label: 'Numbered' });
  await expect(template).toHaveValue('{index|pad:4} {country} {host}');
});

test('options change the preview as they are set, by keyboard alone, and split files', async ({
  app,
  exportDir,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toContainText(/\d+ proxies/);
  await dialog.locator('summary').focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Each country').fill('2');
  await expect(dialog.getByText(/left out: Their country has its 2 already/)).toBeVisible();
  await dialog.getByLabel('Shuffled').press('Space');
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('autumn');
  await dialog.getByLabel('Each file').fill('no');
  await expect(dialog.getByText('A number from 1.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeDisabled();
  await dialog.getByLabel('Each file').fill('5');
  await expect(dialog.getByRole('status')).toContainText(/in \d+ files/);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled();
  await expect(dialog.getByText('3 set')).toBeVisible();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await answerSaveDialog(app, join(exportDir, 'list.txt'));
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog).toBeHidden();
  const files = readdirSync(exportDir).toSorted();
  expect(files.length).toBeGreaterThan(1);
  expect(files[0]).toBe('list-001.txt');
  expect(readFileSync(join(exportDir, 'list-001.txt'), 'utf8').split('\n')).toHaveLength(6);
});
