import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { answerSaveDialog } from './export-dialog.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

const runsOf = (page: Page) => page.getByRole('navigation', { name: 'Test runs' });
const gridOf = (page: Page) => page.getByRole('grid', { name: 'Results' });

/** Tests all proxies by the service, and waits until the run has finished. */
async function testAll(page: Page, number: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+t');
  await page
    .getByRole('dialog', { name: /^Test / })
    .getByRole('button', { name: 'Start test' })
    .click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('heading', { name: `Test run ${String(number)}` })).toBeVisible();
  await expect(results.getByText(/^Finished/)).toBeVisible();
}

test(
  'a run is deleted after a question, and its results leave the figures of the account',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await testAll(page, 1);
    await openView(page, 'overview');
    await expect(page.getByRole('region', { name: 'Last test runs' })).toContainText('Test run 1');
    await openView(page, 'tests');
    await runsOf(page)
      .getByRole('button', { name: /Test run 1/ })
      .press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Test run 1?' });
    expect(await findFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await runsOf(page)
      .getByRole('button', { name: /Test run 1/ })
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete run…' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'No tests yet' })).toBeVisible();
    await openView(page, 'overview');
    await expect(page.getByRole('region', { name: 'Last test runs' })).toContainText('No tests yet.');
    await openView(page, 'proxies');
    await page.getByRole('combobox', { name: 'Filter' }).fill('last:fails');
    await expect(page.getByRole('status').filter({ hasText: /^0 of 250$/ })).toBeVisible();
  },
);

test('another run takes the place of a deleted one', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await testAll(page, 1);
  await testAll(page, 2);
  await page.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: 'Delete run…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete run' }).click();
  await expect(
    page.getByRole('region', { name: 'Results' }).getByRole('heading', { name: 'Test run 1' }),
  ).toBeVisible();
  await expect(runsOf(page).getByRole('button')).toHaveCount(1);
});

test('a test is started from the list of runs', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await testAll(page, 1);
  await page.getByRole('button', { name: 'New test…' }).click();
  await expect(page.getByRole('dialog', { name: /^Test / })).toBeVisible();
});

test(
  'all runs are an entry of the list, whose rows say of which run they are and when it was',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await testAll(page, 1);
    const headings = gridOf(page).getByRole('columnheader');
    await expect(headings.getByText('Run', { exact: true })).toHaveCount(0);
    await testAll(page, 2);
    const all = runsOf(page).getByRole('button', { name: 'All runs' });
    await all.click();
    await expect(all).toHaveAttribute('aria-current', 'true');
    for (const name of ['Run', 'Tested']) {
      await expect(headings.getByText(name, { exact: true })).toBeVisible();
    }
    await gridOf(page).getByRole('columnheader', { name: 'Run', exact: true }).click();
    await expect(gridOf(page).locator('[data-index="0"] [data-key=run]')).toHaveText('1');
    await expect(gridOf(page).locator('[data-index="0"] [data-key=tested]')).toHaveText(/ago|now/);
    // The entry leads back after the run was removed from the filter, too.
    await runsOf(page)
      .getByRole('button', { name: /Test run 2/ })
      .click();
    await expect(headings.getByText('Run', { exact: true })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Filter', exact: true }).fill('');
    await expect(all).toHaveAttribute('aria-current', 'true');
    expect(await findFaults(page)).toEqual([]);
  },
);

test('the first click on the times of a run sorts the fastest first', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await testAll(page, 1);
  const times = gridOf(page).getByRole('columnheader', { name: 'Time', exact: true });
  await times.click();
  await expect(times).toHaveAttribute('aria-sort', 'ascending');
});

test(
  'a run by the service has no column for the side at fault, which the service does not give',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await testAll(page, 1);
    await expect(gridOf(page).getByRole('columnheader', { name: 'Reason', exact: true })).toBeVisible();
    for (const name of ['At fault', 'Phases', 'By the service', 'From here']) {
      await expect(gridOf(page).getByRole('columnheader', { name, exact: true })).toHaveCount(0);
    }
  },
);

test('Enter and a double click show the details of a result', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await testAll(page, 1);
  const details = page.getByRole('complementary', { name: 'Details of the result' });
  const first = gridOf(page).locator('[data-index="0"]');
  await first.click();
  await page.getByRole('button', { name: 'Hide the details' }).click();
  await expect(details).toBeHidden();
  await gridOf(page).press('Enter');
  await expect(details).toBeVisible();
  await expect(details).toContainText((await first.locator('[data-key=proxy]').innerText()).trim());
  await expect(details.getByText(/^(Works|Fails)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Hide the details' }).click();
  await gridOf(page).locator('[data-index="1"]').dblclick();
  await expect(details).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await details.getByRole('button', { name: 'Show the proxy' }).click();
  await expect(page.getByRole('complementary', { name: 'Details of the proxy' })).toBeVisible();
});

test('Ctrl+E exports what the main button of a run says', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await testAll(page, 1);
  const main = page.getByRole('region', { name: 'Results' }).getByRole('button', { name: /^Export / });
  await expect(main).toHaveText(/^Export \d+ that work$/);
  const exported = async (): Promise<string> => {
    await app.idle();
    const count = /\d+/.exec(await main.innerText())?.[0] ?? '';
    await page.keyboard.press('ControlOrMeta+e');
    await expect(page.getByRole('dialog', { name: new RegExp(`^Export ${count} prox`) })).toBeVisible();
    await page.keyboard.press('Escape');
    return count;
  };
  const works = await exported();
  await page
    .getByRole('group', { name: 'Filter results' })
    .getByRole('button', { name: /^Fails/ })
    .click();
  await expect(main).toHaveText(/^Export \d+ shown$/);
  expect(await exported()).not.toBe(works);
});

test(
  'all groups of a run are a list with the worst first, and one of them filters the results',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await testAll(page, 1);
    const groups = page.getByRole('region', { name: 'Groups' });
    await groups.getByRole('combobox', { name: 'Groups' }).selectOption('city');
    await groups.getByRole('button', { name: /others?…/ }).click();
    const dialog = page.getByRole('dialog', { name: 'By city' });
    const shares = async (): Promise<number[]> => {
      const cells = await dialog.getByRole('row').filter({ hasText: '%' }).locator('td:nth-of-type(1)').allInnerTexts();
      return cells.map((text) => Number.parseFloat(text));
    };
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    const sorted = await shares();
    expect(sorted.length).toBeGreaterThan(5);
    expect(sorted).toEqual(sorted.toSorted((one, other) => one - other));
    expect(await findFaults(page)).toEqual([]);
    const city = await dialog.getByRole('row').nth(1).getByRole('button').innerText();
    await dialog.getByRole('row').nth(1).getByRole('button').click();
    await expect(page.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue(
      new RegExp(`city:="?${city}`),
    );
  },
);

test(
  'Enter starts a test, Shift+Enter adds a line for another URL, and the button shows its key',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.keyboard.press('ControlOrMeta+t');
    const dialog = page.getByRole('dialog', { name: /^Test / });
    const urls = dialog.getByLabel('URL');
    await urls.fill('https://one.example/');
    await urls.press('Shift+Enter');
    await page.keyboard.type('https://two.example/');
    await expect(urls).toHaveValue('https://one.example/\nhttps://two.example/');
    const start = dialog.getByRole('button', { name: 'Start test', exact: true });
    const key = await start.evaluate((button) => getComputedStyle(button, '::after').content);
    expect(key).toContain('Enter');
    await urls.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Test run 1' })).toBeVisible();
  },
);

test(
  'what was typed into the test and the rule dialog is still there after Escape, until it is used',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('ControlOrMeta+t');
    await dialog.getByLabel('URL').fill('https://one.example/\nhttps://two.example/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+t');
    await expect(dialog.getByLabel('URL')).toHaveValue('https://one.example/\nhttps://two.example/');
    await dialog.getByRole('button', { name: 'Start test' }).click();
    await expect(page.getByRole('heading', { name: 'Test run 1' })).toBeVisible();

    await openView(page, 'gateway');
    const open = page.getByRole('button', { name: /^New rule…|^Add a rule/ }).first();
    await open.click();
    await dialog.getByRole('combobox', { name: 'Filter', exact: true }).fill('country:US');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open.click();
    await expect(dialog.getByRole('combobox', { name: 'Filter', exact: true })).toHaveValue('country:US');
  },
);

test(
  'a note, tags, and the names of a view and of a preset that were typed survive Escape until they are used',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const dialog = page.getByRole('dialog');
    await openView(page, 'proxies');
    await page.getByRole('grid', { name: 'Proxies' }).getByRole('row').nth(1).click();
    /** Types into a field of a dialog, leaves by Escape, and opens it again. */
    async function typeTwice(open: () => Promise<void>, label: string, text: string): Promise<void> {
      await open();
      const field = dialog.getByRole('textbox', { name: new RegExp(`^${label}`) });
      await field.fill(text);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await open();
      await expect(field).toHaveValue(text);
    }
    const press = (key: string) => () => page.keyboard.press(key);
    await typeTwice(press('n'), 'Note', 'slow on Mondays');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();

    await typeTwice(press('t'), 'Find or create a tag', 'sneaker');
    await page.keyboard.press('Escape');

    await page.getByRole('combobox', { name: 'Filter', exact: true }).fill('country:US');
    await page.keyboard.press('Enter');
    const saveView = (): Promise<void> => page.getByRole('button', { name: 'Save view', exact: true }).click();
    await typeTwice(saveView, 'Name', 'My shops');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await saveView();
    await expect(dialog.getByLabel('Name', { exact: true })).not.toHaveValue('My shops');
    await page.keyboard.press('Escape');

    const named = async (): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+e');
      await dialog.getByRole('button', { name: 'Save as preset…' }).click();
    };
    await named();
    await dialog.getByLabel('Preset name').fill('For the scraper');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await named();
    await expect(dialog.getByLabel('Preset name')).toHaveValue('For the scraper');
  },
);

test('the demo has no proxies that this machine can test, and says so', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+t');
  const here = page.getByRole('dialog').getByRole('radio', { name: 'This machine' });
  await expect(here).toBeDisabled();
  await expect(here).toHaveAccessibleDescription('The demo has no real proxies.');
});

test('the report of a run for the seller is shown, copied and saved', async ({ demo: app, exportDir }) => {
  const { page } = app;
  await testAll(page, 1);
  await page.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: 'Report for the seller…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report for the seller' });
  const report = dialog.getByRole('region');
  await expect(report).toContainText(/\d+ of 250 proxies did not get the page/);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByText('Copied the report.')).toBeVisible();
  answerSaveDialog(app, join(exportDir, 'report.csv'));
  await dialog.getByRole('button', { name: 'Save as CSV…' }).click();
  await expect(page.getByText('Saved the report as report.csv.')).toBeVisible();
  expect(readFileSync(join(exportDir, 'report.csv'), 'utf8')).toMatch(/^host,proxy,time_utc,/);
});
