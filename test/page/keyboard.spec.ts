import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { closeMessages } from './open-demo.ts';
import { openView } from './open-view.ts';

/** Puts the focus before the first control of the page. */
async function focusTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
}

/** The accessible name and the role of the part of the window that has the focus. */
const focusedRegion = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const region = document.activeElement?.closest('header, nav, aside, section');
    return region?.getAttribute('aria-label') ?? region?.tagName.toLowerCase() ?? 'none';
  });

test(
  'the table is at most 12 Tab presses from the top, and one with the skip link',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await closeMessages(page);
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await expect(page.getByRole('group', { name: 'Country' }).getByRole('checkbox')).not.toHaveCount(0);
    await focusTop(page);
    let presses = 0;
    while (presses < 100) {
      presses += 1;
      await page.keyboard.press('Tab');
      if (await grid.evaluate((element) => element === document.activeElement)) break;
    }
    expect(presses).toBeLessThanOrEqual(12);
    await focusTop(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(grid).toBeFocused();
  },
);

test('F6 and Shift+F6 move between the regions of the window', async ({ demo: app }) => {
  const { page } = app;
  // A region is skipped while nothing in it takes the focus: the facets are counted last.
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await expect(filters.getByRole('checkbox').first()).toBeVisible();
  await page.getByRole('grid', { name: 'Proxies' }).focus();
  await page.keyboard.press('ArrowDown');
  const details = page.getByRole('complementary', { name: 'Details of the proxy', exact: true });
  await expect(details).toBeVisible();
  const regions: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('F6');
    regions.push(await focusedRegion(page));
  }
  expect(regions).toEqual(['Details of the proxy', 'header', 'Views', 'Filters', 'Proxies']);
  await page.keyboard.press('F6');
  // Not the button that closes the details, which is the first one.
  await expect(page.getByRole('button', { name: /^Copy for/ })).toBeFocused();
  await page.keyboard.press('Shift+F6');
  expect(await focusedRegion(page)).toBe('Proxies');
  await page.keyboard.press('Shift+F6');
  expect(await focusedRegion(page)).toBe('Filters');
});

test(
  'F6 enters the sidebar at the view that is shown, however it was opened',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: /^Users|^Proxy users/ }).click();
    await openView(page, 'services');
    const grid = page.getByRole('grid', { name: 'Services' });
    await expect(grid).toBeFocused();
    for (let step = 0; step < 5 && (await focusedRegion(page)) !== 'Views'; step += 1) await page.keyboard.press('F6');
    await expect(views.getByRole('button', { name: /^Services/ })).toBeFocused();
  },
);

test(
  'the key of a view opens it, even if it is pressed before the account is open',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await openView(page, 'proxies');
    const mark = 'press-while-loading';
    await page.addInitScript(
      ({ name, isMac }) => {
        if (sessionStorage.getItem(name) === null) return;
        sessionStorage.removeItem(name);
        // The page listens by then, and has not received the accounts yet.
        document.addEventListener('DOMContentLoaded', () => {
          const key = { key: '3', code: 'Digit3', ctrlKey: !isMac, metaKey: isMac, bubbles: true };
          document.dispatchEvent(new KeyboardEvent('keydown', key));
        });
      },
      { name: mark, isMac: process.platform === 'darwin' },
    );
    await page.evaluate((name) => {
      sessionStorage.setItem(name, '');
    }, mark);
    await page.reload();
    await expect(page.getByRole('grid', { name: 'Services' })).toBeFocused();
  },
);

test(
  'usage is read by keyboard: its chart as a table, its ledger sorted, and left again',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await openView(page, 'usage');
    const ledger = page.getByRole('grid', { name: 'Residential ledger' });
    await expect(ledger).toBeFocused();
    const pressUntilFocused = async (key: string, target: Locator): Promise<void> => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press(key);
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`${key} does not reach it.`);
    };
    const asTable = page.locator('summary', { hasText: 'Show as table' });
    await pressUntilFocused('Shift+Tab', asTable.first());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Usage per day as a table' })).toBeVisible();
    const heading = ledger.getByRole('columnheader', { name: 'Data' });
    await pressUntilFocused('Tab', heading.getByRole('button').first());
    await page.keyboard.press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await page.keyboard.press('F6');
    expect(await focusedRegion(page)).not.toBe('Usage');
  },
);

test('arrow keys move through the sidebar and the filters', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: /^Proxies/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(views.getByRole('button', { name: /^Services/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(views.getByRole('button', { name: 'Settings' })).toBeFocused();
  const countries = page.getByRole('group', { name: 'Country' }).getByRole('checkbox');
  await countries.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(countries.nth(1)).toBeFocused();
});

test(
  'a pressed button of a panel looks pressed, and buttons are large enough to hit',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filters = page.getByRole('button', { name: 'Filter panel' });
    const background = (): Promise<string> => filters.evaluate((button) => getComputedStyle(button).backgroundColor);
    await page.mouse.move(0, 0);
    const pressed = await background();
    await filters.press('Enter');
    await expect(filters).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(background).not.toBe(pressed);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.button')]
        .filter((button) => button.checkVisibility() && !button.matches('.visually-hidden'))
        .map((button) => ({
          name: button.ariaLabel ?? button.textContent,
          box: button.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ name }) => name),
    );
    expect(small).toEqual([]);
  },
);

test('an error is shown in red next to its field, and no field moves', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('example.com');
  const styles = await dialog.locator('.hint.bad').evaluate((hint) => {
    const probe = document.createElement('span');
    probe.className = 'bad';
    document.body.append(probe);
    const bad = getComputedStyle(probe).color;
    probe.remove();
    return [getComputedStyle(hint).color, bad];
  });
  expect(styles[0]).toBe(styles[1]);
});

test('search, shortcuts and settings are at the foot of the sidebar', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await views.getByRole('button', { name: 'Shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await views.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test(
  'the palette tolerates typing errors, knows synonyms and lists recent commands first',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('shw usag');
    await expect(options.first()).toContainText('Show usage');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeAttached();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(options.first()).toContainText('Show usage');
    await page.keyboard.type('preferences');
    await expect(options.first()).toContainText('Settings');
  },
);

test(
  'the palette finds proxy users, services and proxies, with actions on them',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('harb');
    await expect(options.filter({ hasText: 'Export for harbor8234' })).toHaveCount(1);
    await expect(options.filter({ hasText: 'Copy password of harbor8234' })).toHaveCount(1);
    const users = page.getByRole('group', { name: 'Proxy users' }).getByRole('option');
    await expect(users.first()).toHaveText('harbor8234 all, 250 proxies');
    await expect(users.first()).toHaveAttribute('aria-selected', 'true');
    expect(await findFaults(page)).toEqual([]);
    await options.filter({ hasText: 'Show proxies of harbor8234' }).click();
    await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('user:harbor8234');

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('harb');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Export .* for harbor8234$/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('new york');
    const services = page.getByRole('group', { name: 'Services' }).getByRole('option');
    await expect(services.first()).toHaveText(/ISP New York .* proxies/);
    await services.filter({ hasText: 'Open service' }).first().click();
    await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeAttached();
  },
);

test(
  'a proxy found by its address is shown among those of the filter, or alone with a way back',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
    const grid = page.getByRole('grid', { name: 'Proxies' });
    const last = grid.locator('[data-index="249"]');
    await filter.fill('user:harbor8234 ');
    await filter.press('Enter');
    // The rows of another filter begin at the top.
    await app.idle();
    await grid.press('End');
    await expect(last).toHaveClass(/active/);
    const address = (await last.locator('[data-key="address"]').innerText()).trim();
    const show = async (): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type(address);
      await page
        .getByRole('option', { name: `Show proxy ${address}` })
        .first()
        .click();
    };
    await grid.press('Home');
    await expect(last).toHaveCount(0);
    await show();
    await expect(filter).toHaveValue(/^user:harbor8234 ?$/);
    // It is the current row and in sight, so its details are shown and keys act on it.
    await expect(last).toHaveClass(/active/);
    await expect(last).toBeInViewport();

    await filter.fill(`-ip:${address} `);
    await filter.press('Enter');
    await expect(grid).toHaveAttribute('aria-rowcount', '250');
    await show();
    await expect(filter).toHaveValue(/^id:/);
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    await expect(grid).toHaveAttribute('aria-activedescendant', /-0$/);
    await page.getByRole('button', { name: 'Restore the filter' }).click();
    await expect(filter).toHaveValue(`-ip:${address}`);
    await expect(grid).toHaveAttribute('aria-rowcount', '250');
  },
);

test('a list keeps its scroll position while another view is open', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const grid = page.getByRole('grid', { name: 'Proxies' });
  await grid.evaluate((element) => {
    element.scrollTop = 3000;
  });
  await expect(grid.locator('[data-index="105"]')).toBeVisible();
  await openView(page, 'services');
  await expect(page.getByRole('grid', { name: 'Services' })).toBeVisible();
  await openView(page, 'proxies');
  await expect(grid.locator('[data-index="105"]')).toBeVisible();
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(3000);
  await page.getByRole('combobox', { name: 'Filter' }).fill('country:US');
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
});

test(
  'typing goes to the first row that begins so, and shortcuts stay shortcuts',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await closeMessages(page);
    const grid = page.getByRole('grid', { name: 'Proxies' });
    const active = grid.locator('[role=row].active');
    await grid.focus();
    await grid.getByRole('columnheader', { name: 'Network' }).getByRole('button').first().click();
    await expect(grid).toHaveAttribute('aria-busy', 'false');
    await grid.focus();
    await page.keyboard.press('p');
    await expect(active.locator('[data-key=network]')).toHaveText('Pacific Fiber');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Home');
    // T is a shortcut, unless it continues what is typed or Shift is held.
    await page.keyboard.press('Shift+N');
    await page.keyboard.type('ort');
    await expect(active.locator('[data-key=network]')).toHaveText(/^Nort/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'the palette finds formats and filters, and one key tests the current row',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const dialog = page.getByRole('dialog');
    const search = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await dialog.getByRole('combobox', { name: 'Search' }).fill(text);
      await dialog.getByRole('option', { name: option }).first().click();
    };
    await search('foxypr', /^Export as FoxyProxy/);
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue(/^FoxyProxy/);
    await page.keyboard.press('Escape');
    await search('germany', /^Show proxies: Germany/);
    await expect(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue(/^country:DE/);

    // What was found is saved, and its count is in the sidebar.
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('textbox').fill('Mine');
    await page.keyboard.press('Enter');
    await expect(views.getByRole('button', { name: /^Mine/ })).toHaveText(/24$/);

    const grid = page.getByRole('grid', { name: 'Proxies' });
    await expect(grid).toHaveAttribute('aria-rowcount', '25');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+Shift+t');
    // The status bar shows the progress of the test; the message at its end lies on it.
    const message = page.getByRole('log').locator('.toast', { has: page.getByText(/^Test finished/) });
    await expect(message).toBeVisible();
    const status = await page.getByRole('contentinfo').boundingBox();
    expect((await message.boundingBox())?.y).toBeGreaterThanOrEqual(status?.y ?? 0);
    await expect(grid).toBeVisible();
    await expect(views.getByRole('button', { name: /^Tests/ })).toHaveText(/1$/);
  },
);

test(
  'a key that can do nothing says why, Ctrl+Enter saves a note, and the shortcuts have F6',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.locator('[data-index="1"]').click();
    await page.keyboard.press('ControlOrMeta+Shift+e');
    await expect(page.getByText(/^No export preset was saved yet/)).toBeVisible();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('for a refund');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    await expect(grid.locator('[data-index="1"]').getByTitle('for a refund')).toBeVisible();
    await page.keyboard.press('?');
    await expect(dialog.getByText('F6', { exact: true })).toBeVisible();
  },
);

test(
  'the key of an empty view and F6 lead to the button of what can be done there',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    for (const [view, name] of [
      ['tests', 'Test proxies…'],
      ['gateway', 'Turn on: All that work'],
    ] as const) {
      await openView(page, view);
      const button = page.getByRole('main').getByRole('button', { name });
      await expect(button).toBeFocused();
      await page.keyboard.press('F6');
      await expect(button).not.toBeFocused();
      await page.keyboard.press('Shift+F6');
      await expect(button).toBeFocused();
    }
  },
);

test(
  'Alt and an arrow, the mouse and a chip lead back to the place and the filter before',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const filter = page.getByRole('combobox', { name: 'Filter' });
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
    await filter.fill('country:US ');
    await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '85');
    await openView(page, 'overview');
    await page
      .getByRole('button', { name: /^DE Germany|^Germany/ })
      .first()
      .click();
    await expect(filter).toHaveValue('country:=DE');
    await page.getByRole('button', { name: '← Overview' }).click();
    await expect(heading('Overview')).toBeAttached();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(heading('Proxies')).toBeAttached();
    await expect(filter).toHaveValue(/^country:US/);
    await page.keyboard.press('Alt+ArrowRight');
    await expect(heading('Overview')).toBeAttached();

    // What was typed after the last step is found again, too.
    await openView(page, 'proxies');
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await filter.fill('country:DE ');
    const found = '25';
    await expect(grid).toHaveAttribute('aria-rowcount', found);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(heading('Overview')).toBeAttached();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(filter).toHaveValue(/^country:DE/);
    await expect(grid).toHaveAttribute('aria-rowcount', found);
  },
);

test('the hint of each button that has a key says it', { tag: '@slow' }, async ({ livedIn: app }) => {
  const { page } = app;
  const hintOf = (name: string | RegExp, within: Locator) =>
    expect(within.getByRole('button', { name }).first(), String(name)).toHaveAttribute('title', /\(.+\)$/);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  await grid.focus();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  for (const name of ['Test', 'Tag…', 'Note…', /^Export/, 'Clear the selection']) await hintOf(name, bar);
  for (const name of [/^Test/, /^Export/]) await hintOf(name, page.getByRole('banner'));
});
