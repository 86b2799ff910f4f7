import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

test(
  'a proxy user shows by name what it has access to, and how much of its data is used',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await openView(page, 'users');
    const grid = page.getByRole('grid', { name: 'Proxy users' });
    const details = page.getByRole('complementary', { name: 'Details of the proxy user' });
    const cedar = grid.getByRole('row', { name: /^In use cedar/ });
    await expect(cedar).toContainText('Some services');
    await cedar.click();
    const access = details.getByRole('region', { name: 'Access' });
    await expect(access).toContainText(/Some services, \d+ proxies/);
    const first = (await access.getByRole('listitem').first().innerText()).trim();
    expect(first).toMatch(/^(ISP|Datacenter|Residential|Mobile) /);
    await expect(cedar).toContainText(first);
    await expect(details.getByRole('meter', { name: 'Residential used' })).toBeVisible();
    await expect(details.getByRole('meter', { name: 'Mobile used' })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);

    await grid.getByRole('row', { name: /^In use falcon/ }).click();
    await expect(access).toContainText('Some proxies, 10 proxies');
    await expect(access.getByRole('listitem')).toHaveCount(10);
    await expect(access.getByRole('listitem').first()).toHaveText(/^\s*(\d+\.|[0-9a-f]*:)/);
    await grid.getByRole('row', { name: /^In use willow/ }).click();
    await expect(details).toContainText('203.0.113.77, 2001:db8:ffff::7');

    await cedar.click();
    await access.getByRole('button', { name: first }).click();
    await expect(page.getByRole('grid', { name: 'Services' }).locator('[role=row].active')).toContainText(first);
  },
);

test('a revealed password is copied as a secret, and hidden when the window loses focus', async ({ demo: app }) => {
  const { page } = app;
  const readClipboard = (): Promise<string> => Promise.resolve(app.desktop.copied);
  await openView(page, 'users');
  await page
    .getByRole('grid', { name: 'Proxy users' })
    .getByRole('row', { name: /^In use cedar/ })
    .click();
  const details = page.getByRole('complementary', { name: 'Details of the proxy user' });
  await details.getByRole('button', { name: 'Copy password' }).click();
  await expect(page.getByText(/^Copied the password of cedar.*The clipboard is cleared/)).toBeVisible();
  const password = await readClipboard();
  expect(password.length).toBeGreaterThan(5);

  await details.getByRole('button', { name: 'Reveal' }).click();
  await expect(details.getByText(password)).toBeVisible();
  await details.getByText(password).selectText();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText(/^Copied the selection.*The clipboard is cleared/)).toBeVisible();
  expect(await readClipboard()).toContain(password);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(details.getByText(password)).toHaveCount(0);

  // An answer that arrives after the window has lost focus is not shown at all.
  const reveal = details.getByRole('button', { name: 'Reveal' });
  await reveal.evaluate(async (button: HTMLElement) => {
    button.click();
    dispatchEvent(new Event('blur'));
    const accounts = JSON.parse(await window.bridge.request('accounts:list', undefined)) as {
      readonly value: readonly { readonly id: string }[];
    };
    const args = { accountId: String(accounts.value[0]?.id), id: 'cedar' };
    // Answered after the request of the button.
    await window.bridge.request('passwords:reveal', args);
  });
  expect(await details.innerText()).not.toContain(password);
  await reveal.click();
  await expect(details.getByText(password)).toBeVisible();

  await details.getByRole('button', { name: /^Export for cedar/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByRole('button', { name: 'Show passwords' }).click();
  const lines = dialog.getByRole('group', { name: 'First lines' });
  await expect(lines).toContainText(password);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(lines).not.toContainText(password);
  await expect(dialog.getByRole('button', { name: 'Show passwords' })).toBeVisible();
});
