import type { Page } from '@playwright/test';
import { startDemoService, type Fault } from '../support/demo-service.ts';
import { findFaults, findFaultsInBothThemes } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { addAccount } from './open-demo.ts';
import { openAvailability, openView } from './open-view.ts';

async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('usage shows summaries, days and the ledger, and opens an adjustment', async ({ demo: app }) => {
  const { page } = app;
  await page.getByRole('navigation', { name: 'Views' }).getByText('Usage').click();
  await expect(page.getByRole('meter', { name: 'Residential data used' })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Mobile data used' })).toBeVisible();
  const days = page.getByRole('figure').filter({
    has: page.getByRole('img', { name: /^Residential data per day/ }),
  });
  await expect(days).toBeVisible();
  // The axis has days between its ends.
  expect((await days.textContent())?.match(/\d+ [A-Z][a-z]{2}/g)?.length).toBe(5);
  const grid = page.getByRole('grid', { name: 'Residential ledger' });
  await expect(grid).toHaveAttribute('aria-rowcount', '61');
  await page.getByText('Show as table').click();
  await expect(page.getByRole('region', { name: 'Usage per day as a table' })).toContainText('GB');
  const pace = page.getByText(
    /^\d+ MB per day on average \(last 30 full days\)\. At this pace, the remaining [\d.]+ GB last until about \d+ [A-Z][a-z]+ \d{4}\.$/,
  );
  await expect(pace).toBeVisible();

  await page.getByRole('combobox', { name: 'Filter' }).fill('reason:top_up adjustment:*');
  await expect(grid).not.toHaveAttribute('aria-rowcount', '61');
  await grid.locator('[data-index="0"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the ledger entry' });
  await details.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
  await expect(details.getByRole('alert')).toHaveCount(0);
  await details.getByRole('button', { name: /^Show adjustment/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Adjustment \d+$/ });
  await expect(dialog.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Show its service' }).click();
  await expect(page.getByRole('grid', { name: 'Services' }).locator('[role=row].active')).toBeInViewport();
  await expect(page.getByRole('complementary', { name: 'Details of the service' })).toBeVisible();
});

test(
  'data that the service does not offer, or that a sync could not load, says so',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    const demo = await startDemoService({
      faults: ({ path }) => {
        if (path.includes('residential_ledger')) return { status: 400, body: '{"message":"No."}' };
        return path.endsWith('/summary') ? { status: 404 } : undefined;
      },
    });
    await addAccount(page, demo);
    // Without data plans it is not listed; its key opens it.
    await openView(page, 'usage');
    const missing = 'The service does not offer this data.';
    await expect(page.getByRole('article', { name: 'Residential data' })).toContainText(missing);
    const usage = page.getByRole('region', { name: 'Usage', exact: true });
    await expect(usage.getByText('The last sync could not load them.')).toBeVisible();
    await expect(usage.getByText('The service says: No.')).toBeVisible();
    await demo.close();
  },
);

test('an unknown mobile entry is reported, and the filter bar is hidden', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await runCommand(page, 'mobile ledger');
  await expect(page.getByRole('heading', { name: 'No mobile entries yet' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveCount(0);
  await page.getByLabel('Entry ID').fill('00000000-0000-4000-8000-000000000000');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('editing a service shows limits while typing, a summary before saving, and the new state after it', async ({
  demo: app,
}) => {
  const { page } = app;
  await openView(page, 'services');
  await page.getByRole('combobox', { name: 'Filter' }).fill('status:active renews:yes -canceling:yes');
  await expect(page.getByRole('status').filter({ hasText: / of \d+$/ })).toBeVisible();
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the service' });
  await expect(details.getByRole('region', { name: 'Adjustments' })).toBeVisible();
  await details.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByText('Updated from the service.')).toBeVisible();
  await details.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  const send = dialog.getByRole('button', { name: /^(Send|Cancel service|End it)/ });
  await expect(send).toBeDisabled();
  // The focus is in no field that a letter would change.
  const payment = dialog.getByLabel('Payment method ID');
  const paidWith = await payment.inputValue();
  await page.keyboard.press('x');
  await expect(payment).toHaveValue(paidWith);
  await expect(send).toBeDisabled();
  await dialog.getByRole('button', { name: 'Add a key' }).click();
  await dialog.getByLabel(/^Key/).last().fill('project');
  await dialog
    .getByLabel(/^Value/)
    .last()
    .fill('x'.repeat(301));
  await expect(dialog.getByText('301 characters; at most 300 are allowed')).toBeVisible();
  await expect(send).toBeDisabled();
  await dialog
    .getByLabel(/^Value/)
    .last()
    .fill('winter');
  await dialog.getByRole('group', { name: 'Auto-renewal' }).getByLabel('No').check();
  await dialog.getByRole('group', { name: 'Cancel at the end of the period' }).getByLabel('Yes').check();
  await dialog.getByLabel('Cancellation comment').fill('Moving on');
  const summary = dialog.getByRole('region', { name: 'Changes to send' });
  await expect(summary).toContainText('"project" added');
  await expect(summary).toContainText('will be canceled at the end of its period');
  await expect(send).toHaveText('Cancel service…');
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText(/It ends on \d+ \w+ \d{4}/);
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(send).toHaveText(/^End it on \d+ \w+ \d{4}$/);
  await send.click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await details.getByText('All fields as received').click();
  await expect(details).toContainText('"project":"winter"');
});

test('neither a double click nor Enter twice cancels a service without its confirmation', async ({ app }) => {
  const { page } = app;
  const demo = await startDemoService();
  await addAccount(page, demo);
  await openView(page, 'services');
  await page.getByRole('combobox', { name: 'Filter' }).fill('status:active renews:yes -canceling:yes');
  await expect(page.getByRole('status').filter({ hasText: / of \d+$/ })).toBeVisible();
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  const cancels = dialog.getByRole('group', { name: 'Cancel at the end of the period' });
  const question = dialog.getByRole('alert').filter({ hasText: 'Cancel this service?' });
  const keep = dialog.getByRole('button', { name: 'Keep service' });
  await cancels.getByLabel('Yes').check();
  await dialog.getByRole('button', { name: 'Cancel service…' }).dblclick();
  await expect(question).toBeVisible();
  await dialog.getByLabel('Payment method ID').press('Enter');
  await expect(question).toBeVisible();
  await keep.press('Enter');
  await expect(cancels.getByLabel('No')).toBeChecked();
  await expect(question).toBeHidden();

  await cancels.getByLabel('Yes').check();
  await dialog.getByLabel('Payment method ID').press('Enter');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(demo.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
  await demo.close();
});

test('the catalog is searched, read and refreshed', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await openView(page, 'catalog');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(page.getByText(/^Received /)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('datacenter ipv6');
  await expect(page.getByRole('status').filter({ hasText: / of \d+$/ })).toBeVisible();
  await grid.locator('[data-index="0"]').click();
  await expect(page.getByRole('complementary', { name: 'Details of the product' })).toContainText('Datacenter IPv6');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Search products').fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No products match this search' })).toBeVisible();
});

test('availability is loaded by group, and the last response stays', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await openAvailability(page);
  await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible();
  const groups = page.getByRole('group', { name: 'Group by' });
  await groups.getByRole('button', { name: 'System' }).click();
  await page.getByRole('button', { name: 'Load' }).click();
  const grid = page.getByRole('grid', { name: 'Residential nodes' });
  await expect(page.getByText(/ addresses in \d+ places, received /)).toBeVisible();
  await expect(grid.getByRole('columnheader')).toHaveText(['Country', 'System', 'Nodes', 'Share']);
  await groups.getByRole('button', { name: 'System' }).click();
  await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible();
  await groups.getByRole('button', { name: 'System' }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText(/\d%/);
  // The bars are long enough to compare.
  const bar = grid.locator('[data-index="0"] .bar');
  expect((await bar.boundingBox())?.width).toBeGreaterThan(200);
  await grid.locator('[data-index="0"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the addresses' });
  await details.getByRole('button', { name: /^Country/ }).click();
  await expect(page.getByRole('dialog', { name: /^Country / })).toContainText('Node count');
});

test(
  'availability leads from a country on the map to its networks, and compares two loads',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await openAvailability(page);
    const load = page.getByRole('button', { name: 'Load', exact: true });
    await load.click();
    await expect(page.getByText(/ addresses in \d+ places, received /)).toBeVisible();
    await load.click();
    const grid = page.getByRole('grid', { name: 'Residential nodes' });
    await expect(grid.getByRole('columnheader', { name: 'Change' })).toBeVisible();
    const map = page.getByRole('img', { name: 'Residential nodes by country' });
    await map.locator('[data-code="BR"]').hover();
    await expect(page.getByText(/^Brazil · [\d,]+ nodes$/)).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await map.locator('[data-code="BR"]').click();

    // Each place is loaded when it is opened.
    const place = page.getByRole('navigation', { name: 'Place' });
    await expect(place).toHaveText(/All countries.*Brazil/);
    const subdivision = grid.locator('[data-index="0"]');
    await expect(subdivision).toContainText('São Paulo');
    await subdivision.click();
    const details = page.getByRole('complementary', { name: 'Details of the addresses' });
    await details.getByRole('button', { name: 'Show cities of Brazil, São Paulo' }).press('Enter');
    await expect(grid.getByRole('columnheader', { name: 'City' })).toBeVisible();
    await expect(place).toHaveText(/Brazil.*São Paulo/);
    const city = grid.locator('[data-index="0"]');
    await expect(city).toContainText('São Paulo');
    await city.click();
    await details.getByRole('button', { name: /^Show networks of Brazil/ }).press('Enter');
    await expect(grid.getByRole('columnheader', { name: 'ASN' })).toBeVisible();
    await expect(place).toHaveText(/Brazil.*São Paulo.*São Paulo/);
    await expect(grid.locator('[data-index="0"]')).toBeVisible();
    await place.getByRole('button', { name: 'All countries' }).click();
    await expect(map).toBeVisible();
  },
);

test(
  'while the service is unreachable, cached data is shown, and a failed request says why',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    const demo = await startDemoService();
    await addAccount(page, demo);
    const entries = demo.account.mobileLedger.slice(0, demo.account.mobileLedger.count());
    const entry = entries.find((row) => row['service_adjustment_id'] !== null);
    await runCommand(page, 'mobile ledger');
    await page.getByLabel('Entry ID').fill(String(entry?.['mobile_ledger_id']));
    await page.getByRole('button', { name: 'Look up' }).click();
    const mobile = page.getByRole('grid', { name: 'Mobile ledger' });
    await expect(mobile).toHaveAttribute('aria-rowcount', '2');
    // An entry that is cached is requested again, as the message says.
    const before = demo.requests.length;
    await page.getByLabel('Entry ID').fill(String(entry?.['mobile_ledger_id']));
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect.poll(() => demo.requests.length).toBe(before + 1);
    await mobile.locator('[data-index="0"]').click({ button: 'right' });
    const adjustmentId = String(entry?.['service_adjustment_id']);
    await expect(page.getByRole('menuitem', { name: `Show adjustment ${adjustmentId}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await demo.close();
    await mobile.locator('[data-index="0"]').click();
    const details = page.getByRole('complementary', { name: 'Details of the ledger entry' });
    const day = new Date(`${String(entry?.['mobile_ledger_period_date'])}T00:00`);
    const month = day.toLocaleString('en-US', { month: 'short' });
    await expect(details).toContainText(`${day.getDate()} ${month} ${day.getFullYear()}`);
    await details.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(details.getByRole('alert')).toContainText('cannot be reached');
    await page.getByRole('radio', { name: 'Residential ledger' }).check();
    await openView(page, 'usage');
    await expect(page.getByRole('meter', { name: 'Residential data used' })).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Residential ledger' })).toHaveAttribute('aria-rowcount', '61');
    await openView(page, 'catalog');
    await expect(page.getByRole('grid', { name: 'Products' }).getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await expect(page.getByRole('grid', { name: 'Products' }).getByRole('row').nth(1)).toBeVisible();
    await openAvailability(page);
    await page.getByRole('button', { name: 'Load' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
);

test('an edit without a response is reported as unknown, and the draft is compared with the current state', async ({
  app,
}) => {
  const { page } = app;
  let isBroken = false;
  const faults = ({ method }: { readonly method: string }): Fault | undefined =>
    isBroken && method === 'PATCH' ? 'reset' : undefined;
  const demo = await startDemoService({ faults });
  await addAccount(page, demo);
  await openView(page, 'services');
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await dialog.getByLabel('Payment method ID').fill('pm_other');
  isBroken = true;
  await dialog.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(dialog.getByRole('alert')).toContainText('does not show the change');
  await expect(dialog.getByRole('region', { name: 'Changes to send' })).toContainText('pm_other');
  expect(demo.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  isBroken = false;
  await dialog.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await demo.close();
});

test(
  'a dialog that is opened again while a change is sent says so, and sends nothing until it ended',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    const { promise: carriedOut, resolve: carryOut } = Promise.withResolvers<undefined>();
    const faults = ({ method }: { readonly method: string }): Promise<undefined> | undefined =>
      method === 'PATCH' ? carriedOut : undefined;
    const demo = await startDemoService({ faults });
    const patches = (): number => demo.requests.filter(({ method }) => method === 'PATCH').length;
    await addAccount(page, demo);
    await openView(page, 'services');
    await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    await dialog.getByLabel('Payment method ID').fill('pm_first');
    await dialog.getByRole('button', { name: 'Send 1 change' }).click();
    await expect.poll(patches).toBe(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Edit…' }).click();
    await expect(dialog.getByText(/^A change of this service is being sent/)).toBeVisible();
    await dialog.getByLabel('Payment method ID').fill('pm_second');
    const send = dialog.getByRole('button', { name: 'Send 1 change' });
    await expect(send).toBeDisabled();
    await page.keyboard.press('Enter');
    carryOut(undefined);
    await expect(page.getByText(/^Saved\./)).toBeVisible();
    await expect(send).toBeEnabled();
    await expect(dialog.getByRole('region', { name: 'Changes to send' })).toContainText('pm_first');
    expect(patches()).toBe(1);
    await demo.close();
  },
);

test(
  'an edit that ends after its dialog was closed is reported, and closes no other dialog',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    let isHanging = false;
    const faults = ({ path }: { readonly path: string }): Fault | undefined =>
      isHanging && path.includes('/service/retrieve/') ? 'hang' : undefined;
    const demo = await startDemoService({ faults });
    await addAccount(page, demo);
    await openView(page, 'services');
    await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    await dialog.getByLabel('Payment method ID').fill('pm_other');
    isHanging = true;
    const before = demo.requests.length;
    await dialog.getByRole('button', { name: 'Send 1 change' }).click();
    // The edit, and the service that is loaded again after it.
    await expect.poll(() => demo.requests.length).toBe(before + 2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+,');
    await demo.close();
    await expect(page.getByText(/^Saved\. It could not be loaded again/)).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  },
);

test(
  'a proxy links to its city, a city to its country, and both can be refreshed',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"]').click();
    const details = page.getByRole('complementary', { name: 'Details of the proxy' });
    await details.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('Updated from the service.')).toBeVisible();
    await details.getByTitle('Show the network').click();
    const network = page.getByRole('dialog', { name: /^Network / });
    await expect(network).toContainText('IP addresses');
    await network.getByRole('button', { name: 'Close' }).click();
    await details.getByTitle('Show the city').click();
    const city = page.getByRole('dialog', { name: /^City / });
    await expect(city).toContainText('Population');
    await city.getByRole('button', { name: /^Subdivision/ }).click();
    const subdivision = page.getByRole('dialog', { name: /^Subdivision / });
    await subdivision.getByRole('button', { name: /^Country/ }).click();
    const country = page.getByRole('dialog', { name: /^Country / });
    await expect(country).toContainText('European Union');
    await country.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(country.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
    await expect(country.getByRole('alert')).toHaveCount(0);
  },
);

test('the online access check is shown next to the cached result', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await runCommand(page, 'check access');
  const dialog = page.getByRole('dialog', { name: 'Check access online' });
  await dialog.getByRole('button', { name: 'Check access' }).click();
  await expect(dialog.getByRole('status')).toContainText('The service matches');
  await expect(dialog.getByRole('region', { name: 'Access of each proxy user' })).toContainText('All');
});

test('access that has changed at the service since the sync is marked', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  const demo = await startDemoService();
  await addAccount(page, demo);
  const all = demo.account.proxyUsers
    .slice(0, demo.account.proxyUsers.count())
    .find((user) => user['proxy_user_access_type'] === 'all' && user['proxy_user_is_deleted'] === false);
  const id = String(all?.['proxy_user_id']);
  demo.account.proxyUsers.update(id, {
    proxy_user_access_type: 'proxy_restricted',
    restricted_proxy_ids: [],
  });
  await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"] [data-tick]').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Access…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check access online' });
  await dialog.getByRole('button', { name: 'Check access' }).click();
  await expect(dialog.getByRole('status')).toContainText('differs from the cached data for 1');
  const first = dialog.getByRole('row').nth(1);
  await expect(first).toContainText(id);
  await expect(first).toContainText('Differs');
  await demo.close();
});

test(
  'the account profile shows the customer, and the balance without a currency',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Account profile…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account profile' });
    await expect(dialog).toContainText('Northwind Research');
    await expect(dialog).toContainText(/Credit balance\s*[\d.]+/);
    await dialog.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  },
);

test('views and dialogs of account data pass the accessibility rules', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  test.slow();
  for (const view of ['usage', 'catalog', 'availability'] as const) {
    if (view === 'availability') {
      await openAvailability(page);
      await page.getByRole('button', { name: 'Load' }).click();
    } else {
      await openView(page, view);
    }
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    await page.getByRole('row').nth(2).click();
    expect(await findFaultsInBothThemes(page), `view ${view}`).toEqual([]);
  }
  await runCommand(page, 'mobile ledger');
  await expect(page.getByRole('heading', { name: 'No mobile entries yet' })).toBeVisible();
  expect(await findFaultsInBothThemes(page), 'mobile ledger').toEqual([]);
  await page.getByRole('radio', { name: 'Residential ledger' }).check();
  await page.getByRole('combobox', { name: 'Filter' }).fill('adjustment:*');
  await expect(page.getByRole('status').filter({ hasText: / of 60$/ })).toBeVisible();
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: /^Show adjustment/ }).click();
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible();
  expect(await findFaultsInBothThemes(page), 'adjustment').toEqual([]);
  await page.keyboard.press('Escape');
  await openView(page, 'services');
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]').click();
  await page.getByRole('button', { name: 'Edit…' }).waitFor();
  for (const command of ['edit the service', 'check access', 'account profile']) {
    await runCommand(page, command);
    await expect(page.getByRole('dialog')).toBeVisible();
    if (command === 'check access') {
      await page.getByRole('button', { name: 'Check access' }).click();
      await expect(page.getByRole('region', { name: 'Access of each proxy user' })).toBeVisible();
    }
    expect(await findFaultsInBothThemes(page), command).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const adjustments = page.getByRole('region', { name: 'Adjustments' });
  await page.getByRole('grid', { name: 'Services' }).locator('[data-index="1"]').click();
  await expect(adjustments).toBeVisible();
  await openView(page, 'proxies');
  await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"]').click();
  await page.getByTitle('Show the city').click();
  await expect(page.getByRole('dialog', { name: /^City / })).toContainText('Population');
  expect(await findFaultsInBothThemes(page), 'city').toEqual([]);
});

test(
  'the usage of an account without data plans says what will be there, and leads to the catalog',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    const demo = await startDemoService({
      faults({ path }) {
        if (path.includes('residential_ledger')) {
          const page = { data: [], item_count: 0, page: 1, per_page: 100, total_count: 0, message: 'Found.' };
          return { status: 200, body: JSON.stringify(page) };
        }
        const [, kind] = /\/(residential|mobile)\/summary$/.exec(path) ?? [];
        if (kind === undefined) return undefined;
        return {
          status: 200,
          body: JSON.stringify({ data: { [`${kind}_bytes`]: 0, [`${kind}_bytes_used`]: 0 }, message: 'Found.' }),
        };
      },
    });
    await addAccount(page, demo);
    await openView(page, 'usage');
    await expect(page.getByRole('heading', { name: 'No residential or mobile data' })).toBeVisible();
    await page.getByRole('button', { name: 'Show the catalog' }).click();
    await expect(page.getByRole('radio', { name: 'Catalog' })).toBeChecked();
    await demo.close();
  },
);
