import { expect, test } from './fixture.ts';

test("removing an account warns that the user's own records go too, and Enter cancels", async ({ demo: app }) => {
  const { page } = app;
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Demo…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Demo?' });
  for (const lost of ['tags', 'notes', 'saved views', 'export presets', 'gateway rules', 'test results']) {
    await expect(dialog).toContainText(lost);
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Demo…' }).click();
  await dialog.getByRole('button', { name: 'Remove Demo' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Proxydeck' })).toBeVisible();
});
