import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
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
