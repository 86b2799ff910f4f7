import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { saveButton } from './export-dialog.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from './open-demo.ts';
import { openView } from './open-view.ts';
import { startDemoService } from '../support/demo-service.ts';

const exportButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Export/ });
const testButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Test/ });
const filterBy = (page: Page, text: string) => page.getByRole('combobox', { name: 'Filter', exact: true }).fill(text);

test('export and test take the user and the count of the filter', async ({ demo: app }) => {
  const { page } = app;
  await expect(exportButton(page)).toHaveText('Export 250');
  await expect(testButton(page)).toHaveText('Test 250…');
  const user = page.getByRole('navigation', { name: 'Views' }).locator('.user').nth(1);
  const id = (await user.locator('.title').innerText()).trim();
  await user.click();
  await expect(exportButton(page)).toHaveText(new RegExp(`^Export \\d+ for ${id}$`));
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(new RegExp(`^Export \\d+ prox(y|ies) for ${id}$`));
  await expect(dialog.getByRole('combobox', { name: /^Proxy user/ })).toHaveValue(id);
  await expect(dialog.getByRole('combobox', { name: /^Proxies/ })).toHaveText(
    /^\s*\d+ prox(y|ies) found by the filter/,
  );
  await page.keyboard.press('Escape');

  await openView(page, 'users');
  await page.getByRole('grid', { name: 'Proxy users' }).locator('[data-index="2"]').click();
  const second = await page
    .getByRole('complementary', { name: 'Details of the proxy user' })
    .getByRole('heading', { level: 2 })
    .innerText();
  await expect(exportButton(page)).toHaveText(new RegExp(`^Export \\d+ for ${second.trim()}$`));
  await page.keyboard.press('ControlOrMeta+e');
  await expect(dialog).toHaveAccessibleName(new RegExp(` for ${second.trim()}$`));
});

test('a test run exports the proxies of the results that are shown', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+t');
  await page.getByRole('dialog').getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByText(/^Test finished/).first()).toBeVisible();
  const choices = page.getByRole('group', { name: 'Filter results' });
  const counts = new Set<string>();
  for (const chip of ['Works', 'Fails']) {
    await choices.getByRole('button', { name: new RegExp(`^${chip}`) }).click();
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog', { name: /^Export [\d,]+ prox/ });
    await expect(dialog).toContainText(/[\d,]+ proxies shown of run/);
    counts.add((await dialog.getAttribute('aria-label')) ?? (await dialog.innerText()));
    await page.keyboard.press('Escape');
  }
  expect(counts.size).toBe(2);
});

test('one proxy is copied as user:pass@host:port with two clicks, and again with one shortcut', async ({
  demo: app,
}) => {
  const { page } = app;
  const row = page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="3"]');
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy as user:pass@host:port' }).click();
  await expect(page.getByText(/^Copied 1 proxy\./)).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden();

  await row.locator('[data-tick]').click();
  await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="5"] [data-tick]').click();
  await page.keyboard.press('ControlOrMeta+Shift+c');
  await expect(page.getByText(/^Copied 2 proxies\./)).toBeVisible();

  // With several rows selected the details are those of the selection.
  await page.getByRole('grid', { name: 'Proxies' }).press('Escape');
  await page
    .getByRole('complementary', { name: 'Details of the proxy' })
    .getByRole('button', { name: /^Copy for harbor8234/ })
    .click();
  await expect(
    page.getByRole('menu', { name: 'Copy the proxy' }).getByRole('menuitem', { name: 'Copy as curl' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More ways to export' }).click();
  await expect(
    page.getByRole('menuitem', { name: /^Export again for harbor8234 as user:pass@host:port/ }),
  ).toBeVisible();
});

test('the header shows the credit, and a canceled service shows its end', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  // The header names the demo instead.
  const service = await startDemoService();
  await addAccount(page, service);
  await expect(page.getByRole('banner').getByText(/^Credit \d+(\.\d+)?$/)).toBeVisible();
  await openView(page, 'services');
  const services = page.getByRole('grid', { name: 'Services' });
  await expect(services).toHaveAttribute('aria-rowcount', /^[1-9]/);
  const rowCount = (await services.getAttribute('aria-rowcount')) ?? '';
  await filterBy(page, 'status:active -canceling:yes');
  await expect(services).not.toHaveAttribute('aria-rowcount', rowCount);
  await expect(services).toHaveAttribute('aria-rowcount', /^[1-9]/);
  await services.locator('[data-index="0"]').click();
  const name = await services.locator('[data-index="0"] [data-key="name"]').innerText();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await dialog.getByRole('group', { name: 'Cancel at the end of the period' }).getByLabel('Yes').check();
  const cancel = dialog.getByRole('button', { name: 'Cancel service…' });
  await expect(cancel).toHaveClass(/danger/);
  await cancel.click();
  await expect(dialog.getByRole('alert')).toContainText(/It ends on \d+ \w+ \d{4}/);
  await dialog.getByRole('button', { name: /^End it on / }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill('canceling:yes');
  await expect(services.getByRole('row').filter({ hasText: name }).first()).toContainText(/Active, ends \d+ \w{3}/);
  await service.close();
});

test('user:password of a proxy user is copied without being shown', async ({ demo: app }) => {
  const { page } = app;
  await openView(page, 'users');
  await page.getByRole('grid', { name: 'Proxy users' }).locator('[data-index="2"]').click();
  await page.getByRole('button', { name: 'Copy user:password' }).click();
  await expect(page.getByText(/^Copied user:password of \w+\./)).toBeVisible();
});

test(
  'a saved export can be shown in its folder, and its path copied',
  { tag: '@slow' },
  async ({ demo: app, exportDir }) => {
    const { page } = app;
    const file = join(exportDir, 'list.txt');
    app.desktop.saveTo = file;
    await page.keyboard.press('ControlOrMeta+e');
    await saveButton(page.getByRole('dialog')).click();
    await expect(page.getByText(/^Saved \d+ proxies to list\.txt/)).toBeVisible();
    await page.getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(() => app.desktop.shownFiles).toEqual([file]);
  },
);
