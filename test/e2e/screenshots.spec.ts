import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { closeMessages } from './open-demo.ts';
import { untilLoaded } from './settled.ts';
import { openView } from './open-view.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');

async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (wanted) => {
    // Any page of the app has the bridge; its type is not known in here.
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args: unknown) => Promise<unknown>;
    };
    await request('settings:set', { theme: wanted });
  }, theme);
  await page.reload();
}

/** The pictures of README and docs: the demo account in the real window, both themes. */
test('take the pictures', async ({ app }) => {
  const { page } = app;
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    if (theme === 'light') {
      await page.screenshot({ path: join(folder, 'welcome-light.png') });
      await page.getByRole('button', { name: /Try the demo/ }).click();
      await openView(page, 'proxies');
    }
    const grid = page.getByRole('grid', { name: 'Proxies' });
    if (theme === 'dark') {
      // The window is where the tour of the other theme ended.
      await openView(page, 'proxies');
      await page.getByRole('combobox', { name: 'Filter' }).fill('');
    }
    await expect(grid).toHaveAttribute('aria-rowcount', '251');
    if (theme === 'light') {
      await runTests(page);
      await annotate(page);
    }
    await closeMessages(page);

    await page.getByRole('combobox', { name: 'Filter' }).fill('country:US online:yes');
    await expect(page.getByText(/ of 250$/)).toBeVisible();
    await page.locator('[role="row"][aria-rowindex="4"]').click();
    await page.locator('[role="row"][aria-rowindex="7"]').click({ modifiers: ['Shift'] });
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
    await page.screenshot({ path: join(folder, `proxies-${theme}.png`) });

    await takeTags(page, theme);

    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Export/ })
      .click();
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('prox');
    await page.screenshot({ path: join(folder, `export-${theme}.png`) });
    await page.keyboard.press('Escape');

    for (const [view, shot] of [
      ['Services', 'services'],
      ['Proxy users', 'users'],
      ['Tests', 'tests'],
    ] as const) {
      const views = page.getByRole('navigation', { name: 'Views' });
      await views.getByRole('button', { name: new RegExp(`^${view}`) }).click();
      await expect(page.locator('[role="row"][aria-rowindex="3"]')).toBeVisible();
      await page.locator('[role="row"][aria-rowindex="3"]').click();
      await untilLoaded(page);
      await page.screenshot({ path: join(folder, `${shot}-${theme}.png`) });
    }
    await takeAccountData(page, theme);
    await page.keyboard.press('Control+k');
    await page.screenshot({ path: join(folder, `palette-${theme}.png`) });
    await page.keyboard.press('Escape');
  }
});

async function runTests(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Test/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Test proxies' });
  await dialog.getByLabel('URLs').fill('https://example.com/\nhttps://example.org/');
  await page.screenshot({ path: join(folder, 'test-dialog-light.png') });
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByText(/Finished/i).first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^Proxies/ })
    .click();
}

/** Three tags, on more and fewer rows, and a note. */
async function annotate(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const row = (number: number) => grid.locator(`[role="row"][aria-rowindex="${String(number)}"]`);
  for (const [tag, first, last] of [
    ['nike', 2, 5],
    ['seo', 4, 8],
    ['burnt', 7, 7],
  ] as const) {
    await row(first).click();
    await row(last).click({ modifiers: ['Shift'] });
    await grid.press('t');
    const dialog = page.getByRole('dialog', { name: /^Tags of/ });
    await dialog.getByRole('textbox').fill(tag);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Added the tag "${tag}"`)).toBeVisible();
  }
  await grid.press('Escape');
  await row(4).locator('[data-tick]').click();
  await grid.press('n');
  const note = page.getByRole('dialog', { name: /^Note on/ });
  await note.getByRole('textbox').fill('Rotated after the outage of 3 Oct.');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Added a note to/)).toBeVisible();
  await grid.press('Escape');
}

/** Rows with tags of several colors, the facet of tags, tags and note in the details, and all tags. */
async function takeTags(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
  await filter.fill('tag:nike,seo,burnt');
  const facet = page.getByRole('group', { name: 'Tag', exact: true });
  await expect(facet.getByRole('checkbox')).toHaveCount(3);
  await page.locator('[role="row"][aria-rowindex="4"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the proxy' });
  await expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue(/outage/);
  await facet.scrollIntoViewIfNeeded();
  await untilLoaded(page);
  await page.screenshot({ path: join(folder, `tags-${theme}.png`) });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('manage tags');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  await page.screenshot({ path: join(folder, `manage-tags-${theme}.png`) });
  await page.keyboard.press('Escape');
  await filter.fill('country:US online:yes');
  await expect(page.getByText(/ of 250$/)).toBeVisible();
}

async function takeAccountData(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Views' });
  const row = page.locator('[role="row"][aria-rowindex="3"]');
  const shoot = async (shot: string): Promise<void> => {
    // Answers that land a moment later belong on the picture.
    await untilLoaded(page);
    await page.screenshot({ path: join(folder, `${shot}-${theme}.png`) });
  };
  for (const [view, shot] of [
    ['Usage', 'usage'],
    ['Catalog', 'catalog'],
    ['Catalog', 'availability'],
  ] as const) {
    await views.getByRole('button', { name: new RegExp(`^${view}`) }).click();
    if (shot === 'availability') {
      await page.getByRole('radio', { name: 'Availability' }).check();
      await page.getByRole('button', { name: 'Load' }).click();
    }
    await row.click();
    await shoot(shot);
  }
  await views.getByRole('button', { name: /^Services/ }).click();
  await row.click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByLabel('Cancel at the end of the period').selectOption('Yes');
  await shoot('edit-service');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Account profile…' }).click();
  await shoot('profile');
  await page.keyboard.press('Escape');
}
