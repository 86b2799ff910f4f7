import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';

test('a selection is copied in the last used format, from its bar and from a row', async ({ demo: app }) => {
  const { page } = app;
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await grid.locator('[data-index="1"]').click();
  await grid.locator('[data-index="3"]').click({ modifiers: ['Shift'] });
  await bar.getByRole('button', { name: 'Copy as', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy as…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toContainText('3');
  await dialog.getByRole('button', { name: /^Copy 3/ }).click();
  await expect(page.getByText(/^Copied 3 proxies\./)).toBeVisible();

  // Kept for the account, not for the window.
  await page.reload();
  await expect(grid).toHaveAttribute('aria-rowcount', '251');
  await grid.locator('[data-index="0"]').click();
  await grid.locator('[data-index="4"]').click({ modifiers: ['Shift'] });
  await bar.getByRole('button', { name: 'Copy as', exact: true }).click();
  const menu = page.getByRole('menu', { name: 'Copy as' });
  expect(await findFaults(page)).toEqual([]);
  // The last copy is one of the common forms, so it is there once, with its key.
  await expect(menu.getByRole('menuitem')).toHaveCount(7);
  const last = menu.getByRole('menuitem', { name: 'Copy as host:port:user:pass' });
  await expect(last).toContainText(/Shift C/);
  await last.click();
  await expect(page.getByText(/^Copied 5 proxies\./)).toBeVisible();
  const copied = app.desktop.copied;
  expect(copied.trim().split('\n')).toHaveLength(5);

  await grid.focus();
  await page.keyboard.press('ContextMenu');
  // The last copy is at hand; the other ways are a submenu.
  const rowMenu = page.getByRole('menu', { name: 'Menu of the row' });
  await expect(rowMenu.getByRole('menuitem', { name: /^Copy (as|for)/ })).toHaveText([
    /^\s*Copy as host:port:user:pass .*Shift C/,
    /^\s*Copy as\s*$/,
  ]);
  await rowMenu.getByRole('menuitem', { name: 'Copy as', exact: true }).click();
  await expect(page.getByRole('menu', { name: 'Copy as' }).getByRole('menuitem')).toHaveText([
    /^\s*Copy as\s*$/,
    ...Array.from({ length: 6 }, () => /^\s*Copy as\s*\S/),
  ]);
});

test('what is copied has the order of the table', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const readText = () => Promise.resolve(app.desktop.copied);
  const copy = async (): Promise<number[]> => {
    const before = await readText();
    await grid.press('ControlOrMeta+Shift+C');
    await expect.poll(readText).not.toBe(before);
    const lines = (await readText()).trim().split('\n');
    return lines.map((line) => {
      const [ipv4] = /\d+(\.\d+){3}/.exec(line) ?? [];
      // The order is that of IPv4 addresses; proxies without one come last.
      return ipv4?.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) ?? 2 ** 32;
    });
  };
  await grid.locator('[data-index="0"]').click();
  await grid.press('ControlOrMeta+a');
  const received = await copy();
  expect(received.length).toBeGreaterThan(200);
  const heading = grid.getByRole('columnheader', { name: 'Address' });
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  const sorted = received.toSorted((one, other) => one - other);
  expect(sorted).not.toEqual(received);
  expect(await copy()).toEqual(sorted);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('More options').click();
  await expect(dialog.getByText('Order: by Address.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Shuffle' }).check();
  await expect(dialog.getByText('Order: by Address.')).toBeHidden();
});
