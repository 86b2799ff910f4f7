import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { launchApp } from '../support/launch-app.ts';
import { installWatch, type PageWatch } from './page-watch.ts';
import { median, percentile, type Suite, type TableRow } from './table.ts';

const rounds = 3;
const watchedMs = 10_000;
const longestRunMs = 60_000;
/** Nothing listens there: each proxy refuses at once, so that results arrive as fast as they can. */
const refusing = { host: '127.0.0.1', port: 9 };

/** What a user waits for between a click and its answer, in the built app with a demo account. */
export const measureTasks: Suite = async function* (proxyCounts) {
  for (const proxyCount of proxyCounts.filter((count) => count <= 100_000)) {
    const folder = mkdtempSync(join(tmpdir(), 'proxydeck-tasks-'));
    try {
      const title = `Clicks with ${proxyCount.toLocaleString('en')} proxies, demo account`;
      yield { title, rows: await measure(folder, proxyCount) };
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
};

async function measure(userDataDir: string, proxyCount: number): Promise<TableRow[]> {
  const app = await launchApp({ userDataDir });
  try {
    const { page } = app;
    await page.setViewportSize({ width: 1600, height: 900 });
    await addDemo(page, proxyCount);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: /^Proxies/ }).click();
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.locator('[data-index="0"]').click();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Details of the proxy' }).waitFor();
    const dialog = page.getByRole('dialog');
    const exported: number[] = [];
    const ended: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const button = page.getByRole('banner').getByRole('button', { name: /^Export [\d,]+/ });
      exported.push(await until(button, '[role=group][aria-label="First lines"]', 'more prox'));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await grid.press('Home');
      await sleep(500);
      ended.push(await untilChanged(grid, 'End', 'aside:not([inert]) h2'));
    }

    refuseAll(userDataDir);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Test [\d,]+/ })
      .click();
    await dialog.getByText('This machine').click();
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('http://127.0.0.2:9/');
    const start = dialog.getByRole('button', { name: 'Start test' });
    const started = await until(start, '[aria-label=Results] h2', 'Test run 1');
    await page.evaluate(installWatch);
    await page.evaluate(() => {
      (Reflect.get(globalThis, 'watch') as PageWatch).startFrames();
    });
    await sleep(watchedMs);
    const { framesMs } = await page.evaluate(() => (Reflect.get(globalThis, 'watch') as PageWatch).stopFrames());
    const progress = await page.getByRole('navigation', { name: 'Test runs' }).innerText();
    const pause = page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Pause', exact: true });
    await pause.waitFor({ state: 'hidden', timeout: longestRunMs }).catch(() => pause.click());
    await pause.waitFor({ state: 'hidden' });
    const opened: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await views.getByRole('button', { name: /^Proxies/ }).click();
      await sleep(500);
      const tests = views.getByRole('button', { name: /^Tests/ });
      opened.push(await until(tests, '[aria-label=Results] [data-index="0"]', ''));
    }
    const tested = await page
      .getByRole('group', { name: 'Filter results' })
      .innerText()
      .catch(() => progress);
    return [
      row('A click on "Export" to the dialog with its lines', median(exported), 500),
      row('End to the details of the last proxy', median(ended), 100),
      row('"Start test" of all to the page of the run', started, 1000),
      row(
        `A frame of ${String(framesMs.length)} while it runs, p95 (${tested.replaceAll('\n', ' ')})`,
        percentile(framesMs, 0.95),
        33,
      ),
      row('A click on "Tests" to the page of that run', median(opened), 200),
    ];
  } finally {
    await app.close();
  }
}

const row = (what: string, tookMs: number, goalMs: number): TableRow => ({
  what,
  figure: `${tookMs.toFixed(0)} ms`,
  goal: `≤ ${String(goalMs)} ms`,
  isReached: tookMs <= goalMs,
});

/** Adds a demo account of this size and waits for its first sync. */
async function addDemo(page: Page, proxyCount: number): Promise<void> {
  await page.evaluate(async (count) => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const { value } = JSON.parse(await request('accounts:add-demo', { proxyCount: count })) as {
      value: { id: string };
    };
    await request('accounts:select', { accountId: value.id });
  }, proxyCount);
  await page.reload();
  await page
    .getByText(/^Synced /)
    .first()
    .waitFor({ timeout: 120_000 });
}

/** Moves the cached proxies to an address where nothing listens. */
function refuseAll(userDataDir: string): void {
  const folder = join(userDataDir, 'accounts');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  const cache = new Database(join(folder, file));
  cache.prepare('UPDATE proxy SET proxy_ip_address = ?, proxy_http_port = ?').run(refusing.host, refusing.port);
  cache.close();
}

/** From a click to the frame with an element that has a text, in the clock of the page. */
const until = (button: Locator, css: string, text: string): Promise<number> =>
  button.evaluate(
    async (element, shown) => {
      const startedAt = performance.now();
      if (element instanceof HTMLElement) element.click();
      const isShown = (): boolean =>
        [...document.querySelectorAll(shown.css)].some((one) => one.textContent.includes(shown.text));
      while (!isShown()) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - startedAt;
    },
    { css, text },
  );

/** From a key to the frame in which an element has another text. */
const untilChanged = (target: Locator, key: string, css: string): Promise<number> =>
  target.evaluate(
    async (element, changed) => {
      const read = (): string | undefined => document.querySelector(changed.css)?.textContent.trim();
      const before = read();
      const startedAt = performance.now();
      element.dispatchEvent(new KeyboardEvent('keydown', { key: changed.key, bubbles: true }));
      while (read() === undefined || read() === before) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - startedAt;
    },
    { key, css },
  );
