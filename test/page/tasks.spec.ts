/** Everyday tasks, each with the clicks and keys that it takes. Typed text counts apart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { isJsonObject, stringifyJson, type JsonObject } from '../../src/shared/json.ts';
import { answerTestRun } from '../support/data-shapes/test-answer.ts';
import type { DemoService } from '../support/demo-service.ts';
import { startStrictService } from '../support/strict-service.ts';
import { answerSaveDialog, closeExport, saveButton } from './export-dialog.ts';
import { expect, test } from './fixture.ts';
import { addPlainDemo, closeMessages } from './open-demo.ts';
import { openView } from './open-view.ts';

/** A user whose clicks, keys and filled fields are counted. */
function createUser(page: Page) {
  const none = { clicks: 0, keys: 0, fields: 0 };
  const counts = { ...none };
  return {
    async click(
      target: Locator,
      options?: { readonly button?: 'right'; readonly modifiers?: ['Shift'] },
    ): Promise<void> {
      counts.clicks += 1;
      await target.click(options);
    },
    async press(key: string): Promise<void> {
      counts.keys += 1;
      await page.keyboard.press(key);
    },
    type: (text: string): Promise<void> => page.keyboard.type(text),
    async fill(field: Locator, text: string): Promise<void> {
      counts.fields += 1;
      await field.fill(text);
    },
    /** One click opens the list of a field, another one takes the option. */
    async choose(field: Locator, option: string): Promise<void> {
      counts.clicks += 2;
      await field.selectOption(option);
    },
    /** What was counted since the last call. */
    take(): { clicks: number; keys: number; fields: number } {
      const taken = { ...counts };
      Object.assign(counts, none);
      return taken;
    },
  };
}

test('finding, testing, tagging, saving and looking up take few clicks and keys', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  const user = createUser(page);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
  const found = page.getByRole('banner').getByRole('status');
  const details = page.getByRole('complementary', { name: 'Details of the proxy', exact: true });
  const sidebar = page.getByRole('navigation', { name: 'Views' });
  const dialog = page.getByRole('dialog');
  const tick = (group: string, name: RegExp): Locator =>
    page.getByRole('group', { name: group, exact: true }).getByRole('checkbox', { name });
  const clearFilter = async (): Promise<void> => {
    await filter.fill('');
    await expect(grid).toHaveAttribute('aria-rowcount', '251');
  };

  await test.step('start with an account that was just added', async () => {
    await addPlainDemo(page);
    // The overview is the start page.
    await user.press('ControlOrMeta+2');
    await expect(grid).toHaveAttribute('aria-rowcount', '251');
    expect(user.take()).toEqual({ clicks: 0, keys: 1, fields: 0 });
  });

  await test.step('copy one proxy as curl', async () => {
    await user.click(grid.locator('[data-index="3"]'), { button: 'right' });
    await user.click(page.getByRole('menuitem', { name: 'Copy as', exact: true }));
    await user.click(page.getByRole('menuitem', { name: 'Copy as curl' }));
    await expect(page.getByText(/^Copied 1 proxy\./)).toBeVisible();
    expect(user.take()).toEqual({ clicks: 3, keys: 0, fields: 0 });
  });

  await test.step('find the details of one address', async () => {
    const address = (await grid.locator('[data-index="7"] [data-key=address]').innerText()).trim();
    await user.press('ControlOrMeta+k');
    await user.type(address);
    await expect(page.getByRole('option', { name: `Show proxy ${address}` }).first()).toBeVisible();
    await user.press('Enter');
    await expect(details.getByRole('heading', { level: 2 })).toContainText(address);
    expect(user.take()).toEqual({ clicks: 0, keys: 2, fields: 0 });
    await user.press('ControlOrMeta+f');
    await user.type(address);
    await expect(found).toContainText('of 250');
    await expect(grid.locator('[data-key=address]').filter({ hasText: address }).first()).toBeVisible();
    expect(user.take()).toEqual({ clicks: 0, keys: 1, fields: 0 });
    await clearFilter();
  });

  await test.step('test what a filter finds, then show the proxies that failed', async () => {
    await user.click(tick('Country', /United States/));
    await expect(found).toContainText('84 of 250');
    await user.press('ControlOrMeta+a');
    await user.press('ControlOrMeta+Shift+T');
    await user.click(tick('Last test', /^Fails/));
    await expect(filter).toHaveValue('country:US last:fails');
    expect(user.take()).toEqual({ clicks: 2, keys: 2, fields: 0 });
    await expect(page.getByText(/^Test finished/).first()).toBeVisible();
    await clearFilter();
  });

  await test.step('find the ISP proxies of a country that failed in the last day', async () => {
    await user.click(tick('Country', /United States/));
    await user.click(tick('Type', /^ISP/));
    await user.click(filter);
    await user.click(page.getByRole('option', { name: /Failed in the last 24 hours/ }));
    await expect(filter).toHaveValue('country:US type:isp failed:<24h ');
    expect(user.take()).toEqual({ clicks: 4, keys: 0, fields: 0 });
    await clearFilter();
  });

  await test.step('test a selection, then those of it that failed', async () => {
    // Those that are offline fail every time.
    await filter.fill('online:no');
    await expect(found).toContainText('of 250');
    const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
    await user.click(grid.locator('[data-index="0"] [data-tick]'));
    await user.click(grid.locator(`[data-index="${String(count - 1)}"] [data-tick]`), {
      modifiers: ['Shift'],
    });
    await user.click(page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: /^Test/ }).first());
    await user.click(dialog.getByRole('button', { name: 'Start test' }));
    await user.click(page.getByRole('button', { name: `Retest ${String(count)}…` }));
    await user.click(dialog.getByRole('button', { name: 'Start test' }));
    await expect(page.getByRole('heading', { name: 'Test run 3' })).toBeVisible();
    expect(user.take()).toEqual({ clicks: 6, keys: 0, fields: 0 });
    await openView(page, 'proxies');
    await clearFilter();
  });

  await test.step('see how many services end in the next days, and what each way to end costs', async () => {
    await user.press('ControlOrMeta+1');
    const ending = page.getByRole('region', { name: 'Next 14 days' });
    await expect(ending).toContainText(/\d+ services? (ends?|needs? a renewal)/);
    const ways = ending.getByRole('table', { name: 'Services that end or renew' }).getByRole('row');
    for (const way of await ways.all()) await expect(way).toHaveText(/\d+\s*(–|[\d,.]+)/);
    expect(user.take()).toEqual({ clicks: 0, keys: 1, fields: 0 });
  });

  await test.step('turn the auto-renewal of a service off', async () => {
    await user.press('ControlOrMeta+3');
    await filter.fill('status:active renews:yes -canceling:yes ');
    await expect(found).toContainText(/ of \d+$/);
    await user.click(page.getByRole('grid', { name: 'Services' }).locator('[data-index="0"]'));
    await user.click(
      page.getByRole('complementary', { name: 'Details of the service' }).getByRole('button', { name: 'Edit…' }),
    );
    await user.click(dialog.getByRole('group', { name: 'Auto-renewal' }).getByLabel('No'));
    await user.click(dialog.getByRole('button', { name: /^Send/ }));
    await expect(page.getByText(/^Saved\./)).toBeVisible();
    expect(user.take()).toEqual({ clicks: 4, keys: 1, fields: 0 });
  });

  await test.step('see which proxy user used most data, and who changes its access', async () => {
    await user.press('ControlOrMeta+4');
    const users = page.getByRole('grid', { name: 'Proxy users' });
    await user.click(users.getByRole('button', { name: 'Residential used' }));
    await expect(users.getByRole('columnheader', { name: 'Residential used' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    // The rows of the order before are still there.
    await expect(users).toHaveAttribute('aria-busy', 'false');
    expect(user.take()).toEqual({ clicks: 1, keys: 1, fields: 0 });
    await user.click(users.locator('[data-index="0"]'));
    await expect(page.getByRole('complementary', { name: 'Details of the proxy user' })).toContainText(
      'The provider manages access. Ask your provider to change it.',
    );
    expect(user.take()).toEqual({ clicks: 1, keys: 0, fields: 0 });
  });

  await test.step('see what the last sync changed', async () => {
    await user.press('ControlOrMeta+8');
    await expect(page.getByRole('navigation', { name: 'Syncs' })).toContainText('First received');
    expect(user.take()).toEqual({ clicks: 0, keys: 1, fields: 0 });
  });

  await test.step('tag and note every proxy of a country, and undo both', async () => {
    await page.keyboard.press('ControlOrMeta+2');
    await closeMessages(page);
    await user.click(tick('Country', /Germany/));
    await expect(found).toContainText('24 of 250');
    await user.press('ControlOrMeta+a');
    await user.press('t');
    await expect(dialog.getByRole('textbox', { name: 'Find or create a tag' })).toBeFocused();
    await user.type('berlin');
    await user.press('Enter');
    await expect(page.getByText(/^Added the tag "berlin" to \d+ proxies\.$/)).toBeVisible();
    await expect(dialog).toBeHidden();
    await user.press('n');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await user.type('for the campaign');
    await user.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    const noted = grid.locator('[data-index="0"]').getByTitle('for the campaign');
    await expect(noted).toBeVisible();
    await user.press('ControlOrMeta+z');
    await expect(noted).toBeHidden();
    await user.press('ControlOrMeta+z');
    await expect(page.getByText(/^Undone/).first()).toBeVisible();
    await expect(grid.locator('[data-index="0"]').getByText('berlin')).toHaveCount(0);
    expect(user.take()).toEqual({ clicks: 1, keys: 7, fields: 0 });
  });

  await test.step('save a view, and open it the next day', async () => {
    await user.click(sidebar.getByRole('button', { name: 'Save view' }));
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await user.type('Germany');
    await user.press('Enter');
    await expect(sidebar.getByRole('button', { name: /^Germany/ })).toBeVisible();
    expect(user.take()).toEqual({ clicks: 1, keys: 1, fields: 0 });
    await clearFilter();
    await page.reload();
    await user.click(sidebar.getByRole('button', { name: /^Germany/ }));
    await expect(filter).toHaveValue('country:DE');
    expect(user.take()).toEqual({ clicks: 1, keys: 0, fields: 0 });
  });
});

test(
  'an account whose codes of countries come in lower case is added, and its working proxies are right for three tools, with few clicks',
  { tag: '@slow' },
  async ({ app, exportDir }) => {
    const { page } = app;
    /** What the service answered of each proxy. */
    const passed = new Map<string, boolean>();
    const demo = await startStrictService({
      hasLowerCodes: true,
      faults({ path, body }) {
        if (!path.endsWith('/proxy_test_run/create')) return undefined;
        const answer = answerTestRun(stringifyJson(body ?? {}));
        for (const result of resultsOf(answer)) {
          passed.set(String(result['proxy_id']), result['proxy_test_result_is_successful'] === true);
        }
        return { status: 200, body: stringifyJson(answer) };
      },
    });
    const user = createUser(page);
    const dialog = page.getByRole('dialog');
    const synced = page.getByText(/^Synced /).first();
    // Where the tests run without a keyring the dialog offers the way on, which no user needs.
    const passKeyring = async (): Promise<void> => {
      const inMemory = dialog.getByRole('button', { name: 'Use for this session' });
      await expect(inMemory.or(synced).first()).toBeVisible();
      if (await inMemory.isVisible()) await inMemory.click();
      await expect(synced).toBeVisible();
      // An earlier sync may be what is seen; keys do nothing while the dialog is there.
      await expect(dialog).toHaveCount(0);
    };

    await test.step('add an account: wrong keys are seen before it is stored, and repaired', async () => {
      await user.click(page.getByRole('button', { name: 'Add an account' }));
      await user.fill(dialog.getByLabel('Name'), 'Northwind');
      await user.fill(dialog.getByLabel('Base URL'), demo.baseUrl);
      await user.fill(dialog.getByLabel('Public key'), demo.publicKey);
      await user.fill(dialog.getByLabel('Private key'), 'wrong');
      await user.click(dialog.getByRole('button', { name: 'Add account' }));
      await expect(dialog.getByRole('alert')).toContainText(/refused/);
      expect(user.take()).toEqual({ clicks: 2, keys: 0, fields: 4 });
      await user.fill(dialog.getByLabel('Private key'), demo.privateKey);
      await user.click(dialog.getByRole('button', { name: 'Add account' }));
      await passKeyring();
      expect(user.take()).toEqual({ clicks: 1, keys: 0, fields: 1 });
    });

    await test.step('countries have their names, and a color on the map, although their codes came in lower case', async () => {
      await openView(page, 'overview');
      const countries = page.getByRole('table', { name: 'Proxies by country' });
      await expect(countries.getByRole('button', { name: 'United States' })).toHaveText('US United States');
      await expect(page.locator('path[data-code="US"]')).toHaveClass(/level-[1-4]/);
      await openView(page, 'proxies');
      const place = page.getByRole('grid', { name: 'Proxies' }).locator('[data-key="place"] .lead').first();
      await expect(place).toHaveText(/^[A-Z]{2}$/);
    });

    await test.step('replace the keys', async () => {
      await closeMessages(page);
      await user.click(page.getByRole('button', { name: /^Account/ }));
      await user.click(page.getByRole('menuitem', { name: 'Keys and base URL…' }));
      await user.fill(dialog.getByLabel('Public key'), demo.publicKey);
      await user.fill(dialog.getByLabel('Private key'), demo.privateKey);
      await user.click(dialog.getByRole('button', { name: 'Save and sync' }));
      await passKeyring();
      expect(user.take()).toEqual({ clicks: 3, keys: 0, fields: 2 });
    });

    // As on every day but the first: tested, and exported before with this condition.
    await page.keyboard.press('ControlOrMeta+t');
    await dialog.getByRole('button', { name: 'Start test' }).click();
    await expect(page.getByText(/^Test finished/).first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+2');
    await page.keyboard.press('ControlOrMeta+e');
    await dialog.getByLabel(/^Worked in the last/).fill('24');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await closeExport(dialog);
    await closeMessages(page);

    await test.step("a user's working proxies for three tools", async () => {
      const { id, password, endpoints } = expectWorking(demo.account, passed);
      const tools = dialog.getByRole('group', { name: 'Formats used most' });
      const save = async (name: string): Promise<string[]> => {
        answerSaveDialog(app, join(exportDir, name));
        await user.click(saveButton(dialog));
        await expect(dialog.getByText(new RegExp(`^Saved .* to ${name}\\.`))).toBeVisible();
        return readFileSync(join(exportDir, name), 'utf8').trim().split('\n');
      };
      await user.click(page.getByRole('navigation', { name: 'Views' }).locator('.user', { hasText: id }));
      await user.click(page.getByRole('banner').getByRole('button', { name: /^Export/ }));
      const first = await save('scraper.txt');
      await user.click(tools.getByRole('button', { name: 'user:pass@host:port' }));
      const second = await save('checker.txt');
      await user.click(tools.getByRole('button', { name: /^http:/ }));
      const third = await save('browser.txt');
      expect(user.take()).toEqual({ clicks: 7, keys: 0, fields: 0 });
      expect(first).toEqual(endpoints.map((endpoint) => `${endpoint}:${id}:${password}`));
      expect(second).toEqual(endpoints.map((endpoint) => `${id}:${password}@${endpoint}`));
      const urls = third.map((line) => new URL(line));
      expect(urls.map(({ host }) => host)).toEqual(endpoints);
      for (const { protocol, username, password: encoded } of urls) {
        expect([protocol, username, decodeURIComponent(encoded)]).toEqual(['http:', id, password]);
      }
    });
    await demo.close();
  },
);

/** The results in an answer to `proxy_test_run/create`. */
const resultsOf = (answer: JsonObject): readonly JsonObject[] =>
  Object.values(isJsonObject(answer['data']) ? answer['data'] : {}).flatMap((tested) =>
    isJsonObject(tested) && Array.isArray(tested['results']) ? tested['results'].filter(isJsonObject) : [],
  );

/** A user with some services, and the proxies of these that passed, from what the service itself has. */
function expectWorking(
  { proxies, proxyUsers }: DemoService['account'],
  passed: ReadonlyMap<string, boolean>,
): { readonly id: string; readonly password: string; readonly endpoints: readonly string[] } {
  const user = proxyUsers
    .slice(0, proxyUsers.count())
    .find((row) => row['proxy_user_access_type'] === 'service_restricted' && row['proxy_user_is_deleted'] === false);
  const services = user?.['restricted_service_ids'];
  const allowed = new Set(Array.isArray(services) ? services.map(String) : []);
  const working = proxies
    .slice(0, proxies.count())
    .filter(
      (row) =>
        allowed.has(String(row['service_id'])) &&
        typeof row['proxy_ip_address'] === 'string' &&
        passed.get(String(row['proxy_id'])) === true,
    );
  expect(working.length).toBeGreaterThan(5);
  return {
    id: String(user?.['proxy_user_id']),
    password: String(user?.['proxy_user_password']),
    endpoints: working.map((row) => `${String(row['proxy_ip_address'])}:${String(row['proxy_http_port'])}`),
  };
}
