import type { Page } from '@playwright/test';
import { launchApp } from '../support/launch-app.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';
import { openView } from './open-view.ts';

const filterBy = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill(text);
};
test('three proxies are tagged, found by their tag, untagged by undo, and tagged again by redo after a restart', async ({
  ownApp: app,
  userDataDir,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1600, height: 900 });
  await openDemo(page);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  // Without a tag its column would be empty.
  await expect(grid.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0);
  const rows = (count: number) => expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
  await grid.locator('[role=row][aria-rowindex="2"]').click();
  await grid.press('Shift+ArrowDown');
  await grid.press('Shift+ArrowDown');
  await grid.press('t');
  const dialog = page.getByRole('dialog', { name: 'Tags of 3 proxies' });
  const field = dialog.getByRole('textbox', { name: 'Find or create a tag' });
  await field.fill('burnt');
  await field.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'burnt' })).toBeChecked();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Added the tag "burnt" to 3 proxies.')).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: 'Tags' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'burnt' }).check();
  await rows(3);
  const details = page.getByRole('complementary', { name: 'Details of the proxy' });
  await grid.locator('[role=row][aria-rowindex="2"]').click();
  await details.getByRole('textbox', { name: 'Note' }).fill('ask for a refund');
  await filterBy(page, 'note:refund');
  await rows(1);
  await filterBy(page, 'tag:burnt');
  await rows(3);
  expect(await findFaults(page)).toEqual([]);

  await grid.locator('[role=row][aria-rowindex="2"]').click();
  await expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue('ask for a refund');
  await grid.focus();
  await grid.press('ControlOrMeta+z');
  await expect(page.getByText(/^Undone: Added a note to 1 proxy/)).toBeVisible();
  await expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await grid.press('ControlOrMeta+z');
  await rows(0);
  // A notice before could not be taken back any more.
  await page.getByRole('button', { name: 'Redo' }).click();
  await rows(3);
  await app.close();

  const again = await launchApp({ userDataDir });
  const second = again.page;
  await expect(second.getByRole('combobox', { name: 'Filter' })).toHaveValue('tag:burnt');
  await expect(second.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '4');
  await again.close();
});

test('tags are renamed, colored and deleted in one place, and added to a service', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1500, height: 900 });
  await openDemo(page);
  await openView(page, 'services');
  const services = page.getByRole('grid', { name: 'Services' });
  await services.locator('[role=row][aria-rowindex="2"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the service' });
  await details.getByRole('combobox', { name: 'Add a tag' }).fill('renew');
  await details.getByRole('combobox', { name: 'Add a tag' }).press('Enter');
  await expect(details.getByRole('list', { name: 'Tags' })).toContainText('renew');
  // A tag is as high as its line of text.
  const chip = details.getByRole('list', { name: 'Tags' }).getByText('renew', { exact: true });
  expect((await chip.boundingBox())?.height).toBe(16);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Manage tags');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  const name = dialog.getByRole('textbox', { name: 'Name of the tag renew' });
  await name.fill('renew in May');
  await name.press('Enter');
  await dialog.getByRole('combobox', { name: 'Color of the tag renew in May' }).selectOption('red');
  await expect(dialog.getByText('0 proxies, 1 service')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name of a new tag' }).fill('RENEW in may');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText(/already a tag named/)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete the tag renew in May' }).click();
  await expect(dialog.getByText('No tags yet.')).toBeVisible();
  await dialog.getByRole('log').getByRole('button', { name: 'Undo' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(details.getByRole('list', { name: 'Tags' })).toContainText('renew in May');
});
