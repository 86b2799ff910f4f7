import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';
import { readLastView } from './read-last-view.ts';

const filterOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Filter' });
const suggestionsOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Proxies' });

/** Notes every row count that the table shows from now on. */
async function noteRowCounts(page: Page): Promise<() => Promise<readonly string[]>> {
  await gridOf(page).evaluate((grid) => {
    const seen = new Set([grid.getAttribute('aria-rowcount')]);
    Reflect.set(globalThis, 'rowCounts', seen);
    new MutationObserver(() => seen.add(grid.getAttribute('aria-rowcount'))).observe(grid, {
      attributes: true,
    });
  });
  return () => page.evaluate(() => [...(Reflect.get(globalThis, 'rowCounts') as Set<string>)]);
}

test('rows stay while a key, its first value or a quote is being typed', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const rowCounts = await noteRowCounts(page);
  const filter = filterOf(page);
  for (const part of ['coun', 'try', ':', '"']) {
    await filter.pressSequentially(part);
    await expect(suggestionsOf(page).first()).toBeVisible();
  }
  expect(await rowCounts()).toEqual(['251']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No proxies match this filter' })).toBeHidden();
  await filter.fill('country:DE');
  await expect(page.getByRole('status').filter({ hasText: 'of 250' })).toBeVisible();
  // Requests for rows are answered in turn: those of an unfinished filter would have been drawn before.
  expect(await rowCounts()).toHaveLength(2);
});

for (const text of ['country:US', 'country:ES', 'country:IN', 'country:DE,US', 'type:isp country:US']) {
  test(`Tab after ${text} continues to the list, and the country stays`, { tag: '@slow' }, async ({ demo: app }) => {
    const { page } = app;
    const filter = filterOf(page);
    await filter.pressSequentially(text);
    await app.idle();
    await page.keyboard.press('Tab');
    await expect(filter).not.toBeFocused();
    await expect(filter).toHaveValue(text);
    await expect(gridOf(page)).not.toHaveAttribute('aria-rowcount', '251');
  });
}

test('a filter that cannot be read leaves the rows of the last one, dimmed, and its message in sight', async ({
  demo: app,
}) => {
  const { page } = app;
  const filter = filterOf(page);
  const message = page.getByRole('alert').filter({ hasText: '"colour" is not a filter key.' });
  await filter.pressSequentially('type:isp ');
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '109');
  await filter.pressSequentially('colour:red type');
  await expect(message).toBeVisible();
  await expect(message).toContainText('The rows are those of the last filter.');
  await expect(suggestionsOf(page)).toHaveCount(0);
  await app.idle();
  await expect(page.getByRole('heading', { name: 'No proxies match this filter' })).toBeHidden();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '109');
  await expect(gridOf(page).locator('[data-index="0"]')).toBeVisible();
  await filter.fill('');
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '251');
  await filter.fill('colour:red');
  await expect(message).toBeVisible();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '251');
});

test('a proxy that is pasted in any form is found by its address and port, and its password is nowhere', async ({
  demo: app,
}) => {
  const { page } = app;
  const filter = filterOf(page);
  const row = gridOf(page).locator('[data-index="3"]');
  const address = await row.locator('[data-key="address"]').innerText();
  const port = await row.locator('[data-key="http"]').innerText();
  const paste = (field: Locator, text: string): Promise<void> =>
    field.evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      // What the browser would do with a paste that nobody prevents.
      if (input.dispatchEvent(event) && input instanceof HTMLInputElement) {
        input.setRangeText(pasted, 0, input.value.length, 'end');
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }, text);
  const endpoint = `${address}:${port}`;
  for (const text of [endpoint, `${endpoint}:user:secret`, `http://user:secret@${endpoint}`]) {
    await filter.fill('');
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '251');
    await paste(filter, text);
    await expect(filter).toHaveValue(endpoint);
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2');
  }
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await paste(search, `${endpoint}:user:secret`);
  await expect(search).toHaveValue(endpoint);
  await expect(page.getByRole('option', { name: new RegExp(`^${address}`) })).toBeVisible();
});

test(
  'a proxy that is typed with its login is found at once, and its password stays nowhere',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filter = filterOf(page);
    const row = gridOf(page).locator('[data-index="3"]');
    const endpoint = `${await row.locator('[data-key="address"]').innerText()}:${await row.locator('[data-key="http"]').innerText()}`;
    await filter.pressSequentially(`${endpoint}:user:secret`);
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2');
    await page.keyboard.press('Space');
    await expect(filter).toHaveValue(`${endpoint} `);
    await page.keyboard.type('type:isp');
    await expect(filter).toHaveValue(`${endpoint} type:isp`);
    await filter.fill('');
    await filter.pressSequentially(`${endpoint}:user:secret`);
    // The view is left, and entered again by the way back.
    await page.keyboard.press('ControlOrMeta+3');
    await expect(gridOf(page)).toBeHidden();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(filter).toHaveValue(endpoint);
    await expect.poll(() => readLastView(page)).toContain(endpoint);
    expect(await readLastView(page)).not.toContain('secret');
    await filter.fill('');
    await filter.blur();
    await filter.focus();
    await expect(suggestionsOf(page).first()).toBeVisible();
    await expect(suggestionsOf(page).filter({ hasText: 'secret' })).toHaveCount(0);
    await filter.pressSequentially(`http://user:secret@${endpoint}`);
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name')).toHaveValue(endpoint);
  },
);

test(
  'a filled filter offers popular conditions on focus, and Escape leaves it as it is',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filter = filterOf(page);
    await filter.fill('country:US');
    await page.keyboard.press('Enter');
    await expect(gridOf(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(suggestionsOf(page).first()).toContainText('failed:<24h');
    await page.keyboard.press('Escape');
    await expect(suggestionsOf(page)).toHaveCount(0);
    await expect(filter).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(gridOf(page)).toBeFocused();
    await expect(filter).toHaveValue('country:US');
    await filter.click();
    await suggestionsOf(page).filter({ hasText: 'Never tested' }).click();
    await expect(filter).toHaveValue('country:US last:never ');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(filter).toHaveValue('');
    await expect(filter).toBeFocused();
    await expect(suggestionsOf(page)).toHaveCount(0);
  },
);

test(
  'the empty filter offers recent filters, saved views and keys on focus',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filter = filterOf(page);
    await filter.fill('type:isp online:yes');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.keyboard.type('Drops');
    await page.keyboard.press('Enter');
    const saved = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
    await expect(saved.filter({ hasText: 'Drops' })).toBeVisible();
    await filter.fill('country:US');
    await page.keyboard.press('Enter');
    await expect(gridOf(page)).toBeFocused();
    await expect.poll(() => readLastView(page)).toContain('"view":"proxies"');
    await page.reload();
    await expect(saved.filter({ hasText: 'Drops' })).toBeVisible();
    await filter.fill('');
    await filter.blur();
    await filter.focus();
    const options = suggestionsOf(page);
    await expect(options.filter({ hasText: 'Recent filter' }).first()).toContainText('country:US');
    await expect(options.filter({ hasText: 'Drops' })).toBeVisible();
    await expect(options.filter({ hasText: 'latency:' })).toHaveCount(1);
    await options.filter({ hasText: 'Drops' }).click();
    await expect(filter).toHaveValue('type:isp online:yes');
  },
);

test('the proxies that failed today are found with two clicks', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+t');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start/ })
    .click();
  const report = page.getByText(/^Test finished: \d+ of 250/);
  await expect(report).toBeVisible();
  const [passed = 0] = /\d+/.exec(await report.innerText()) ?? [];
  const failedCount = 250 - Number(passed);
  expect(failedCount).toBeGreaterThan(0);
  await openView(page, 'proxies');

  await filterOf(page).click();
  await suggestionsOf(page).filter({ hasText: 'Failed in the last 24 hours' }).click();
  const count = new RegExp(`^${String(failedCount)} of 250$`);
  await expect(page.getByRole('status').filter({ hasText: count })).toBeVisible();
});

test('the example in the empty filter finds proxies of the demo', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const filter = filterOf(page);
  const example = await filter.getAttribute('placeholder');
  expect(example).not.toBeNull();
  await filter.fill(example ?? '');
  await expect(page.getByRole('status').filter({ hasText: /^[1-9]\d* of 250$/ })).toBeVisible();
});

test('a view is saved under a name from its filter, which typing replaces', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const filter = filterOf(page);
  await filter.fill('country:US type:isp online:yes -city:Dallas');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog.getByLabel('Name')).toHaveValue('US, ISP, online, not Dallas');
  await page.keyboard.type('Mine');
  await expect(dialog.getByLabel('Name')).toHaveValue('Mine');
});

test('a facet value is excluded with Alt+click, or by its menu', async ({ demo: app }) => {
  const { page } = app;
  const filter = filterOf(page);
  const types = page.getByRole('group', { name: 'Type', exact: true });
  const isp = types.getByText(/^ISP/);
  await isp.click({ modifiers: ['Alt'] });
  await expect(filter).toHaveValue('-type:isp');
  await isp.click({ modifiers: ['Alt'] });
  await expect(filter).toHaveValue('');
  await isp.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Exclude ISP' }).click();
  await expect(filter).toHaveValue('-type:isp');
  await isp.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show only ISP' }).click();
  await expect(filter).toHaveValue('type:isp');
});

test('the name of a saved view finds it from the filter', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const filter = filterOf(page);
  await filter.fill('type:isp online:yes');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.keyboard.type('Sneaker drops');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Sneaker drops' }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await filter.fill('sneak');
  const options = suggestionsOf(page);
  await options.filter({ hasText: 'Saved view Sneaker drops' }).click();
  await expect(filter).toHaveValue('type:isp online:yes');
});

test(
  'an unfinished word is searched for once another view is opened by its shortcut',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filter = filterOf(page);
    await filter.fill('us');
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '251');
    await openView(page, 'services');
    await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
    await expect(filter).toHaveValue('');
    await openView(page, 'proxies');
    await expect(filter).toHaveValue('us');
    await expect(gridOf(page)).not.toHaveAttribute('aria-rowcount', '251');
  },
);
