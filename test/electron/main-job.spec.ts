import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDemoService, type DemoService } from '../support/demo-service.ts';
import type { JsonObject } from '../../src/shared/json.ts';
import { findSecretsInArguments, findSecretsInFiles } from '../support/find-secrets.ts';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { lacks } from '../support/needs.ts';
import { chooseFormat, closeExport, saveButton } from '../page/export-dialog.ts';
import { expect, test } from './fixture.ts';
import { fillAccount } from '../page/open-demo.ts';
import { openView } from '../page/open-view.ts';

const keys = { publicKey: 'canary-public-7f3a91', privateKey: 'canary-private-c4d20b-9981' };
const testedCount = 45;

const missing = process.platform === 'linux' ? lacks('keytar', 'xvfb', 'dbus', 'gnome-keyring') : lacks('keytar');
test.skip(missing !== undefined, missing ?? '');

test('keys in, proxies synced, filtered, exported, browsed offline, tested', async ({ userDataDir, exportDir }) => {
  let demo = await startDemoService(keys);
  const everything = demo.account.proxies.slice(0, demo.account.proxies.count());
  const users = demo.account.proxyUsers.slice(0, demo.account.proxyUsers.count());
  const restrictedUser = findRestrictedUser(users);
  const expected = expectExport(everything, users, restrictedUser);

  let app = await launchApp({ userDataDir });
  await test.step('add an account, its keys checked', () => addAccount(app.page, demo));
  await test.step('the proxies are there', async () => {
    await expect(app.page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  });

  await test.step('a filter finds what it should', async () => {
    await app.page.getByRole('combobox', { name: 'Filter' }).fill('country:US online:yes');
    const found = everything.filter((row) => row['country_id'] === 'US' && row['proxy_is_online'] === true);
    await expect(app.page.getByRole('status').filter({ hasText: 'of 250' })).toHaveText(`${found.length} of 250`);
    await app.page.getByRole('combobox', { name: 'Filter' }).fill('');
  });

  const first = join(exportDir, 'first.txt');
  await test.step('the export for a restricted user is byte for byte what the rules allow', async () => {
    await exportTo(app, first, restrictedUser);
    expect(readFileSync(first, 'utf8')).toBe(expected);
    if (process.platform !== 'win32') expect(statSync(first).mode & 0o777).toBe(0o600);
  });

  await test.step('restarted with the service down, the same export comes out', async () => {
    await app.close();
    const { port } = new URL(demo.baseUrl);
    await demo.close();
    app = await launchApp({ userDataDir });
    await expect(app.page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
    const again = join(exportDir, 'again.txt');
    await exportTo(app, again, restrictedUser);
    expect(readFileSync(again, 'utf8')).toBe(expected);
    demo = await startDemoService({ ...keys, port: Number(port) });
  });

  await test.step('45 proxies are tested in three requests of at most 20', async () => {
    const ports = everything.map((row) => Number(row['proxy_http_port'])).sort((left, right) => left - right);
    const bound = ports[testedCount] ?? 0;
    expect(ports.filter((port) => port < bound)).toHaveLength(testedCount);
    await app.page.getByRole('combobox', { name: 'Filter' }).fill(`port:<${bound}`);
    await expect(app.page.getByText(`${testedCount} of 250`)).toBeVisible();
    await app.page.getByRole('button', { name: `Test ${testedCount}…`, exact: true }).click();
    const dialog = app.page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
    await dialog.getByLabel('URL').fill('https://example.com/');
    await dialog.getByLabel('Proxies').selectOption({ label: `${testedCount} proxies found by the filter` });
    await dialog.getByRole('button', { name: 'Start test' }).click();
    const results = app.page.getByRole('grid', { name: /results/i });
    await expect(results).toHaveAttribute('aria-rowcount', String(testedCount + 1));
    const sizesSent = () =>
      demo.requests
        .filter(({ path }) => path.endsWith('/proxy_test_run/create'))
        .map(({ body }) => (body?.['proxies'] as unknown[]).length);
    // What is planned is listed before it is sent.
    await expect.poll(sizesSent).toEqual([20, 20, 5]);
  });

  await test.step('no key and no password lies in a file, a log or the arguments', async () => {
    const passwords = users.map((user) => String(user['proxy_user_password']));
    const secrets = [keys.privateKey, ...passwords];
    if (process.platform === 'linux') expect(findSecretsInArguments(app.pid, secrets)).toEqual([]);
    expect(findSecretsInFiles(userDataDir, secrets)).toEqual([]);
    await app.close();
    expect(findSecretsInFiles(userDataDir, secrets)).toEqual([]);
    // The search itself works: it finds the password of the user in the export.
    expect(findSecretsInFiles(exportDir, [passwordOf(users, restrictedUser)])).not.toEqual([]);
  });
  await demo.close();
});

async function addAccount(page: Page, demo: DemoService): Promise<void> {
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await fillAccount(dialog, demo);
  await dialog.getByRole('button', { name: 'Check keys' }).click();
  await expect(dialog.getByText('Connected to')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expect(dialog).toBeHidden();
  await openView(page, 'proxies');
}

async function exportTo(app: RunningApp, path: string, proxyUserId: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await app.page
    .getByRole('banner')
    .getByRole('button', { name: /^Export/ })
    .click();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Proxy user/ }).selectOption(proxyUserId);
  await chooseFormat(dialog, 'host:port:user:pass');
  await saveButton(dialog).click();
  await closeExport(dialog);
}

function findRestrictedUser(users: readonly JsonObject[]): string {
  const found = users.find(
    (user) => user['proxy_user_access_type'] === 'service_restricted' && user['proxy_user_is_deleted'] === false,
  );
  return String(found?.['proxy_user_id']);
}

/** The access rules of the specification, applied here to what the service has. */
function expectExport(proxies: readonly JsonObject[], users: readonly JsonObject[], restrictedUser: string): string {
  const user = users.find((candidate) => candidate['proxy_user_id'] === restrictedUser);
  const allowed = new Set(user?.['restricted_service_ids'] as string[]);
  const lines = proxies
    .filter((row) => allowed.has(String(row['service_id'])) && typeof row['proxy_ip_address'] === 'string')
    .map((row) =>
      [row['proxy_ip_address'], row['proxy_http_port'], restrictedUser, passwordOf(users, restrictedUser)].join(':'),
    );
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(proxies.length);
  return lines.map((line) => `${line}\n`).join('');
}

function passwordOf(users: readonly JsonObject[], id: string): string {
  return String(users.find((user) => user['proxy_user_id'] === id)?.['proxy_user_password']);
}
