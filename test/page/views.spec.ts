import { findFaults, findFaultsInBothThemes } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { views } from '../../src/shared/views.ts';
import { openView } from './open-view.ts';
import { untilLoaded } from './settled.ts';

test('the palette finds a command by its name', async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('theme dark');
  await page.keyboard.press('Enter');
  // A setting is found by its values, too, and chosen where it is.
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
});

test('every view and dialog passes the accessibility rules', { tag: '@slow' }, async ({ demo: app }) => {
  // A look at each takes seconds, and longer on a busy machine.
  test.slow();
  const { page } = app;
  await page.getByRole('grid').locator('[data-index="2"]').click();
  for (const view of ['proxies', 'services', 'users', 'tests', 'changes'] as const) {
    await openView(page, view);
    const { title } = views[view];
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached();
    await untilLoaded(page);
    expect(await findFaultsInBothThemes(page), view).toEqual([]);
  }
  await openView(page, 'proxies');
  await untilLoaded(page);
  await page.getByRole('button', { name: /^Columns of Proxies/ }).click();
  await expect(page.getByRole('dialog', { name: 'Columns of Proxies' })).toBeVisible();
  expect(await findFaults(page), 'columns').toEqual([]);
  await page.keyboard.press('Escape');
  for (const dialog of ['ControlOrMeta+e', 'ControlOrMeta+t', 'ControlOrMeta+k']) {
    await page.keyboard.press(dialog);
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findFaultsInBothThemes(page), dialog).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
