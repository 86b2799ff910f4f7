import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';
import type { OpenWindow } from '../support/open-window.ts';
import { answerSaveDialog, saveButton } from './export-dialog.ts';
import { findFaultsInBothThemes } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { addPlainDemo, closeMessages, syncNow } from './open-demo.ts';
import { findFreePort } from '../support/real-proxies.ts';
import { openSettings } from './open-settings.ts';
import { openView } from './open-view.ts';
import { untilLoaded } from './settled.ts';

/** Takes rows out of the cache and changes others, so that the next sync finds changes. */
async function changeCache(app: OpenWindow, also = ''): Promise<void> {
  // The page joins a sync whose answer is on its way.
  await app.idle();
  const accounts = join(app.dataDir, 'accounts');
  const file = readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? '';
  const db = new Database(join(accounts, file));
  db.exec(`DELETE FROM proxy WHERE key <= 5; ${also};
    ATTACH '${join(accounts, `${file}.records`)}' AS user;
    INSERT OR REPLACE INTO user.proxy_test (proxy_id, test_count, success_count, last_is_successful)
      SELECT proxy_id, 1, key % 3 <> 0, key % 3 <> 0 FROM main.proxy`);
  db.close();
}

const overview = (page: Page): Locator => page.getByRole('region', { name: 'Overview of the account' });
/** The figures that open a list, with their numbers. */
const figures = (page: Page): Locator =>
  overview(page)
    .getByRole('button')
    .and(page.getByTitle(/^Show /))
    .filter({ hasText: /^[\d,]+( tested)?$/ });

/** Syncs, and gives the texts of what changed its place on the overview meanwhile. */
async function syncAndNoteMoves(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    interface Move extends PerformanceEntry {
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
    const moved: (Node | null)[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      // Entries of this kind only are observed.
      for (const { sources } of list.getEntries() as Move[])
        for (const { node, previousRect, currentRect } of sources)
          // A longer number begins further to the left in its cell.
          if (previousRect.y !== currentRect.y) moved.push(node);
    }).observe({ type: 'layout-shift' });
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const { value } = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
    const accountId = value[0]?.id;
    await request('sync:run', { accountId });
    // Answered after the one of the page itself.
    await request('overview:get', { accountId, today: '2026-01-01' });
  });
  await untilLoaded(page);
  return overview(page).evaluate((view) =>
    (Reflect.get(globalThis, 'moved') as (Node | null)[])
      .filter((node) => view.contains(node))
      .map((node) => node?.textContent ?? ''),
  );
}

/** Saves tables of the overview by its menu and the keyboard, and reads their lines. */
function prepareSaving(app: OpenWindow, folder: string): (name: string) => Promise<string[]> {
  const { page } = app;
  const csv = join(folder, 'table.csv');
  app.desktop.saveTo = csv;
  return async (name) => {
    await closeMessages(page);
    await page.getByRole('button', { name: 'Save…' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    await expect(page.getByText('Saved the table as table.csv.')).toBeVisible();
    return readFileSync(csv, 'utf8').trimEnd().split('\r\n');
  };
}

/** Goes to an element with Tab alone. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < 100; stop += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the element.');
}

test(
  'the overview is the start page, and every figure opens a list with as many rows, by keyboard alone',
  { tag: '@slow' },
  async ({ app }) => {
    test.slow();
    const { page } = app;
    await addPlainDemo(page);
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeAttached();
    await expect(page.getByText('The first sync. The next one shows what changed.')).toBeVisible();
    await changeCache(app);
    await page.keyboard.press('F5');
    const changes = page.getByRole('table', { name: 'Changes of the last sync' });
    await expect(changes.getByRole('row', { name: 'Added 5' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /your attention$/ })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Problems' })).toContainText('failed their last test');
    await closeMessages(page);

    // Those of the demo renew automatically: no row says that none ends.
    const ending = page.getByRole('table', { name: 'Services that end or renew' });
    await expect(ending.getByRole('row')).not.toHaveCount(0);
    expect(
      await ending
        .getByRole('row')
        .filter({ hasText: /^\D+0\D/ })
        .allTextContents(),
    ).toEqual([]);
    // The keyboard is in the page, without a frame around all of it.
    await page.keyboard.press('ControlOrMeta+2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+1');
    await expect(overview(page)).toBeFocused();
    await expect(overview(page)).not.toHaveCSS('box-shadow', 'none');
    await expect(overview(page)).toHaveCSS('outline-style', 'none');

    const count = await figures(page).count();
    expect(count).toBeGreaterThan(8);
    for (let at = 0; at < count; at += 1) {
      const figure = figures(page).nth(at);
      const [number = ''] = /^[\d,]+/.exec((await figure.textContent()) ?? '') ?? [];
      // Tab reaches each of them; going through all for every one would take minutes.
      if (at < 3) await tabTo(page, figure);
      else await figure.focus();
      await page.keyboard.press('Enter');
      const found = page.getByRole('banner').getByRole('status');
      await expect(found, `figure ${String(at)}`).toHaveText(new RegExp(`^${number}( of |$)`));
      await openView(page, 'overview');
      await expect(figure).toBeVisible();
    }

    // A day of the timeline opens the services that end or renew on it.
    const days = page.getByRole('group', { name: 'Services by day of expiry' });
    for (const day of [days.getByRole('button').first(), days.getByRole('button').last()]) {
      const [, services = ''] = /: (\d+) service/.exec((await day.getAttribute('title')) ?? '') ?? [];
      await day.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('banner').getByRole('status')).toHaveText(new RegExp(`^${services}( of |$)`));
      await openView(page, 'overview');
    }
  },
);

test(
  'overview and changes pass the accessibility rules in both sizes, and a sync moves nothing',
  { tag: '@slow' },
  async ({ demo: app }) => {
    test.slow();
    const { page } = app;
    await changeCache(app);
    await openView(page, 'overview');
    await page.keyboard.press('F5');
    await expect(page.getByRole('row', { name: 'Added 5' })).toBeVisible();
    await closeMessages(page);
    await changeCache(app);
    await untilLoaded(page);
    expect(await syncAndNoteMoves(page)).toEqual([]);
    await closeMessages(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openView(page, 'changes');
    await page.getByRole('button', { name: 'Details panel' }).click();
    await openView(page, 'overview');
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1600, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await untilLoaded(page);
      expect(await findFaultsInBothThemes(page), `overview, ${String(size.width)}`).toEqual([]);
      await openView(page, 'changes');
      await untilLoaded(page);
      await page.getByRole('grid', { name: 'Changes' }).locator('[data-index="0"]').click();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary')).toContainText('Added');
      expect(await findFaultsInBothThemes(page), `changes, ${String(size.width)}`).toEqual([]);
      await page.keyboard.press('ControlOrMeta+,');
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await untilLoaded(page);
      expect(await findFaultsInBothThemes(page), `settings, ${String(size.width)}`).toEqual([]);
      await page.keyboard.press('Escape');
      await openView(page, 'overview');
    }
  },
);

test(
  'changes are narrowed to a sync and a kind, begin with services, and the proxies of those shown or selected are exported',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await changeCache(app, 'DELETE FROM service WHERE key = 1');
    await syncNow(page);
    await openView(page, 'changes');
    const syncs = page.getByRole('navigation', { name: 'Syncs' });
    await syncs.getByRole('button', { name: /6 added/ }).click();
    const filter = page.getByRole('combobox', { name: 'Filter' });
    await expect(filter).toHaveValue('sync:2');
    await page.getByRole('button', { name: 'Added 6' }).click();
    await expect(filter).toHaveValue('sync:2 kind:added');
    const grid = page.getByRole('grid', { name: 'Changes' });
    await expect(grid).toHaveAttribute('aria-rowcount', '7');
    await expect(grid.locator('[data-index="0"]')).toContainText('Service');
    await expect(grid.locator('[data-index="1"]')).toContainText('Proxy');
    await page.getByRole('button', { name: 'Export proxies…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('5 proxies of the changes shown');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await grid.locator('[data-index="1"]').click();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Copy proxies…' }).click();
    await expect(dialog).toContainText('2 proxies of the changes selected');
  },
);

test(
  'costs, changes and settings are used by keyboard alone, and tables are saved as CSV',
  { tag: '@slow' },
  async ({ demo: app, exportDir }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    await changeCache(app);
    await openView(page, 'overview');
    await page.keyboard.press('F5');
    await expect(page.getByRole('row', { name: 'Added 5' })).toBeVisible();
    const save = prepareSaving(app, exportDir);
    // What a card shows in part, its file has entirely.
    const failing = await save('Failing proxies by service');
    expect(failing[0]).toBe('service_id,service_name,failing,proxies');
    expect(failing.length).toBeGreaterThan(5);
    expect(await save('Changes of sync 2')).toContain('added,5');
    expect((await save('Proxies by country'))[1]).toMatch(/^US,United States,\d+,\d+$/);
    expect((await save('Costs by service')).length).toBeGreaterThan(10);
    expect((await save('Costs by type'))[0]).toMatch(/^type,services,/);
    // What they cost by type is with the services, too.
    await openView(page, 'services');
    await page.getByText(/^[\d,.]+ per month, \d+ services/).click();
    const byType = page.getByRole('table', { name: 'By type, per month' });
    const isp = byType.getByRole('row', { name: /^ISP/ }).getByRole('button');
    const count = await isp.textContent();
    await isp.press('Enter');
    await expect(page.getByRole('banner').getByRole('status')).toHaveText(new RegExp(`^${count ?? ''}( of |$)`));
    await openView(page, 'overview');

    // From the card to the changes of one kind, to the details of the first, and back to its list.
    await tabTo(page, page.getByRole('row', { name: 'Added 5' }).getByRole('button'));
    await page.keyboard.press('Enter');
    const changes = page.getByRole('grid', { name: 'Changes' });
    // The rows of all syncs are as many, and make way for these.
    const added = page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Added/ });
    await expect(added).toHaveAttribute('aria-pressed', 'true');
    await expect(changes).toHaveAttribute('aria-rowcount', '6');
    await tabTo(page, changes);
    await page.keyboard.press('ArrowDown');
    await expect(changes).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary')).toContainText('Added');
    const syncs = page.getByRole('navigation', { name: 'Syncs' });
    await tabTo(page, syncs.getByRole('button', { name: /5 added/ }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('kind:added');

    const settings = await openSettings(page);
    await tabTo(page, settings.getByRole('tab', { name: 'General' }));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const soon = settings.getByRole('checkbox', { name: 'A service ends soon' });
    await tabTo(page, soon);
    await page.keyboard.press('Space');
    await expect(soon).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
  },
);

test('an overdue service is the first problem of the overview, and a proxy user near its limit is another', async ({
  demo: { page },
}) => {
  await openView(page, 'overview');
  const problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(problems.first()).toContainText(/Datacenter Singapore \d+ is overdue\./);
  await expect(page.getByText('Nothing needs your attention')).toBeHidden();
  const near = problems.filter({ hasText: 'of residential data left' });
  await expect(near).toContainText(/jasper\d+ has 300 MB/);
  await near.getByRole('button', { name: 'Show the user' }).click();
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('used:>=90 -deleted:yes');
  const grid = page.getByRole('grid', { name: 'Proxy users' });
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  const used = grid.locator('[data-index="0"] [data-key="used"]');
  await expect(used).toHaveText('97%');
  await expect(used).toHaveClass(/warn/);
  await openView(page, 'overview');
  await problems.first().getByRole('button', { name: 'Show the service' }).click();
  await expect(page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]')).toContainText('Overdue');
});

test(
  'a file that was saved without a preset is the last export, and is saved again with the same choices',
  { tag: '@slow' },
  async ({ demo: app, exportDir }) => {
    const { page } = app;
    await page.getByRole('combobox', { name: 'Filter' }).fill('country:US');
    await page.keyboard.press('Enter');
    answerSaveDialog(app, join(exportDir, 'out.txt'));
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog');
    await saveButton(dialog).click();
    await expect(dialog.getByText(/^Saved \d+ proxies to out\.txt/)).toBeVisible();
    await page.keyboard.press('Escape');
    await openView(page, 'overview');
    const exports = page.getByRole('region', { name: 'Last exports' });
    await expect(exports).toContainText(/out\.txt ?84 proxies · /);
    answerSaveDialog(app, join(exportDir, 'again.txt'));
    await exports.getByRole('button', { name: 'Export out.txt again' }).click();
    await expect(exports).toContainText('again.txt');
    expect(readFileSync(join(exportDir, 'again.txt'), 'utf8')).toBe(readFileSync(join(exportDir, 'out.txt'), 'utf8'));
    // Remembered with the account.
    await app.idle();
    await page.reload();
    await openView(page, 'overview');
    await expect(exports).toContainText('again.txt');
  },
);

/** Sends requests through a new rule of the gateway, whose proxies refuse all of them, and turns the gateway off again. */
async function failByGateway({ page, dataDir }: OpenWindow, requestCount: number): Promise<void> {
  const accounts = join(dataDir, 'accounts');
  const cache = new Database(join(accounts, readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? ''));
  // Nothing listens there.
  cache
    .prepare(`UPDATE proxy SET proxy_ip_address = '127.0.0.1', proxy_http_port = ? WHERE country_id = 'US'`)
    .run(await findFreePort());
  cache.close();
  const port = await findFreePort();
  const turn = (isOn: boolean): Promise<void> =>
    page.evaluate(
      async ({ isOn, rule }) => {
        const { request } = Reflect.get(globalThis, 'bridge') as {
          request: (name: string, args?: unknown) => Promise<string>;
        };
        const { value } = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
        const accountId = value[0]?.id;
        if (isOn) await request('gateway:put-rule', { accountId, rule });
        await request('gateway:switch', { accountId, isOn });
      },
      { isOn, rule: { ...defaultRule, port, where: 'country:US', needsToken: false, allowsPrivate: true } },
    );
  await turn(true);
  for (let sent = 0; sent < requestCount; sent += 1) {
    await new Promise<void>((resolve, reject) => {
      sendRequest({ host: '127.0.0.1', port, path: 'http://127.0.0.1:9/' }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  }
  // Its observations are written at the end at the latest.
  await turn(false);
}

test(
  'what the gateway has seen to fail is as much on the card, for its country and in the list',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await openView(page, 'overview');
    await expect(page.getByText('Not tested yet.')).toBeVisible();
    const ranking = page.getByRole('table', { name: 'Proxies by country' });
    const figureOf = (country: string, at: number): Locator =>
      ranking
        .getByRole('row', { name: new RegExp(country) })
        .getByRole('cell')
        .nth(at);
    await expect(figureOf('United States', 2)).toHaveText('–');
    await failByGateway(app, 5);
    const failing = page.getByTitle('Show the failing proxies').first();
    await expect(failing).toHaveText(/^[1-9]\d*$/);
    const count = (await failing.textContent()) ?? '';
    // They are a problem, so the list of countries begins with them.
    await expect(ranking.getByRole('columnheader').nth(2)).toHaveText('Failing');
    await expect(figureOf('United States', 1)).toHaveText(count);
    // Nobody tested those.
    await expect(figureOf('Germany', 1)).toHaveText('–');
    await failing.click();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText(new RegExp(`^${count} of 250$`));
  },
);

test(
  'an account opens where it was left, or with the overview if the user chose that',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const heading = (name: string): Locator => page.getByRole('heading', { name, level: 1 });
    const savedPlace = (): Promise<string> =>
      page.evaluate(() => {
        const { request } = Reflect.get(globalThis, 'bridge') as {
          request: (name: string) => Promise<string>;
        };
        return request('accounts:list');
      });
    await page.getByRole('combobox', { name: 'Filter' }).fill('country:US');
    await expect.poll(savedPlace).toContain('country:US');
    await page.reload();
    await expect(heading('Proxies')).toBeAttached();

    const settings = await openSettings(page);
    await settings.getByRole('radio', { name: 'Overview' }).check();
    await settings.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(heading('Proxies')).toBeAttached();
    await page.reload();
    await expect(heading('Overview')).toBeAttached();
    // The lists are still as they were left.
    await openView(page, 'proxies');
    await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('country:US');
  },
);

test('the timeline names the day on which data runs out', { tag: '@slow' }, async ({ demo: app, dataDir }) => {
  const { page } = app;
  const accounts = join(dataDir, 'accounts');
  const file = readdirSync(accounts).find((name) => name.endsWith('.sqlite')) ?? '';
  const db = new Database(join(accounts, file));
  db.exec(`UPDATE cached_record SET rest = json_set(rest, '$.fields.residential_bytes_left', 6000000000)
      WHERE kind = 'residential_summary'`);
  db.close();
  await page.reload();
  await openView(page, 'overview');
  const days = page.getByRole('region', { name: 'Next 30 days' });
  await expect(days.getByRole('listitem').first()).toHaveText(/^\s*\d+ \w{3} Residential data runs out\s*$/);
  await expect(days.getByTitle('Residential data runs out')).toBeVisible();
  await days.getByRole('button', { name: 'Residential data' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Usage over time' })).toBeVisible();
});

test('a preset is exported again from the overview', { tag: '@slow' }, async ({ demo: app, exportDir }) => {
  const { page } = app;
  const file = join(exportDir, 'scraper.txt');
  answerSaveDialog(app, file);
  await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const ask = async (name: string, args?: unknown): Promise<unknown> =>
      (JSON.parse(await request(name, args)) as { value: unknown }).value;
    const [account] = (await ask('accounts:list')) as { id: string }[];
    const proxies = { kind: 'query', where: '' };
    const choices = { proxyUserId: null, proxies, format: 'http', protocol: 'http', ip: '4' };
    const preset = { accountId: account?.id, name: 'scraper', choices };
    const { id } = (await ask('presets:put', preset)) as { id: number };
    await ask('presets:save', { accountId: account?.id, id, asksFile: true });
  });
  rmSync(file);
  await page.reload();
  await openView(page, 'overview');
  const exports = page.getByRole('region', { name: 'Last exports' });
  await exports.getByRole('button', { name: 'Export scraper again' }).press('Enter');
  await expect(exports).toContainText('just now');
  await expect.poll(() => existsSync(file)).toBe(true);
});
