import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

test('a rule that changes the proxy after requests is made and edited, and its user name for one country is copied', async ({
  demo: app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1600, height: 900 });
  await openView(page, 'gateway');
  await page.getByRole('button', { name: 'New rule…' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('us-country-de');
  const rotation = dialog.getByRole('combobox', { name: 'Change the proxy' });
  await rotation.selectOption({ label: 'After some requests' });
  await dialog.getByLabel('Requests', { exact: true }).fill('0');
  await expect(dialog.getByText('Enter a number of requests, a million at most.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add rule' })).toBeDisabled();
  // Enter leads to what is wrong.
  await name.press('Enter');
  await expect(dialog.getByLabel('Requests', { exact: true })).toBeFocused();
  await dialog.getByLabel('Requests', { exact: true }).fill('20');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(name).toHaveAccessibleDescription(/would be read as a part of a user name/);
  await expect(name).toBeFocused();
  await name.fill('scraper');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog).toBeHidden();
  const rule = page.getByRole('region', { name: 'Rules' }).getByRole('row', { name: /scraper/ });
  await expect(rule).toContainText('Every 20 requests');

  await page.getByRole('button', { name: 'Copy the user name for one country and session' }).click();
  await expect(page.getByText('Copied the user name.')).toBeVisible();
  await expect(page.getByText('scraper-country-de-session-a1')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit rule…' }).click();
  await expect(dialog.getByLabel('Requests', { exact: true })).toHaveValue('20');
  await rotation.selectOption({ label: 'To the fewest open connections' });
  await expect(dialog.getByLabel('Requests', { exact: true })).toBeHidden();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(rule).toContainText('Fewest connections');
});
