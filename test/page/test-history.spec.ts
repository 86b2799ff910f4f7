import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

test(
  'the details of a proxy show its tests over time, as a chart and as a table',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const grid = page.getByRole('grid', { name: 'Proxies' });
    const details = page.getByRole('complementary', { name: 'Details of the proxy' });
    for (let run = 1; run <= 2; run += 1) {
      await grid.locator('[data-index="0"]').click();
      await details.getByRole('button', { name: 'Test this proxy…' }).click();
      const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
      await dialog.getByLabel('URL').fill('https://example.com/\nhttps://example.org/');
      await dialog.getByRole('button', { name: 'Start test' }).click();
      await expect(page.getByRole('heading', { name: `Test run ${String(run)}` })).toBeVisible();
      await expect(page.getByRole('grid', { name: 'Results' })).toHaveAttribute('aria-rowcount', '2');
      await openView(page, 'proxies');
      await grid.locator('[data-index="0"]').click();
      // A few results are listed, not drawn.
      await expect(details.getByText(/^(Works|Fails).* · \d+ \w+ \d{4}/)).toHaveCount(run === 1 ? 2 : 0);
    }
    await grid.locator('[data-index="0"]').click();
    const chart = details.getByRole('img', { name: /^4 latest results, \d of them failed/ });
    await expect(chart).toBeVisible();
    await expect(details.getByText(/^Response time: p50 [\d,]+, p95 [\d,]+$/)).toBeVisible();
    await details.getByText('Show as table').press('Enter');
    const table = details.getByRole('region', { name: 'Tests over time as a table' });
    await expect(table.getByRole('row')).toHaveCount(5);
    await expect(table.getByRole('row').nth(1)).toContainText(/^\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d(Works|Fails)/);
    await table.focus();
    await expect(table).toBeFocused();
    expect(await findFaults(page)).toEqual([]);
  },
);

test('the results of a run are shown by proxy or one by one, and by error', async ({ demo: app }) => {
  const { page } = app;
  await page.getByRole('combobox', { name: 'Filter' }).fill('country:US');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of 250$/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('https://example.com/\nhttps://example.org/');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByText('Finished')).toBeVisible();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const summary = results.getByRole('img', { name: /^\d+ work, \d+ fail$/ });
  const [, passed = '', failed = ''] = /(\d+) work, (\d+)/.exec((await summary.getAttribute('aria-label')) ?? '') ?? [];
  const tested = String(Number(passed) + Number(failed));
  const grid = results.getByRole('grid', { name: 'Results' });
  const rowsOf = (count: number): Promise<void> => expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
  await rowsOf(Number(tested));
  await results.getByRole('button', { name: `Works ${passed}` }).click();
  await rowsOf(Number(passed));
  await expect(grid.locator('[data-index="0"] [data-key=works]')).toHaveText('Works');
  await grid.locator('[data-index="0"] [data-tick]').click();
  await grid.locator('[data-index="2"] [data-tick]').click();
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('dialog', { name: /^Export 2 proxies/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await results.getByRole('button', { name: `Export ${passed} shown` }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(`^Export ${passed} proxies`) })).toBeVisible();
  await page.keyboard.press('Escape');
  await results.getByRole('button', { name: `Works ${passed}` }).click();
  await rowsOf(Number(tested));
  // Every heading sorts.
  for (const heading of ['Proxy', 'Result', 'Reason', 'Time', 'City']) {
    await grid.getByRole('columnheader', { name: heading, exact: true }).click();
    await expect(grid.locator('[role=columnheader][aria-sort]:not([aria-sort=none])')).toHaveCount(1);
    await rowsOf(Number(tested));
  }
  await results.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: 'Show requests' }).click();
  await rowsOf(2 * Number(tested));
  await results.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename test run' });
  await renaming.getByRole('textbox').fill('Sneaker drop');
  await page.keyboard.press('Enter');
  await expect(results.getByRole('heading', { name: 'Sneaker drop' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});

test('failed proxies of a run are retested with its URLs and its credentials', async ({ demo: app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('https://target.example/');
  await dialog.getByLabel('Credentials').selectOption('harbor8234');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByText('Finished')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+t');
  await dialog.getByLabel('URL').fill('https://other.example/');
  await page.keyboard.press('Escape');
  await results.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: /^Retest \d+…$/ }).click();
  const chosen = dialog.getByLabel('Proxies').locator('option:checked');
  await expect(chosen).toHaveText(/^\d+ proxies that fail in run 1$/);
  const count = /^\d+/.exec(await chosen.innerText())?.[0];
  await expect(results.getByRole('button', { name: `Fails ${String(count)}` })).toBeAttached();
  const urls = dialog.getByLabel('URL');
  await expect(urls).toHaveValue('https://target.example/');
  // Another one replaces them: they are selected.
  await page.keyboard.type('https://typed.example/');
  await expect(urls).toHaveValue('https://typed.example/');
  await urls.fill('https://target.example/');
  await expect(dialog.getByLabel('Credentials')).toHaveValue('harbor8234');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start test' }).click();
  await expect(results.getByRole('heading', { name: 'Test run 2' })).toBeVisible();
  await expect(results.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Number(count) + 1));
});

test('proxies are tested again as last time, without a dialog', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const more = page.getByRole('banner').getByRole('button', { name: 'More ways to test' });
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Test as last time' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('grid', { name: 'Proxies' });
  await rows.locator('[data-index="0"] [data-tick]').click();
  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill('https://target.example/');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByText('Finished')).toBeVisible();
  await expect(results.getByRole('button', { name: /^(Fails|Works) 1$/ })).toBeVisible();
  await results.getByRole('button', { name: /^(Fails|Works) 0$/ }).click();
  await expect(results.getByRole('heading', { name: 'No proxies match this filter' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await openView(page, 'proxies');
  await rows.locator('[data-index="1"] [data-tick]').click();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByRole('button', { name: 'More ways to test' }).click();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Test as last time: https://target.example/' }).click();
  await expect(results.getByRole('heading', { name: 'Test run 2' })).toBeVisible();
  await expect(results.getByText('2 proxies', { exact: true })).toBeVisible();

  // The list of runs is one Tab stop; the arrows move within it.
  const runs = page.getByRole('navigation', { name: 'Test runs' }).getByRole('button');
  await expect(runs).toHaveText([/^All runs/, /Test run 2/, /Test run 1/]);
  await runs.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(runs.nth(1)).toBeFocused();
  await expect(runs.first()).toHaveAttribute('tabindex', '-1');
});

test(
  'the last numbers of the tables by group keep their distance from the next panel',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.getByRole('grid', { name: 'Proxies' }).press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+Shift+T');
    await expect(page.getByText(/^Test finished/).first()).toBeVisible();
    await openView(page, 'tests');
    const panel = page.getByRole('region', { name: 'Groups', exact: true });
    const numbers = panel.getByText(/^[\d,]+$/);
    await expect(numbers.first()).toBeVisible();
    for (const width of [1600, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const distance = await panel.evaluate((box) => {
        const ends = [...box.querySelectorAll('.number:last-child, .heading:last-child')].map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect().right;
        });
        return box.getBoundingClientRect().right - Math.max(...ends);
      });
      expect(distance, String(width)).toBeGreaterThanOrEqual(12);
    }
  },
);
