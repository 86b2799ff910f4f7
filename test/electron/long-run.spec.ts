/** A day of use in ten minutes, in the window. Project `long` only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { startDemoService, type DemoService, type FaultHook } from '../support/demo-service.ts';
import type { RequestName, Requests } from '../../src/shared/ipc.ts';
import { viewNames } from '../../src/shared/views.ts';
import { pick } from '../support/fuzz.ts';
import { createRandom, type Random } from '../support/random.ts';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { addAccount } from '../page/add-account.ts';
import { closeExport, saveButton } from '../page/export-dialog.ts';
import { expect, test } from './fixture.ts';
import { untilLoaded } from '../page/settled.ts';
import { openView } from '../page/open-view.ts';

const longMs = Number(process.env['PROXYDECK_LONG_RUN_MINUTES'] ?? 10) * 60_000;
const maxRounds = 2000;

/** What grows if something leaks, after a garbage collection. */
interface Measurement {
  readonly windowMb: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly mainMb: number;
  /** What keeps the main process alive: sockets, workers, timers. */
  readonly handles: number;
}

test('a day of syncs, faults, browsing, exports and tests leaks nothing', async ({ userDataDir, exportDir }) => {
  test.setTimeout(3 * longMs + 180_000);
  const faults: { now: FaultHook } = { now: () => undefined };
  const demo = await startDemoService({ faults: (request) => faults.now(request) });
  const app = await launchApp({ userDataDir });
  const { page } = app;
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const accountId = await addAccount(page, demo);
  await openView(page, 'proxies');
  await expect(page.getByRole('grid', { name: 'Proxies' })).toHaveAttribute('aria-rowcount', '251');
  await app.evaluate(({ dialog }, folder) => {
    const options = { canceled: false, filePath: `${folder}/proxies.txt` };
    dialog.showSaveDialog = () => Promise.resolve(options);
  }, exportDir);

  const session = await page.context().newCDPSession(page);
  const random = createRandom(41);
  const measured: Measurement[] = [];
  const untilMs = performance.now() + longMs;
  while (performance.now() < untilMs && measured.length < maxRounds) {
    await syncOnce(page, accountId, demo, faults, random);
    await browse(page, random);
    await exportOnce(page, random);
    await testAndTag(page, accountId, demo, random);
    measured.push(await measure(app, session));
  }

  const third = Math.ceil(measured.length / 3);
  const early = summarize(measured.slice(third, 2 * third));
  const late = summarize(measured.slice(-third));
  console.log(JSON.stringify({ rounds: measured.length, early, late }));
  // Within noise: caches and compiled code settle in the first third.
  expect(late.windowMb).toBeLessThan(early.windowMb + 2);
  expect(late.nodes).toBeLessThan(1.2 * early.nodes);
  expect(late.listeners).toBeLessThan(1.2 * early.listeners);
  expect(late.mainMb).toBeLessThan(early.mainMb + 4);
  expect(late.handles).toBeLessThanOrEqual(early.handles);
  expect(problems).toEqual([]);
  await app.close();
  // Neither a signal nor an unhandled rejection ended it.
  expect(await app.ended).toBe(0);
  expect(readLogs(userDataDir)).not.toContain('fatal');
  await demo.close();
});

async function ask<K extends RequestName>(
  page: Page,
  name: K,
  args: Requests[K]['args'],
): Promise<Requests[K]['reply']> {
  const text = await page.evaluate(
    // Name and arguments belong together; Playwright's types can't carry the union.
    ([asked, given]) => window.bridge.request(asked as never, given as never),
    [name, args] as [string, unknown],
  );
  // The main process wrote it from the result of this request.
  const result = JSON.parse(text) as { readonly value: Requests[K]['reply'] };
  return result.value;
}

/** A sync that finds changes and may meet a fault, followed by the window. */
async function syncOnce(
  page: Page,
  accountId: string,
  demo: DemoService,
  faults: { now: FaultHook },
  random: Random,
): Promise<void> {
  const proxies = demo.account.proxies.slice(0, 200);
  for (let changes = 0; changes < 5; changes += 1) {
    const id = String(pick(random, proxies)['proxy_id']);
    demo.account.proxies.update(id, { proxy_http_port: 8000 + random(1000) });
  }
  const fault = pick(random, ['none', 'none', 'html', 'reset', 'status'] as const);
  let left = 1 + random(10);
  faults.now = () => {
    left -= 1;
    if (left !== 0 || fault === 'none') return undefined;
    return fault === 'status' ? { status: 503, headers: { 'Retry-After': '0' } } : fault;
  };
  await ask(page, 'sync:run', { accountId });
  faults.now = () => undefined;
}

async function browse(page: Page, random: Random): Promise<void> {
  for (const view of [...viewNames.slice(1), 'proxies'] as const) {
    await openView(page, view);
    await untilLoaded(page);
  }
  const filter = page.getByRole('combobox', { name: 'Filter' });
  for (const text of ['country:US', 'online:yes', `port:>${String(8000 + random(900))}`]) {
    await filter.fill(text);
    await untilLoaded(page);
  }
  await filter.fill('');
  await untilLoaded(page);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  await grid
    .getByRole('row')
    .nth(1 + random(5))
    .click();
  for (const key of ['End', 'PageUp', 'Home']) {
    await page.keyboard.press(key);
    await untilLoaded(page);
  }
}

async function exportOnce(page: Page, random: Random): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Export/ })
    .click();
  const dialog = page.getByRole('dialog');
  const user = dialog.getByRole('combobox', { name: /^Proxy user/ });
  await user.selectOption(pick(random, ['harbor8234', 'cedar9253', 'willow8261']));
  await saveButton(dialog).click();
  await closeExport(dialog);
}

async function testAndTag(page: Page, accountId: string, demo: DemoService, random: Random): Promise<void> {
  const proxyId = String(pick(random, demo.account.proxies.slice(0, 200))['proxy_id']);
  const proxies = { kind: 'ids', ids: [proxyId] } as const;
  await ask(page, 'tests:start', { accountId, proxies, urls: ['https://example.com/'] });
  const tag = { accountId, rows: proxies, add: ['a'], remove: [] } as const;
  await ask(page, 'tags:change', tag);
  await ask(page, 'edits:step', { accountId, direction: 'undo' });
  await untilLoaded(page);
}

async function measure(app: RunningApp, session: CDPSession): Promise<Measurement> {
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { heapUsed, handles } = await app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
    collect();
    const resources = process.getActiveResourcesInfo();
    return { heapUsed: process.memoryUsage().heapUsed, handles: resources.length };
  }, null);
  return {
    windowMb: usedSize / 1e6,
    nodes,
    listeners: jsEventListeners,
    mainMb: heapUsed / 1e6,
    handles,
  };
}

function summarize(measured: readonly Measurement[]): Measurement {
  const median = (read: (one: Measurement) => number): number =>
    measured.map(read).toSorted((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0;
  return {
    windowMb: median((one) => one.windowMb),
    nodes: median((one) => one.nodes),
    listeners: median((one) => one.listeners),
    mainMb: median((one) => one.mainMb),
    handles: median((one) => one.handles),
  };
}

const readLogs = (userDataDir: string): string =>
  readdirSync(userDataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(userDataDir, name), 'utf8'))
    .join('\n');
