import { findFaults, findFaultsInBothThemes } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';
import { views } from '../../src/shared/views.ts';
import { openView } from './open-view.ts';
import { untilLoaded } from './settled.ts';

test('the first window offers an account or the demo, and the demo syncs automatically', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Proxydeck' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await openDemo(page);
  await expect(page.getByRole('row').nth(1).getByRole('gridcell').nth(2)).toHaveText(/\d|:/);
});

test('a column header sorts, a tick writes its term, and an invalid term is reported', async ({ demo: app }) => {
  const { page } = app;
  const filter = page.getByRole('combobox', { name: 'Filter' });
  const grid = page.getByRole('grid', { name: 'Proxies' });
  await grid.getByRole('button', { name: 'HTTP' }).click();
  await grid.getByRole('button', { name: 'HTTP' }).click();
  await expect(grid.getByRole('columnheader', { name: 'HTTP' })).toHaveAttribute('aria-sort', 'descending');
  const type = page.getByRole('group', { name: 'Type', exact: true }).getByRole('checkbox').first();
  await type.check();
  await expect(filter).toHaveValue(/^type:\w+$/);
  await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
  await type.uncheck();
  await expect(filter).toHaveValue('');
  await filter.fill('contry:US');
  await expect(page.getByRole('alert')).toContainText('Did you mean "country"');
  await filter.fill('ip:255.255.255.255');
  await expect(page.getByRole('heading', { name: 'No proxies match this filter' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).last().click();
  await expect(grid).toHaveAttribute('aria-rowcount', '251');
});

test('each view shows its data, and a password only on request', async ({ demo: app }) => {
  const { page } = app;
  await openView(page, 'services');
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').dblclick();
  await expect(page.getByRole('complementary', { name: 'Details of the service' })).toContainText('Show its proxies');
  await openView(page, 'users');
  await page.getByRole('grid', { name: 'Proxy users' }).locator('[data-index="0"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the proxy user' });
  await expect(details).toContainText('••••••••');
  await details.getByRole('button', { name: 'Reveal' }).click();
  await expect(details).not.toContainText('••••••••');
  await openView(page, 'tests');
  await expect(page.getByRole('heading', { name: 'No tests yet' })).toBeVisible();
});

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

test('the welcome screen returns after the account is removed', async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Demo…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Demo' }).click();
  await expect(page.getByText('Demo was removed from this computer.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome to Proxydeck' })).toBeVisible();
});

test('a test of one proxy is run, saved and shown', async ({ demo: app }) => {
  const { page } = app;
  await page.getByRole('grid').locator('[data-index="0"] [data-tick]').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Test', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('example.com');
  await expect(dialog.getByText('Did you mean https://')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Start test' })).toBeDisabled();
  await dialog.getByLabel('URL').fill('https://example.com/');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByRole('heading', { name: 'Test run 1' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Results' })).toHaveAttribute('aria-rowcount', '2');
});

test('every view and dialog passes the accessibility rules', async ({ demo: app }) => {
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
