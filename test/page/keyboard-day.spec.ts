import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../support/real-proxies.ts';
import { expect, test } from './fixture.ts';

test('a whole day needs no mouse: filter, select, test, test again, tag, export, and turn the gateway on', async ({
  demo: app,
  exportDir,
}) => {
  const { page } = app;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const dialog = page.getByRole('dialog');
  const selection = page.getByRole('toolbar', { name: 'Selection' });

  // Filter, and into the list.
  await press('ControlOrMeta+f');
  await page.keyboard.type('country:US');
  await press('Tab');
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('country:US');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of 250$/ })).toBeVisible();
  while (!(await grid.evaluate((element) => element.contains(document.activeElement)))) await press('F6');

  // Select three, and test them.
  await press('ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await expect(selection).toContainText('3');
  await press('ControlOrMeta+t');
  await expect(dialog).toHaveAccessibleName(/^Test 3 prox/);
  await press('Enter');
  await expect(page.getByText(/^Test finished/).first()).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Results' })).toBeFocused();

  // The first of them once more, as last time.
  await press('ArrowDown', 'ControlOrMeta+Shift+t');
  await expect(
    page.getByRole('navigation', { name: 'Test runs' }).getByRole('button', { name: /^Test run/ }),
  ).toHaveCount(2);

  // Back in the list, tag what is still selected.
  await press('Alt+ArrowLeft');
  await expect(selection).toContainText('3');
  await press('t');
  await expect(dialog).toBeVisible();
  await page.keyboard.type('mine');
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(grid.getByText('mine').first()).toBeVisible();

  // Export them into a file.
  const file = join(exportDir, 'mine.txt');
  app.desktop.saveTo = file;
  await press('ControlOrMeta+e');
  await expect(dialog).toHaveAccessibleName(/^Export 3 prox/);
  await expect(dialog.getByRole('button', { name: /^Save/ }).last()).toBeEnabled();
  await press('ControlOrMeta+Enter');
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
  // While it writes, only a button ends it.
  await expect(dialog.getByText('Saved 3 proxies to mine.txt.')).toBeVisible();
  await press('Escape');
  await expect(dialog).toBeHidden();

  // A rule, and the gateway on.
  const port = await findFreePort();
  await press('ControlOrMeta+6');
  await expect(page.getByRole('button', { name: 'Turn on: All that work' })).toBeFocused();
  const newRule = page.getByRole('button', { name: 'New rule…' });
  while (!(await newRule.evaluate((button) => button === document.activeElement))) await press('Tab');
  await press('Enter');
  await expect(dialog).toBeVisible();
  while (!(await dialog.getByLabel('Port').evaluate((field) => field === document.activeElement))) await press('Tab');
  await press('ControlOrMeta+a');
  await page.keyboard.type(String(port));
  await press('Enter');
  await expect(dialog).toBeHidden();
  await press('ControlOrMeta+k');
  await page.keyboard.type('turn on the gateway');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
});
