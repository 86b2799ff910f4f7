import { createServer } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { systemClock, type Clock } from '../../src/main/ports.ts';
import type { OpenWindow } from '../support/open-window.ts';
import { startDemoService } from '../support/demo-service.ts';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { addAccount, syncNow } from './open-demo.ts';
import { openSettings } from './open-settings.ts';
import { openView } from './open-view.ts';

const proxyCount = 20;

/** A proxy for plain HTTP that answers itself; it is also the target. */
async function startProxy() {
  let status = 200;
  const server = createServer(({ url = '' }, response) => {
    response.statusCode = url.startsWith('http://nowhere.invalid') ? 502 : status;
    response.end('arrived');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    port,
    url: `http://127.0.0.1:${String(port)}/`,
    fail(): void {
      status = 503;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Makes the runs of the only account a day older. */
function ageRuns(dataDir: string): void {
  const accounts = join(dataDir, 'accounts');
  const file = readdirSync(accounts).find((name) => name.endsWith('.sqlite.records')) ?? '';
  const db = new Database(join(accounts, file));
  db.exec(`UPDATE test_run SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', started_at, '-1 day')`);
  db.close();
}

let isHurried = false;
/** Waits for nothing while a test is in a hurry; unit tests have a clock for the time before. */
const clock: Clock = { ...systemClock, after: (delayMs, call) => systemClock.after(isHurried ? 0 : delayMs, call) };
test.use({ parts: { clock } });

/** Has the app look at its schedules, as after a sleep, and at once. */
function wakeUp({ app }: OpenWindow): void {
  isHurried = true;
  app.testSchedule.resume();
  isHurried = false;
}

test('a view is tested again when it is due, a notification says that many fail, and the schedule ends', async ({
  app,
  dataDir,
}) => {
  const demo = await startDemoService({ proxyCount });
  const proxy = await startProxy();
  const { proxies } = demo.account;
  for (const row of proxies.slice(0, proxyCount)) {
    proxies.update(String(row['proxy_id']), {
      proxy_ip_address: '127.0.0.1',
      proxy_http_port: proxy.port,
      default_proxy_user_username: 'u',
      default_proxy_user_password: 'p',
    });
  }
  const { page } = app;
  await addAccount(page, demo);
  const settings = await openSettings(page, 'Notifications');
  await settings
    .getByRole('group', { name: 'Notify me when' })
    .getByRole('checkbox', { name: 'A test run has many failures' })
    .check();
  await settings.getByRole('button', { name: 'Close', exact: true }).click();
  const texts = (): string[] => app.desktop.notifications.map(({ title, body }) => `${title}: ${body}`);

  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await dialog.getByLabel('URL').fill(proxy.url);
  await dialog.getByRole('radio', { name: 'This machine' }).check();
  await dialog.getByText('More options').click();
  await dialog.getByRole('combobox', { name: 'Repeat' }).selectOption('Every hour (while open)');
  // The name is what runs of a schedule have in common.
  await expect(dialog.getByRole('button', { name: 'Start test' })).toBeDisabled();
  await dialog.getByLabel('Name of the run').fill('Hourly');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start test' }).click();
  const results = page.getByRole('region', { name: 'Results', exact: true });
  await expect(results.getByRole('img', { name: '20 work, 0 fail' })).toBeVisible();
  await results.getByRole('button', { name: 'More actions of this run' }).click();
  await expect(page.getByRole('menuitem', { name: 'Stop repeating' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(texts()).toEqual([]);

  proxy.fail();
  ageRuns(dataDir);
  wakeUp(app);
  await expect.poll(texts).toEqual(['Many proxies fail: Northwind: Hourly: 20 of 20 proxies fail.']);
  const runs = page
    .getByRole('navigation', { name: 'Test runs' })
    .getByRole('button')
    .filter({ hasNotText: 'All runs' });
  await expect(runs).toHaveCount(2);
  await openView(page, 'proxies');
  app.desktop.notifications[0]?.open();
  await expect(results.getByRole('img', { name: '0 work, 20 fail' })).toBeVisible();

  // Nothing can be tested any more, so the next test that is due cannot start.
  for (const row of proxies.slice(0, proxyCount)) {
    proxies.update(String(row['proxy_id']), { default_proxy_user_password: null });
  }
  await syncNow(page);
  const repeated = page.getByRole('region', { name: 'Repeated tests' });
  await expect(repeated.getByText(/^Every hour, next in \d+ min$/)).toBeVisible();
  ageRuns(dataDir);
  wakeUp(app);
  const reason = 'None of the selected proxies can be tested.';
  await expect(repeated.getByText(`Could not start: ${reason}`)).toBeVisible();
  const message = page.getByText(`The repeated test “Hourly” could not start. ${reason}`);
  await expect(message).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await results.getByRole('button', { name: 'More actions of this run' }).click();
  await page.getByRole('menuitem', { name: 'Stop repeating' }).click();
  await expect(repeated).toBeHidden();
  await expect(message).toBeHidden();
  await expect(runs).toHaveCount(2);
  proxy.close();
  await demo.close();
});

test('a repeated test of a saved view follows it, and says so', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('combobox', { name: 'Filter' }).fill('country:US');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of 250$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await saving.getByRole('textbox').fill('America');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^America/ })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+t');
  const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  const repeat = dialog.getByRole('combobox', { name: 'Repeat' });
  const follows = dialog.getByText('Follows the saved view “America”');
  await dialog.getByText('More options').click();
  await expect(follows).toBeHidden();
  await repeat.selectOption('Every 6 hours (while open)');
  await expect(follows).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByLabel('Name of the run').fill('Daily');
  await dialog.getByRole('button', { name: 'Start test' }).click();
  const repeated = page.getByRole('region', { name: 'Repeated tests' });
  await expect(repeated).toContainText('Daily');
  await expect(repeated).toContainText('Every 6 hours, saved view “America”, ');
});
