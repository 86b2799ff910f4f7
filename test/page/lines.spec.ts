import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultRule, type RuleChoices } from '../../src/shared/gateway/gateway.ts';
import { expect, test } from './fixture.ts';
import { openView } from './open-view.ts';
import { findFreePort } from '../support/real-proxies.ts';

test('a day with lines: added, moved, explained and removed by the keyboard, and what they block is counted', async ({
  demo: app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1600, height: 900 });
  await openView(page, 'gateway');
  await page.getByRole('button', { name: 'New rule…' }).first().click();
  const dialog = page.getByRole('dialog');
  const port = await findFreePort();
  await dialog.getByLabel('Name').fill('scraper');
  await dialog.getByLabel('Port').fill(String(port));
  await dialog.getByLabel('Programs need the token').uncheck();
  await dialog.getByLabel('Allow local and private addresses').check();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog).toBeHidden();

  const lines = page.getByRole('region', { name: 'Lines of scraper' });
  await expect(lines).toContainText("Without lines, everything goes through this rule's proxies.");
  await lines.getByRole('button', { name: 'Add line…' }).focus();
  await page.keyboard.press('Enter');
  const targets = dialog.getByLabel('Targets');
  await expect(targets).toBeFocused();
  await page.keyboard.type('10.*');
  await expect(dialog.getByRole('status')).toContainText('only a part of an address');
  await targets.fill('127.0.0.1');
  await expect(dialog.getByRole('status')).toContainText('*.example.com also matches example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Dir');
  await expect(dialog).toContainText("Shows this computer's own address.");
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const rows = lines.getByRole('row');
  await expect(rows.nth(1)).toContainText("Shows this computer's own address");
  await expect(rows.nth(2)).toContainText("this rule's proxies");
  await expect(lines).toContainText('If no line matches, the request is refused. It is never sent directly.');

  await lines.getByRole('button', { name: 'Add line…' }).click();
  await targets.fill('*.ads.example');
  await dialog.getByLabel('Goes to').selectOption('block');
  await targets.press('Enter');
  await expect(rows.nth(2)).toContainText('*.ads.example');
  await lines.getByRole('button', { name: 'Add line…' }).click();
  await targets.fill('x.ads.example');
  await targets.press('Enter');
  await expect(rows.nth(3)).toContainText('Never matches: line 2 comes first');
  await lines.getByRole('button', { name: 'Move above line 2' }).click();
  await expect(rows.nth(2)).toContainText('x.ads.example');
  await expect(lines).not.toContainText('Never matches');
  // The arrow keys move a line, and the focus goes with it.
  await expect(lines.getByRole('button', { name: 'Move line 2', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(3)).toContainText('Never matches');
  await expect(lines.getByRole('button', { name: 'Move line 3', exact: true })).toBeFocused();
  await lines.getByRole('button', { name: 'Remove line 3' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(5);

  const details = page.getByRole('complementary', { name: 'Details of the rule' });
  const url = details.getByLabel('URL to explain');
  await url.fill('https://shop.example.com/cart');
  await expect(details).toContainText('4: * -> this rule');
  await expect(details).toContainText(/Possible proxies: 3 of \d+/);
  await url.fill('https://y.ads.example/');
  await expect(details).toContainText('Blocked by a line of the rule');

  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
  const target = createServer((_request, response) => response.end('itself'));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port: targetPort } = target.address() as AddressInfo; // It listens on a port, not on a pipe.
  const get = async (address: string) => {
    const { request } = await import('node:http');
    return new Promise<string>((resolve, reject) => {
      request({ port, path: address, agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('end', () => {
          resolve(`${String(response.statusCode)} ${body}`);
        });
      })
        .on('error', reject)
        .end();
    });
  };
  expect(await get(`http://127.0.0.1:${String(targetPort)}/`)).toBe('200 itself');
  expect(await get('http://y.ads.example/')).toContain('403');
  target.close();
  await expect(rows.nth(1).locator('.number').nth(1)).toHaveText('1');
  await expect(rows.nth(2).locator('.number').nth(1)).toHaveText('1');

  await lines.getByRole('button', { name: 'Block ads, trackers, fonts and images' }).click();
  await expect(rows).toHaveCount(8);
  await expect(lines.getByRole('button', { name: /^Block ads/ })).toBeHidden();
  await expect(rows.nth(7)).toContainText("this rule's proxies");

  // Also next to the details nothing has to be scrolled sideways.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Details panel' }).click();
  await expect(details).toBeVisible();
  expect(await lines.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
});

test(
  'a line is saved among the lines as they are by then, and one that is gone meanwhile is not written over another',
  { tag: '@slow' },
  async ({ demo: { page } }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    /** Saves the rule as an agent or the command line does. */
    const putElsewhere = (rule: RuleChoices, id?: number): Promise<number> =>
      page.evaluate(
        async ([changed, ruleId]) => {
          const { request } = Reflect.get(globalThis, 'bridge') as {
            request: (name: string, args?: unknown) => Promise<string>;
          };
          const read = async (name: string, args?: unknown): Promise<unknown> =>
            (JSON.parse(await request(name, args)) as { value: unknown }).value;
          const [account] = (await read('accounts:list')) as { id: string }[];
          const args = { accountId: account?.id, rule: changed, id: ruleId };
          return ((await read('gateway:put-rule', args)) as { id: number }).id;
        },
        [rule, id] as const,
      );
    const rule = { ...defaultRule, name: 'scraper', port: await findFreePort() };
    const id = await putElsewhere({ ...rule, lines: 'a.example -> block\nb.example -> block' });
    await openView(page, 'gateway');
    const lines = page.getByRole('region', { name: 'Lines of scraper' });
    const rows = lines.getByRole('row');
    const dialog = page.getByRole('dialog');
    const targets = dialog.getByLabel('Targets');

    await lines.getByRole('button', { name: 'Edit line 2: b.example' }).click();
    await putElsewhere({ ...rule, lines: 'new.example -> block\na.example -> block\nb.example -> block' }, id);
    await targets.fill('c.example');
    await targets.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(rows).toContainText(['Target', 'new.example', 'a.example', 'c.example']);

    await lines.getByRole('button', { name: 'Edit line 3: c.example' }).click();
    await putElsewhere({ ...rule, lines: 'a.example -> block\n* -> this rule' }, id);
    await targets.fill('d.example');
    await targets.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('This line was changed or removed meanwhile.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toContainText(['Target', 'a.example', "this rule's proxies"]);

    await lines.getByRole('button', { name: 'Add line…' }).click();
    await putElsewhere({ ...rule, lines: 'a.example -> block\ne.example -> block\n* -> this rule' }, id);
    await targets.fill('f.example');
    await targets.press('Enter');
    await expect(rows).toContainText(['Target', 'a.example', 'e.example', 'f.example', "this rule's proxies"]);
  },
);
