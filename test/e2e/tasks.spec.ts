/** Everyday tasks with the clicks and keys that they take; docs/testing.md has the numbers. Typed text counts apart. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

/** A user whose clicks and keys are counted. */
function createUser(page: Page) {
  const counts = { clicks: 0, keys: 0 };
  return {
    async click(target: Locator, options?: { readonly button: 'right' }): Promise<void> {
      counts.clicks += 1;
      await target.click(options);
    },
    async press(key: string): Promise<void> {
      counts.keys += 1;
      await page.keyboard.press(key);
    },
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** What was counted since the last call. */
    take(): { clicks: number; keys: number } {
      const taken = { ...counts };
      Object.assign(counts, { clicks: 0, keys: 0 });
      return taken;
    },
  };
}

test('finding, copying, testing and tagging proxies take few clicks and keys', async ({ app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 1600, height: 900 });
  await openDemo(page);
  const user = createUser(page);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const details = page.getByRole('complementary', { name: 'Details of the proxy' });
  const tick = (group: string, name: RegExp): Locator =>
    page.getByRole('group', { name: group, exact: true }).getByRole('checkbox', { name });

  await test.step('copy one proxy as curl', async () => {
    await user.click(grid.locator('[data-index="3"]'), { button: 'right' });
    await user.click(page.getByRole('menuitem', { name: 'Copy as', exact: true }));
    await user.click(page.getByRole('menuitem', { name: 'Copy as curl' }));
    await expect(page.getByText(/^Copied 1 proxy\./)).toBeVisible();
    expect(user.take()).toEqual({ clicks: 3, keys: 0 });
  });

  await test.step('find the details of one address', async () => {
    const address = await grid.locator('[data-index="7"] [data-key=address]').innerText();
    await user.press('ControlOrMeta+k');
    await user.type(address.trim());
    await expect(
      page.getByRole('option', { name: `Show proxy ${address.trim()}` }).first(),
    ).toBeVisible();
    await user.press('Enter');
    await expect(details.getByRole('heading', { level: 2 })).toContainText(address.trim());
    expect(user.take()).toEqual({ clicks: 0, keys: 2 });
    await page.getByRole('button', { name: 'Clear the filter' }).first().click();
  });

  await test.step('test what a filter finds, then show the proxies that failed', async () => {
    await user.click(tick('Country', /United States/));
    await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
    await user.click(grid);
    await user.press('ControlOrMeta+a');
    await user.press('ControlOrMeta+Shift+T');
    await user.click(tick('Last test', /^Failed/));
    await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(
      'country:US last:failed',
    );
    expect(user.take()).toEqual({ clicks: 3, keys: 2 });
    await page.getByRole('button', { name: 'Clear the filter' }).first().click();
  });

  await test.step('tag every proxy of a country, and undo it', async () => {
    await user.click(tick('Country', /Germany/));
    await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
    await user.click(grid);
    await user.press('ControlOrMeta+a');
    await user.press('t');
    const dialog = page.getByRole('dialog', { name: /^Tags of \d+ proxies$/ });
    await expect(dialog.getByRole('textbox', { name: 'Find or create a tag' })).toBeFocused();
    await user.type('berlin');
    await user.press('Enter');
    await user.press('Enter');
    await expect(page.getByText(/^Added the tag "berlin" to \d+ proxies\.$/)).toBeVisible();
    await expect(dialog).toBeHidden();
    await user.press('ControlOrMeta+z');
    await expect(page.getByText(/^Undone/)).toBeVisible();
    expect(user.take()).toEqual({ clicks: 2, keys: 5 });
  });

  await test.step('see which proxy user used most data', async () => {
    await user.press('ControlOrMeta+4');
    const users = page.getByRole('grid', { name: 'Proxy users' });
    await user.click(users.getByRole('button', { name: 'Residential used' }));
    await expect(users.getByRole('columnheader', { name: 'Residential used' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    expect(user.take()).toEqual({ clicks: 1, keys: 1 });
  });
});
