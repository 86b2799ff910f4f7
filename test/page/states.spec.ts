/**
 * What the window shows before there are rows, when there are none, and when they are
 * old or unavailable, in both themes.
 */
import type { Page } from '@playwright/test';
import { startDemoService, type DemoService, type FaultHook } from '../support/demo-service.ts';
import { addAccount } from './add-account.ts';
import { findFaultsInBothThemes } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { closeMessages } from './open-demo.ts';
import { openView } from './open-view.ts';

interface Service {
  readonly demo: DemoService;
  /** What goes wrong from now on. */
  fault: FaultHook;
}

async function withService(work: (service: Service) => Promise<void>, proxyCount = 250): Promise<void> {
  const service: { fault: FaultHook } = { fault: () => undefined };
  const demo = await startDemoService({
    proxyCount,
    faults: (request) => service.fault(request),
  });
  try {
    await work(Object.assign(service, { demo }));
  } finally {
    await demo.close();
  }
}

async function addAndOpen(page: Page, demo: DemoService): Promise<void> {
  await addAccount(page, demo);
  await openView(page, 'proxies');
}

/** Looks at a state in both themes: nothing is wrong for an accessibility checker. */
async function look(page: Page, name: string): Promise<void> {
  expect(await findFaultsInBothThemes(page), name).toEqual([]);
}

test.beforeEach(async ({ app }) => {
  await app.page.setViewportSize({ width: 1280, height: 720 });
});

test('first run: what the app is for, and two ways to start', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('button', { name: 'Add an account' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await look(page, 'first-run');
});

test(
  'loading: skeleton rows have the height of rows, and the column headers do not move',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    await withService(async (service) => {
      service.fault = ({ path }) => (path.includes('/proxy/') ? 'hang' : undefined);
      await addAndOpen(page, service.demo);
      const grid = page.getByRole('grid', { name: 'Proxies' });
      await expect(page.getByText('Reading proxies. Rows appear here')).toBeVisible();
      // What hangs is named, not what was read before it.
      await expect(page.getByText('Syncing proxies: 0')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel sync' })).toBeVisible();
      const heading = grid.getByRole('columnheader', { name: 'Address' });
      const before = await heading.boundingBox();
      await look(page, 'loading');
      await page.getByRole('button', { name: 'Cancel sync' }).click();
      service.fault = () => undefined;
      await page.getByRole('button', { name: 'Sync', exact: true }).last().click();
      await expect(grid).toHaveAttribute('aria-rowcount', '251');
      expect(await heading.boundingBox()).toEqual(before);
    });
  },
);

test('failed first sync: what happened, that nothing is cached yet, what to do next', async ({ app }) => {
  const { page } = app;
  await withService(async (service) => {
    service.fault = () => ({ status: 401, body: '{"message":"Invalid keys."}' });
    await addAndOpen(page, service.demo);
    await expect(page.getByRole('alert')).toContainText('The first sync did not finish.');
    await expect(page.getByRole('alert').getByRole('button', { name: 'Replace keys…' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    // The main button is the one that helps: a sync would fail again.
    await expect(page.locator('.button.main:enabled')).toHaveText(['Replace keys…']);
    await look(page, 'failed-first-sync');
  });
});

test('failed later sync, empty filter, stale and offline: the cached data stays and its age is shown', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 720 });
  // Before anything sets a timer.
  await page.clock.install();
  await page.reload();
  await withService(async (service) => {
    await addAndOpen(page, service.demo);
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await expect(page.getByText(/^Synced /).first()).toBeVisible();
    await closeMessages(page);

    await page.getByRole('combobox', { name: 'Filter' }).fill('ip:255.255.255.255');
    await expect(page.getByRole('heading', { name: 'No proxies match this filter' })).toBeVisible();
    await look(page, 'empty-filter');
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await expect(grid).toHaveAttribute('aria-rowcount', '251');

    await page.clock.fastForward(3 * 86_400_000);
    await expect(page.getByText('Out of date: synced 3 days ago')).toBeVisible();
    await look(page, 'stale');

    app.desktop.isOnline = false;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Offline' })).toBeVisible();
    await expect(grid).toHaveAttribute('aria-rowcount', '251');
    await look(page, 'offline');

    service.fault = () => 'html';
    await page.getByRole('button', { name: 'Sync', exact: true }).last().click();
    await expect(page.getByRole('alert')).toContainText('The last sync did not finish.');
    await expect(page.getByText(/^Sync failed, showing data from /)).toBeVisible();
    await expect(grid).toHaveAttribute('aria-rowcount', '251');
    await look(page, 'failed-sync');
  });
});

test('empty account: the last sync found none', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args: unknown) => Promise<unknown>;
    };
    await request('accounts:add-demo', { proxyCount: 0 });
  });
  await openView(page, 'proxies');
  await expect(page.getByRole('heading', { name: 'This account has no proxies' })).toBeVisible();
  await look(page, 'empty-account');
});

test('a wrong base URL is corrected from the message that reports it', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await withService(async ({ demo }) => {
    const baseUrl = demo.baseUrl.replace('/1.0', '/wrong/1.0');
    await addAndOpen(page, { ...demo, baseUrl });
    const alert = page.getByRole('alert');
    await alert.getByRole('button', { name: 'Change base URL…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keys and base URL of Northwind' });
    const field = dialog.getByRole('textbox', { name: 'Base URL' });
    await expect(field).toHaveValue(baseUrl);
    await field.fill('not an address');
    await dialog.getByRole('textbox', { name: 'Public key' }).fill(demo.publicKey);
    await expect(dialog).toContainText('Enter the full base URL');
    await field.fill(demo.baseUrl);
    await dialog.getByRole('textbox', { name: 'Private key' }).fill(demo.privateKey);
    await dialog.getByRole('button', { name: 'Check keys' }).click();
    await expect(dialog.getByRole('status')).toContainText('Northwind Research');
    await dialog.getByRole('button', { name: 'Save and sync' }).click();
    const keep = dialog.getByRole('button', { name: 'Use for this session' });
    const grid = page.getByRole('grid', { name: 'Proxies' });
    // Without a keychain the keys stay in memory.
    await expect(keep.or(page.getByText(/^Synced /).first())).toBeVisible();
    if (await keep.isVisible()) await keep.click();
    await expect(grid).toHaveAttribute('aria-rowcount', '251');
    await expect(alert).toBeHidden();
  });
});

test('a key check shows that it is running, and can be canceled', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await withService(async (service) => {
    service.fault = () => 'hang';
    await page.getByRole('button', { name: 'Add an account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an account' });
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(service.demo.baseUrl);
    await dialog.getByRole('textbox', { name: 'Public key' }).fill(service.demo.publicKey);
    await dialog.getByRole('textbox', { name: 'Private key' }).fill(service.demo.privateKey);
    await dialog.getByRole('button', { name: 'Check keys' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Checking keys…');
    // The answer would be about other keys.
    await dialog.getByRole('textbox', { name: 'Public key' }).press('End');
    await page.keyboard.press('x');
    await expect(dialog.getByRole('status')).toHaveCount(0);
    await page.keyboard.press('Backspace');
    await dialog.getByRole('button', { name: 'Check keys' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Checking keys…');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused();
  });
});

test(
  'a first sync that breaks off shows how much is saved, and is retried first',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    await withService(async (service) => {
      service.fault = ({ path, query }) => (path.includes('/proxy/') && query['page'] === '2' ? 'html' : undefined);
      await addAndOpen(page, service.demo);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('The first sync did not finish.');
      await expect(alert).toContainText('1,000 of 2,500 proxies were saved.');
      await expect(alert.getByRole('button').first()).toHaveText('Sync again');
      await expect(alert.getByRole('button', { name: 'Change base URL…' })).toHaveCount(0);
      await expect(page.getByText('First sync incomplete')).toBeVisible();
      await look(page, 'partial-first-sync');
    }, 2500);
  },
);

test('a first sync fills filters and details while rows arrive, and the overview shows its progress', async ({
  app,
}) => {
  const { page } = app;
  await withService(async (service) => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    service.fault = ({ path, query }) => (path.includes('/proxy/') && query['page'] === '2' ? released : undefined);
    await addAndOpen(page, service.demo);
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await expect(filters.getByRole('checkbox').first()).toBeVisible();
    await page.getByRole('grid', { name: 'Proxies' }).locator('[data-index="0"]').click();
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details of the proxy' });
    await expect(details.getByRole('heading').first()).toHaveText(/^\s*\d+\.\d+\.\d+\.\d+/);
    await openView(page, 'overview');
    await expect(page.getByRole('progressbar', { name: 'Progress of the first sync' })).toHaveAttribute('max', '2500');
    await expect(page.getByRole('main').getByText('1,000 of 2,500 proxies')).toBeVisible();
    release(undefined);
    // A line says that the keyboard scrolls it; a frame would look like a selection.
    const overview = page.getByRole('region', { name: 'Overview of the account' });
    await expect(overview).toBeVisible();
    await page.keyboard.press('ControlOrMeta+1');
    await expect(overview).toBeFocused();
    await expect(overview).toHaveCSS('outline-style', 'none');
  }, 2500);
});

test(
  'an account without its keys pauses its automatic syncs, and asks for the keys',
  { tag: '@slow' },
  async ({ open }) => {
    await withService(async (service) => {
      const first = await open();
      await addAndOpen(first.page, service.demo);
      await expect(first.page.getByText(/^Synced /).first()).toBeVisible();
      await first.close();
      // Its keys were only in memory.
      const second = await open();
      const paused = second.page.getByRole('button', { name: 'Auto-sync paused: add keys' });
      await expect(paused).toBeVisible();
      await expect(second.page.getByText(/^Next sync/)).toHaveCount(0);
      await paused.click();
      await expect(second.page.getByRole('dialog').getByRole('textbox', { name: 'Private key' })).toBeVisible();
      await second.close();
    });
  },
);

test('a test run that got no results is tried again with its own proxies', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await withService(async (service) => {
    service.fault = ({ path }) => (path.includes('/proxy_test_run/') ? { status: 401, body: '{}' } : undefined);
    await addAndOpen(page, service.demo);
    await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
    const filter = page.getByRole('combobox', { name: 'Filter' });
    await filter.fill('country:US type:isp');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Test 48…' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+t');
    const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
    await dialog.getByLabel('URL').fill('https://target.example/');
    await dialog.getByLabel('Credentials').selectOption('harbor8234');
    await dialog.getByRole('button', { name: 'Start test' }).click();
    const again = page.getByRole('button', { name: 'Retest all…' });
    await expect(again).toBeVisible();

    await openView(page, 'proxies');
    await filter.fill('country:DE');
    await openView(page, 'tests');
    service.fault = () => undefined;
    await again.click();
    await expect(dialog.getByLabel('Proxies').locator('option:checked')).toHaveText('The 48 proxies of run 1');
    await expect(dialog.getByLabel('URL')).toHaveValue('https://target.example/');
    await expect(dialog.getByLabel('Credentials')).toHaveValue('harbor8234');
    await dialog.getByRole('button', { name: 'Start test' }).click();
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results.getByText(/^48 proxies/).first()).toBeVisible();
  });
});

test('a service that does not respond is reported, with the time of the sync', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await page.clock.install();
  await page.reload();
  await withService(async (service) => {
    const { promise: requested, resolve: noteRequest } = Promise.withResolvers<undefined>();
    service.fault = () => {
      noteRequest(undefined);
      return 'hang';
    };
    await addAndOpen(page, service.demo);
    await expect(page.getByText(/^Syncing/)).toBeVisible();
    // A sync that is canceled before its worker has started leaves no trace.
    await requested;
    await page.clock.fastForward(75_000);
    const status = page.getByRole('contentinfo');
    await expect(status).toContainText(/Syncing.*, 1 min \d+ s/);
    await expect(status).toContainText(/No response for 1 min \d+ s\./);
    // A live region would announce every second.
    await expect(status.getByRole('status')).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel sync' }).click();
    await expect(page.getByText('First sync not finished')).toBeVisible();
  });
});
