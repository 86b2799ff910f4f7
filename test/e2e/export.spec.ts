import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from '../support/launch-app.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

/** What main's save dialog answers from now on. */
const answerSaveDialog = (app: RunningApp, path: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);

test('a template is typed with suggestions, saved by name, and exported', async ({
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
  expect(await findFaults(page)).toEqual([]);
  await template.fill('{index|pad:4} {country} {host}');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/^0001 [A-Z]{2} [\d.]+$/)).toBeVisible();
  await dialog.getByLabel('Name of the template').fill('Numbered');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();

  await answerSaveDialog(app, join(exportDir, 'list.txt'));
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Saved \d+ proxies to list\.txt/)).toBeVisible();
  expect(readFileSync(join(exportDir, 'list.txt'), 'utf8')).toMatch(/^0001 [A-Z]{2} [\d.]+\n/);

  await page.keyboard.press('ControlOrMeta+e');
  await dialog.getByLabel('Format').selectOption({ label: 'Numbered' });
  await expect(template).toHaveValue('{index|pad:4} {country} {host}');
});

test('labels are assigned in turn, and refused if the format cannot show them', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption('mihomo');
  await dialog.locator('summary').click();
  const labels = dialog.getByLabel('Labels in turn');
  await labels.fill('shop,, forum');
  await expect(dialog.getByText(/^Labels parted by commas/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeDisabled();
  await labels.fill('shop, forum');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText(/name: "shop [^"]*1"/);
  await expect(preview).toContainText(/name: "forum [^"]*1"/);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByLabel('Format').selectOption('http');
  await expect(dialog.getByText(/does not support labels/)).toBeVisible();
  await dialog.getByLabel('Format').selectOption('template');
  await dialog.getByRole('combobox', { name: 'Template' }).fill('{label}-{index}{tag}');
  await expect(preview).toContainText('forum-2');
});

test('options change the preview at once, by keyboard alone, and split files', async ({
  app,
  exportDir,
}) => {
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toContainText(/\d+ proxies/);
  await dialog.getByRole('button', { name: 'Confirm with the service' }).click();
  await expect(dialog.getByText(/^The service agrees on \d+ proxies\.$/)).toBeVisible();
  await dialog.locator('summary').focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Each country').fill('2');
  await expect(dialog.getByText(/^The service agrees/)).toHaveCount(0);
  await expect(dialog.getByText(/skipped: Their country already has 2 proxies/)).toBeVisible();
  await dialog.getByLabel('Shuffled').press('Space');
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('autumn');
  await dialog.getByLabel('Each file').fill('no');
  await expect(dialog.getByText('A number from 1.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeDisabled();
  await dialog.getByLabel('Each file').fill('5');
  await expect(dialog.getByRole('status')).toContainText(/in \d+ files/);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled();
  await expect(dialog.getByText('3 set')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await answerSaveDialog(app, join(exportDir, 'list.txt'));
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog).toBeHidden();
  const files = readdirSync(exportDir).toSorted();
  expect(files.length).toBeGreaterThan(1);
  expect(files[0]).toBe('list-001.txt');
  expect(readFileSync(join(exportDir, 'list-001.txt'), 'utf8').split('\n')).toHaveLength(6);
});

test('a preset saves the choices, runs with one key, and updates its file after a sync', async ({
  app,
  exportDir,
}) => {
  const { page } = app;
  await openDemo(page);
  const file = join(exportDir, 'list.txt');
  await answerSaveDialog(app, file);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption('http');
  await dialog.locator('summary').click();
  await dialog.getByLabel('Each country').fill('1');
  await dialog.getByLabel('Name of the preset').fill('One of each');
  await dialog.getByRole('button', { name: 'Keep choices' }).click();
  await expect(dialog.getByText('Save it to a file once')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog).toBeHidden();
  const first = readFileSync(file, 'utf8');

  rmSync(file);
  await page.keyboard.press('ControlOrMeta+Shift+e');
  await expect(page.getByText(/^One of each: \d+ proxies written to list\.txt\.$/)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(first);

  await page.keyboard.press('ControlOrMeta+e');
  await dialog.getByRole('combobox', { name: /^Preset/ }).selectOption('One of each');
  await expect(dialog.getByLabel('Format')).toHaveValue('http');
  await expect(dialog.getByText('Written just now')).toBeVisible();
  await dialog.getByLabel('Write list.txt anew after every sync').check();
  await dialog.getByRole('radio', { name: 'IPv6' }).check();
  await expect(dialog.getByRole('option', { name: 'One of each, changed' })).toBeAttached();
  await page.keyboard.press('Escape');
  rmSync(file);
  await page.keyboard.press('F5');
  await expect(page.getByText('The sync updated list.txt.')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(first);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('one of each');
  await expect(
    page.getByRole('option', { name: /Run the export preset One of each/ }),
  ).toBeVisible();
});
