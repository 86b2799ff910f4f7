import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';

test('typing suggests keys, and values with counts, by keyboard and mouse', async ({
  demo: app,
}) => {
  const { page } = app;
  const filter = page.getByRole('combobox', { name: 'Filter' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const found = page.getByRole('status').filter({ hasText: 'of 250' });
  await filter.pressSequentially('cou');
  await expect(filter).toHaveAttribute('aria-expanded', 'true');
  await expect(list.getByRole('option', { name: 'country:' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(filter).toHaveValue('country:');
  const united = list.getByRole('option', { name: 'US United States' });
  await expect(united).toContainText(/\d/);
  expect(await findFaults(page)).toEqual([]);
  await expect(filter).toHaveAttribute('aria-activedescendant', /-0$/);
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue(/^country:[A-Z]{2} $/);
  await expect(filter).toBeFocused();
  await expect(list).toBeHidden();
  await page.keyboard.type(',germ');
  await list.getByRole('option', { name: 'DE Germany' }).click();
  await expect(filter).toHaveValue(/^country:[A-Z]{2},DE $/);
  await expect(found).toBeVisible();
});

test('Escape closes the suggestions first, and Enter then moves to the list', async ({
  demo: app,
}) => {
  const { page } = app;
  const filter = page.getByRole('combobox', { name: 'Filter' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await filter.pressSequentially('type:i');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(filter).toHaveValue('type:i');
  await page.keyboard.type('s');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue('type:is');
  await expect(page.getByRole('grid', { name: 'Proxies' })).toBeFocused();
  await filter.fill('');
  await page.keyboard.press('Control+Space');
  await expect(list.getByRole('option', { name: 'latency:' })).toBeVisible();
});

test('one key opens the reference, and its examples can be put into the filter', async ({
  demo: app,
}) => {
  const { page } = app;
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await page.keyboard.press('F1');
  const dialog = page.getByRole('dialog', { name: 'Filter reference' });
  await expect(dialog).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'port:8000..8100' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(filter).toHaveValue('port:8000..8100');
  await page.getByRole('button', { name: 'Filter reference' }).click();
  await expect(dialog).toBeVisible();
});

test('ticking a city filters by its full name', async ({ demo: app }) => {
  const { page } = app;
  const cities = page.getByRole('group', { name: 'City', exact: true });
  const first = cities.getByRole('checkbox').first();
  await first.check();
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await expect(filter).toHaveValue(/^city:=/);
  await expect(first).toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
  await first.uncheck();
  await expect(filter).toHaveValue('');
});

test('the names of common filter values are not cut', async ({ demo: app }) => {
  const { page } = app;
  const name = page
    .getByRole('group', { name: 'Network', exact: true })
    .getByText('Hudson Broadband');
  await expect(name).toBeVisible();
  expect(await name.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0);
});
