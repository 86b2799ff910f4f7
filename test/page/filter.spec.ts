import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';

test('typing suggests keys, and values with counts, by keyboard and mouse', async ({ demo: app }) => {
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
  await expect(filter).toHaveAttribute('aria-activedescendant', /-0$/);
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue(/^country:[A-Z]{2} $/);
  await expect(filter).toBeFocused();
  await expect(list).toBeHidden();
  await page.keyboard.type(',germ');
  await list.getByRole('option', { name: 'DE Germany' }).click();
  await expect(filter).toHaveValue(/^country:[A-Z]{2},DE $/);
  await expect(found).toBeVisible();
  const countries = page.getByRole('group', { name: 'Country' });
  await expect(countries.getByRole('checkbox', { name: 'Germany' })).toBeChecked();
  // The term is a token now.
  await page.keyboard.type('type:');
  await expect(list).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});

test(
  'one key opens the reference, and its examples can be put into the filter',
  { tag: '@slow' },
  async ({ demo: app }) => {
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
  },
);

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

test('the names of common filter values are not cut', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const name = page.getByRole('group', { name: 'Network', exact: true }).getByText('Hudson Broadband');
  await expect(name).toBeVisible();
  expect(await name.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0);
});
