import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startDemoService } from '../support/demo-service.ts';
import { launchApp } from '../support/launch-app.ts';
import { lacks } from '../support/needs.ts';
import { addAccount } from '../page/open-demo.ts';
import { chooseFormat, saveButton } from '../page/export-dialog.ts';
import { findFaults } from '../page/find-faults.ts';
import { expect, test } from './fixture.ts';
import { openView } from '../page/open-view.ts';

const proxyCount = 60;
const deadCount = 12;

/** A SOCKS5 proxy with a password, and a port that nothing listens on. */
async function startProxy(): Promise<{ port: number; deadPort: number; stop: () => void }> {
  const reserve = async (): Promise<number> => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
  const port = await reserve();
  const child = spawn('microsocks', ['-i', '127.0.0.1', '-p', String(port), '-u', 'u', '-P', 'p'], {
    stdio: 'ignore',
  });
  await expect(() => canConnect(port)).toPass();
  return { port, deadPort: await reserve(), stop: () => void child.kill('SIGKILL') };
}

const canConnect = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });

/** A target that answers so many requests, and lets the others wait until more are allowed. */
async function startTarget() {
  let allowed = 0;
  let answered = 0;
  let seen = 0;
  const waiting = new Set<() => void>();
  const server = createServer((_request, response) => {
    seen += 1;
    const answer = (): void => {
      answered += 1;
      response.end('arrived');
    };
    if (answered < allowed) answer();
    else waiting.add(answer);
    // A request that is aborted waits no more.
    response.on('close', () => waiting.delete(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    seen: () => seen,
    allow(count: number): void {
      allowed += count;
      for (const answer of waiting) {
        if (answered >= allowed) break;
        waiting.delete(answer);
        answer();
      }
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a test from this machine is paused, outlives a killed app, continues, is retested and exported', async ({
  userDataDir,
  exportDir,
}) => {
  const missing = lacks('microsocks');
  test.skip(missing !== undefined, missing ?? '');
  const demo = await startDemoService({ proxyCount });
  const proxy = await startProxy();
  const target = await startTarget();
  const { proxies } = demo.account;
  for (const [index, row] of proxies.slice(0, proxyCount).entries()) {
    proxies.update(String(row['proxy_id']), {
      proxy_ip_address: '127.0.0.1',
      proxy_socks5_port: index < deadCount ? proxy.deadPort : proxy.port,
      proxy_http_port: 20_000 + index,
      default_proxy_user_username: 'u',
      default_proxy_user_password: 'p',
    });
  }
  const { proxyUsers } = demo.account;
  const user = proxyUsers
    .slice(0, proxyUsers.count())
    .filter((row) => row['proxy_user_access_type'] === 'all')
    .map((row) => String(row['proxy_user_id']))[0];
  if (user === undefined) throw new Error('No user has access to all proxies.');
  let app = await launchApp({ userDataDir });
  await addAccount(app.page, demo);

  await test.step('start, with an estimate before', async () => {
    const { page } = app;
    await page.keyboard.press('ControlOrMeta+t');
    const dialog = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
    await dialog.getByLabel('URL').fill(target.url);
    await dialog.getByRole('radio', { name: 'This machine' }).check();
    // The choices that few people need are one line until it is opened.
    await expect(dialog.getByText('HTTP over IPv4, else IPv6, 50 at once, 10 s')).toBeVisible();
    await dialog.getByText('More options').click();
    await dialog.getByRole('radio', { name: 'SOCKS5' }).check();
    await dialog.getByRole('textbox', { name: 'Proxies at once' }).fill('4');
    await dialog.getByLabel('Timeout').fill('60');
    await dialog.getByLabel('Name of the run').fill('Nightly of the shop');
    await expect(dialog.getByRole('status')).toHaveText(/60 requests, about \d/);
    expect(await findFaults(page)).toEqual([]);
    target.allow(20);
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).press('ControlOrMeta+Enter');
  });
  const results = () => app.page.getByRole('region', { name: 'Results', exact: true });
  const bar = () => results().getByLabel('Progress of the test run');

  await test.step('watch, and pause', async () => {
    await expect(bar()).toHaveAttribute('value', String(deadCount + 20));
    await expect(results().getByRole('heading', { name: 'Nightly' })).toBeVisible();
    await expect(results().getByRole('button', { name: `Proxy at fault ${String(deadCount)}` })).toBeVisible();
    // The proxies that fail are the first of the test.
    const firstRow = results()
      .getByRole('row', { name: /127\.0\.0\.1:/ })
      .first();
    await expect(firstRow).toContainText('Fails');
    // In a narrow window the buttons stay in the status bar.
    await app.page.setViewportSize({ width: 900, height: 600 });
    const footer = app.page.getByRole('contentinfo');
    const pause = footer.getByRole('button', { name: 'Pause', exact: true });
    for (const button of [footer.getByRole('button', { name: 'Sync', exact: true }), pause]) {
      await expect(button).toBeInViewport({ ratio: 1 });
    }
    // Elsewhere a message has the way back.
    await openView(app.page, 'overview');
    await pause.click();
    await expect(app.page.getByText('The test is paused. Its results so far are saved.')).toBeVisible();
    await app.page.getByRole('button', { name: 'Resume' }).click();
    await expect(pause).toBeVisible();
    await openView(app.page, 'tests');
    await app.page.setViewportSize({ width: 1280, height: 800 });
    await results().getByRole('button', { name: 'Pause' }).click();
    await expect(results().getByText(/^Paused after 32 of 60 proxies/)).toBeVisible();
    // Where there is not enough room, the name is the last to be cut.
    await app.page.setViewportSize({ width: 1100, height: 800 });
    const name = results().getByRole('heading', { name: 'Nightly of the shop' });
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await app.page.setViewportSize({ width: 1280, height: 800 });
    expect(await findFaults(app.page)).toEqual([]);
  });

  await test.step('resume, kill the app, start it again, resume', async () => {
    await results().getByRole('button', { name: 'Resume' }).click();
    target.allow(10);
    await expect(bar()).toHaveAttribute('value', String(deadCount + 30));
    process.kill(app.pid, 'SIGKILL');
    await app.ended;
    app = await launchApp({ userDataDir });
    await expect(app.page.getByText(/^Synced /).first()).toBeVisible();
    await openView(app.page, 'tests');
    await expect(results().getByText(/^Interrupted after 42 of 60 proxies/)).toBeVisible();
    target.allow(proxyCount);
    await results().getByRole('button', { name: 'Resume' }).click();
    await expect(results().getByText(/^Finished in /)).toBeVisible();
    await expect(results().getByRole('img', { name: '48 work, 12 fail' })).toBeVisible();
    // The requests that waited when the run stopped, four each time, are the only ones that were repeated.
    expect(target.seen()).toBeLessThanOrEqual(proxyCount - deadCount + 12);
  });

  await test.step('read the figures and the groups', async () => {
    await expect(results().getByRole('img', { name: /^Results by latency, in ms: p50 / })).toBeVisible();
    const groups = results().getByRole('region', { name: 'Groups' });
    await groups.getByLabel('Groups').selectOption('By country');
    await groups.getByRole('button').first().click();
    await expect(app.page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^run:1 country:/);
    await groups.getByRole('button').first().click();
    await results().getByRole('button', { name: 'Proxy at fault 12' }).click();
    await expect(results().getByRole('button', { name: 'Proxy at fault 12' })).toHaveAttribute('aria-pressed', 'true');
    const grid = results().getByRole('grid', { name: 'Results' });
    await expect(grid).toHaveAttribute('aria-rowcount', String(deadCount + 1));
    await expect(grid.locator('[data-index="0"] [data-key=fault]')).toHaveText('Proxy');
    await app.page.setViewportSize({ width: 1280, height: 800 });
    expect(await findFaults(app.page)).toEqual([]);
  });

  await test.step('retest the failed proxies', async () => {
    await results().getByRole('button', { name: 'More actions of this run' }).click();
    await app.page.getByRole('menuitem', { name: 'Retest 12…' }).click();
    const dialog = app.page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
    await expect(dialog.getByLabel('Proxies').locator('option:checked')).toHaveText(
      `${String(deadCount)} proxies that fail in run 1`,
    );
    await expect(dialog.getByText('SOCKS5 over IPv4')).toBeVisible();
    await dialog.getByRole('button', { name: 'Start test' }).click();
    await expect(results().getByRole('heading', { name: 'Test run 2' })).toBeVisible();
    await expect(results().getByRole('img', { name: '0 work, 12 fail' })).toBeVisible();
  });

  await test.step('export what works', async () => {
    await app.page
      .getByRole('navigation', { name: 'Test runs' })
      .getByRole('button', { name: /Nightly/ })
      .click();
    await results().getByRole('button', { name: 'Export 48 that work' }).click();
    const dialog = app.page.getByRole('dialog', { name: /^Export 48 proxies/ });
    await dialog.getByRole('combobox', { name: /^Proxy user/ }).selectOption(user);
    await chooseFormat(dialog, 'host:port:user:pass');
    const path = join(exportDir, 'works.txt');
    await app.evaluate(({ dialog: system }, filePath) => {
      system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
    await saveButton(dialog).click();
    await expect(dialog.getByText(/^Saved 48 proxies/)).toBeVisible();
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(proxyCount - deadCount);
    // They were tested over SOCKS5; their HTTP ports were not.
    expect(new Set(lines.map((line) => line.split(':')[1]))).toEqual(new Set([String(proxy.port)]));
    await app.page.keyboard.press('Escape');
  });

  await test.step('save the results as CSV and JSON', async () => {
    const save = async (name: string, press: () => Promise<void>): Promise<string> => {
      const path = join(exportDir, name);
      await app.evaluate(({ dialog: system }, filePath) => {
        system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, path);
      await press();
      await expect(app.page.getByText(`Saved ${String(proxyCount)} results to ${name}.`)).toBeVisible();
      return readFileSync(path, 'utf8');
    };
    const more = () => results().getByRole('button', { name: 'More actions of this run' }).click();
    await more();
    await app.page.getByRole('menuitem', { name: 'Show requests' }).click();
    const csv = await save('results.csv', async () => {
      await more();
      await app.page.getByRole('menuitem', { name: 'Save as CSV…' }).click();
    });
    const [heading, ...lines] = csv.trim().split('\n');
    expect(heading).toMatch(/^test_result_id,.*,reason,fault,/);
    expect(lines).toHaveLength(proxyCount);
    expect(lines.filter((line) => line.includes(',refused,proxy,'))).toHaveLength(deadCount);
    const json = await save('results.json', async () => {
      await more();
      await app.page.getByRole('menuitem', { name: 'Save as JSON…' }).click();
    });
    expect(JSON.parse(json)).toHaveLength(proxyCount);
  });

  await test.step('tag what fails', async () => {
    await results().getByRole('button', { name: 'More actions of this run' }).click();
    await app.page.getByRole('menuitem', { name: 'Tag 12 that fail…' }).click();
    const dialog = app.page.getByRole('dialog', {
      name: `Tags of ${String(deadCount)} proxies that fail in run 1`,
    });
    await dialog.getByRole('textbox', { name: 'Find or create a tag' }).fill('burnt');
    await dialog.getByRole('textbox', { name: 'Find or create a tag' }).press('Enter');
    await openView(app.page, 'proxies');
    await app.page.getByRole('combobox', { name: 'Filter' }).fill('tag:burnt fault:proxy');
    await expect(app.page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute(
      'aria-rowcount',
      String(deadCount + 1),
    );
  });

  await app.close();
  target.close();
  proxy.stop();
  await demo.close();
});
