import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { timeBounds, totalColumns, totalKeys } from '../../src/main/store/schema/request-totals.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';

/** Logs two requests of a rule, as its gateway would; no proxy could carry the second. */
function logRequests(dataDir: string): void {
  const folder = join(dataDir, 'accounts');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.requests'));
  const log = new Database(join(folder, file));
  const phases = { lookup: null, connect: 12, handshake: 30, tls: null, firstByte: null, body: null };
  const refused = { proxy_id: 'p1', address: '203.0.113.9:8000', reason: 'refused', status: null, phases };
  const insert = log.prepare(
    `INSERT INTO gateway_request (requested_at, rule, client, kind, target_host, target_port, outcome, reason, fault,
       received_bytes, sent_bytes, duration_ms, try_count, proxy_id, proxy_address, tries)
     VALUES (?, 'scraper', '127.0.0.1', 'connect', ?, 443, ?, ?, ?, 48000, 900, 812, ?, 'p1', '203.0.113.9:8000', ?)`,
  );
  const now = new Date().toISOString();
  insert.run(now, 'shop.example.com', 'works', null, null, 1, null);
  insert.run(now, 'api.example.org', 'fails', 'refused', 'proxy', 2, JSON.stringify([refused, refused]));
  const total = log.prepare(
    `INSERT INTO gateway_total (${[...totalKeys, ...totalColumns].join(', ')})
     VALUES (?, 24, ?, ?, 'scraper', ?, '', ?, ?, ?, ?, ?, 0, ${timeBounds.map(() => '0').join(', ')}, 0)`,
  );
  const day = now.slice(0, 10);
  total.run('host', day, 'shop.example.com', 'Hudson', 5, 0, 5, 0, 48_000);
  total.run('host', day, 'shop.example.com', 'Lakeside', 3, 2, 3, 2, 48_000);
  total.run('host', day, 'api.example.org', 'Hudson', 1, 1, 1, 1, 48_000);
  total.run('proxy', day, 'p1', 'Hudson', 6, 1, 6, 1, 96_000);
  total.run('blocked', day, 'x.ads.example', '', 41, 0, 41, 0, 0);
  log.close();
}

test('requests of the gateway are logged once that is wanted, are filtered like any list, and show what was tried', async ({
  demo: app,
  dataDir,
}) => {
  const { page } = app;
  await openView(page, 'gateway');
  await page.getByRole('radio', { name: 'Requests' }).check();
  await expect(page.getByText('Requests are not logged')).toBeVisible();
  await page.getByRole('button', { name: 'Log requests for 7 days' }).click();
  await expect(page.getByText('No requests yet')).toBeVisible();

  await app.idle();
  logRequests(dataDir);
  await page.getByRole('radio', { name: 'Rules' }).check();
  await page.getByRole('radio', { name: 'Requests' }).check();
  await page.keyboard.press('F5');
  const grid = page.getByRole('grid', { name: 'Requests' });
  await expect(grid.locator('[data-index="0"]')).toContainText('api.example.org');
  await expect(grid.locator('[data-index="1"]')).toContainText('shop.example.com');
  await page.getByRole('combobox', { name: 'Filter' }).fill('outcome:fails');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await grid.locator('[data-index="0"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the request' });
  await expect(details).toContainText('Proxies that were tried');
  await expect(details.getByRole('listitem')).toHaveCount(2);
});

test('hosts show how well requests to them work and through which networks, and an emptied log has none', async ({
  demo: app,
  dataDir,
}) => {
  const { page } = app;
  await openView(page, 'gateway');
  await page.getByRole('radio', { name: 'Requests' }).check();
  await page.getByRole('button', { name: 'Log requests for 7 days' }).click();
  await expect(page.getByText('No requests yet')).toBeVisible();
  await app.idle();
  logRequests(dataDir);
  await page.getByRole('radio', { name: 'Hosts', exact: true }).first().check();
  const grid = page.getByRole('grid', { name: 'Hosts' });
  await expect(grid.locator('[data-index="0"]')).toContainText('shop.example.com');
  await expect(grid.locator('[data-index="0"]')).toContainText('75.0%');
  await grid.locator('[data-index="0"]').click();
  const details = page.getByRole('complementary', { name: 'Details of the host' });
  const networks = details.getByRole('table', { name: 'Networks' });
  await expect(networks.getByRole('row')).toHaveText([
    /Network/,
    /Hudson\s*5\s*0\s*100.0%/,
    /Lakeside\s*3\s*2\s*33.3%/,
  ]);

  await expect(details.getByRole('img', { name: /^Requests from .* 8 requests, 2 fail$/ })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Skip Lakeside here…' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Block it…' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Send to another rule…' })).toBeVisible();

  await page.getByRole('radio', { name: 'Blocked' }).check();
  await expect(grid.locator('[data-index="0"]')).toContainText(/x\.ads\.example\s*41/);
  await page.getByRole('radio', { name: 'Networks' }).check();
  await expect(grid.getByRole('columnheader', { name: /^Tries/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Hosts', exact: true }).last().check();

  await page.getByRole('combobox', { name: 'Filter' }).fill('works:<50');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid.locator('[data-index="0"]')).toContainText('api.example.org');
  await grid.locator('[data-index="0"]').click();
  await expect(details.getByRole('table', { name: 'Reasons' })).toContainText('Connection refused');
  await details.getByRole('button', { name: 'Report for the seller…' }).click();
  const report = page.getByRole('dialog', { name: 'Report for the seller' });
  await expect(report).toContainText('No proxy reached it, so no proxy is to blame.');
  await page.keyboard.press('Escape');
  await expect(report).toBeHidden();
  await details.getByRole('button', { name: 'Show its requests' }).click();
  await expect(page.getByRole('grid', { name: 'Requests' }).locator('[data-index="0"]')).toContainText(
    'api.example.org',
  );

  await page.getByRole('button', { name: 'More actions of the log' }).click();
  await page.getByRole('menuitem', { name: 'Empty the log…' }).click();
  await page.getByRole('button', { name: 'Empty log' }).click();
  await expect(page.getByRole('grid', { name: 'Requests' })).toHaveAttribute('aria-rowcount', '1');
  await page.getByRole('radio', { name: 'Hosts', exact: true }).first().check();
  await expect(grid).toHaveAttribute('aria-rowcount', '1');
});

test(
  'requests that could not be logged are counted in the window',
  { tag: '@slow' },
  async ({ demo: app, dataDir }) => {
    const { page } = app;
    await openView(page, 'requests');
    await page.getByRole('button', { name: 'Log requests for 7 days' }).click();
    await expect(page.getByText('No requests yet')).toBeVisible();
    await app.idle();
    const folder = join(dataDir, 'accounts');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.requests'));
    const log = new Database(join(folder, file));
    log.exec('UPDATE request_loss SET count = 7');
    log.close();
    await page.getByRole('radio', { name: 'Rules' }).check();
    await page.getByRole('radio', { name: 'Requests' }).check();
    await expect(page.getByText('7 requests could not be logged')).toBeVisible();
  },
);
