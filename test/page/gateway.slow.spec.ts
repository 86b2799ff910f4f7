import { execFile } from 'node:child_process';
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort, startMicrosocks } from '../support/real-proxies.ts';
import { chooseFormat, closeExport } from './export-dialog.ts';
import { expect, test } from './fixture.ts';
import { findFaults } from './find-faults.ts';
import { lacks } from '../support/needs.ts';

const run = promisify(execFile);

/** Moves the first cached proxies of the demo to proxies on this machine, and takes the others offline. */
function moveProxies(dataDir: string, ports: readonly number[]): void {
  const folder = join(dataDir, 'accounts');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  const cache = new Database(join(folder, file));
  cache.prepare('UPDATE proxy SET proxy_is_online = 0').run();
  const move = cache.prepare(
    `UPDATE proxy SET proxy_ip_address = '127.0.0.1', proxy_socks5_port = ?, proxy_is_online = 1
     WHERE key = (SELECT min(key) FROM proxy WHERE proxy_is_online = 0)`,
  );
  for (const port of ports) move.run(port);
  cache.close();
}

test('a rule is made and turned on, curl uses it, its connections are seen and ended, and the end of the app ends them', async ({
  demo: app,
  dataDir,
}) => {
  const missing = lacks('curl', 'microsocks');
  test.skip(missing !== undefined, missing ?? '');
  const { page } = app;
  await page.setViewportSize({ width: 1600, height: 900 });
  const stops: (() => void)[] = [];
  const startProxy = () => startMicrosocks({ host: '127.0.0.1', password: null }, (stop) => stops.push(stop));
  const proxies = [await startProxy(), await startProxy()];
  const held = new Set<ServerResponse>();
  const target = createServer((request, response) => {
    if (request.url !== '/hold') response.end('arrived');
    else {
      held.add(response);
      response.write('first part');
    }
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo; // It listens on a port, not on a pipe.
  const url = `http://127.0.0.1:${String(port)}`;

  moveProxies(dataDir, proxies);
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Gateway/ })
    .click();
  await page.getByRole('button', { name: 'New rule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('tools');
  const takenPort = await findFreePort();
  await dialog.getByLabel('Port').fill(String(takenPort));
  await dialog.getByRole('combobox', { name: 'Filter' }).fill('-country:ZZ');
  await expect(dialog.getByText('250 proxies found.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'SOCKS5' }).check();
  await dialog.getByLabel('Allow local and private addresses').check();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  const rule = page.getByRole('region', { name: 'Rules' }).getByRole('row', { name: /tools/ });
  await expect(rule.locator('.rotating')).toHaveText('–');
  const other = createServer().listen(takenPort, '127.0.0.1');
  await once(other, 'listening');
  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
  const problem = page.getByRole('alert').filter({ hasText: 'tools' });
  await expect(problem).toContainText(`Port ${String(takenPort)} is in use.`);
  await problem.getByRole('button', { name: /^Use \d+$/ }).click();
  await expect(problem).toBeHidden();
  other.close();
  await expect(rule).toContainText('2 of 250');
  await expect(rule.getByTitle('-country:ZZ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test 250…' })).toBeVisible();
  await page.getByRole('button', { name: 'Export 250', exact: true }).click();
  await expect(dialog).toHaveAccessibleName(/^Export 250 proxies/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Copy for curl' }).click();
  await expect(page.getByText('Copied for curl.')).toBeVisible();
  const copied = app.desktop.copied;
  const curl = (path: string) =>
    run('sh', ['-c', `${copied.replace('https://example.com/', url + path)} -sS --noproxy '' --max-time 60`]);
  expect((await curl('/')).stdout).toBe('arrived');
  await expect(page.getByText('1 connection', { exact: false }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Export in another format…' }).click();
  await expect(dialog).toHaveAccessibleName('Export the gateway');
  const lines = dialog.getByRole('group', { name: 'First lines' });
  await expect(lines).toContainText('tools:••••••');
  await chooseFormat(dialog, 'socks5');
  await expect(lines).toContainText('socks5://tools:••••••@127.0.0.1:');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByText('Copied one entry that rotates.')).toBeVisible();
  expect(app.desktop.copied).toMatch(/^socks5:\/\/tools:[\w-]{24}@127\.0\.0\.1:\d+\n$/);
  await dialog.getByRole('combobox', { name: 'Proxies' }).selectOption({ label: '250 proxies of the rule tools' });
  await expect(dialog).toHaveAccessibleName(/^Export 250 proxies/);
  await closeExport(dialog);

  const hold = () => curl('/hold').catch(() => 'ended');
  const waiting = [hold(), hold()];
  const connections = page.getByRole('region', { name: 'Connections' });
  await expect(connections.getByText('2 open')).toBeVisible();
  for (const proxyPort of proxies) {
    await expect(connections.getByRole('cell', { name: `127.0.0.1:${String(proxyPort)}` })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Gateway: 2 connections' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await connections
    .getByRole('button', { name: /^End the connection/ })
    .first()
    .click();
  await expect(connections.getByText('1 open')).toBeVisible();
  expect(await Promise.race(waiting)).toBe('ended');

  // The other connection stays open until the app asks about it.
  const isUsed = (await connections.getByRole('cell', { name: `127.0.0.1:${String(proxies[0])}` }).count()) > 0;
  stops[isUsed ? 1 : 0]?.();
  const failures = page.getByRole('region', { name: 'Failures' });
  await expect(async () => {
    expect((await curl('/')).stdout).toBe('arrived');
    await expect(failures.getByRole('row', { name: /Connection refused/ }).first()).toContainText('Sent through', {
      timeout: 2000,
    });
  }).toPass();

  // Three failures in a row take it out of rotation, until the user puts it back.
  const out = page.getByRole('region', { name: 'Out of rotation' });
  await expect(async () => {
    await curl('/');
    await expect(out).toContainText('3 times', { timeout: 2000 });
  }).toPass();
  await expect(rule).toContainText('1 of 250');
  await out.getByRole('button', { name: /^Use 127\.0\.0\.1:\d+ again$/ }).click();
  await expect(out).toBeHidden();
  await expect(rule).toContainText('2 of 250');

  // The end of the app asks about what is open, and ends it.
  expect(app.app.runningWork()).toEqual([expect.stringMatching(/^1 connection through the gateway of/)]);
  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(await Promise.all(waiting)).toEqual(['ended', 'ended']);
  await expect(curl('/')).rejects.toThrow('Failed to connect');

  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
  const last = hold();
  await expect(connections.getByText('1 open')).toBeVisible();
  await app.close();
  expect(await last).toBe('ended');
  await expect(curl('/')).rejects.toThrow('Failed to connect');
  for (const stop of stops) stop();
  for (const response of held) response.destroy();
  target.close();
});

test('a gateway that fails is a problem of its account, and one that is on is seen and ended in another account', async ({
  demo: { page },
  dataDir,
}) => {
  // Nothing listens there.
  moveProxies(dataDir, [await findFreePort(), await findFreePort()]);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: /^Gateway/ }).click();
  await page.getByRole('button', { name: 'New rule…' }).click();
  const dialog = page.getByRole('dialog');
  const port = String(await findFreePort());
  await dialog.getByLabel('Port').fill(port);
  await dialog.getByLabel('Programs need the token').uncheck();
  await dialog.getByLabel('Allow local and private addresses').check();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('switch', { name: 'Gateway' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway is on' })).toBeVisible();
  const curl = () => run('curl', ['-s', '--noproxy', '', '-x', `http://127.0.0.1:${port}`, 'http://127.0.0.1:9/']);
  for (let count = 0; count < 12; count += 1) await curl();
  await views.getByRole('button', { name: /^Overview/ }).click();
  const problem = page.getByRole('list', { name: 'Problems' }).getByText('The gateway is failing.');
  await expect(problem).toBeVisible();
  await expect(page.getByText('12 of its last 12 requests failed.')).toBeVisible();
  await expect(views.getByRole('button', { name: /^Gateway/ })).toContainText('failing');
  const status = page.getByRole('contentinfo');
  await expect(status.getByText('Gateway: 0 connections, failing')).toBeVisible();

  await views.getByRole('button', { name: /^Gateway/ }).click();
  const failures = page.getByRole('region', { name: 'Failures' });
  await expect(failures.getByRole('row', { name: /Not sent/ }).first()).toBeVisible();
  // With nothing to carry there is room for more than five.
  await expect(failures.getByRole('row')).toHaveCount(13);
  await expect(views.getByRole('button', { name: /^Tests/ })).not.toContainText('1');

  const name = await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const before = JSON.parse(await request('accounts:list')) as { value: { name: string }[] };
    const added = JSON.parse(await request('accounts:add-demo', { proxyCount: 5 })) as {
      value: { id: string };
    };
    await request('accounts:select', { accountId: added.value.id });
    return before.value[0]?.name ?? '';
  });
  await page.reload();
  const other = status.getByRole('button', { name: `Gateway: 0 connections (${name})` });
  await expect(other).toBeVisible();
  await views.getByRole('button', { name: /^Gateway/ }).click();
  await expect(views.getByRole('button', { name: /^Gateway/ })).toContainText(`on (${name})`);
  await expect(page.getByText(`The gateway of ${name} is on: 0 connections.`)).toBeVisible();
  const invitation = page.getByText('One address for all your proxies');
  await expect(invitation).toBeVisible();
  // The line has its own place above, from edge to edge.
  const [line, view, title] = await Promise.all(
    [
      page.getByText(`The gateway of ${name} is on: 0 connections.`).locator('..'),
      page.getByRole('region', { name: 'Gateway' }),
      invitation,
    ].map((part) => part.boundingBox()),
  );
  expect([line?.x, line?.width]).toEqual([view?.x, view?.width]);
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
  expect(await findFaults(page)).toEqual([]);
  await status.getByRole('button', { name: `Turn off the gateway of ${name}` }).click();
  await expect(other).toBeHidden();
  await expect(curl()).rejects.toThrow();
});
