import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test';
import type { View } from '../../src/shared/views.ts';
import { lacksElectron, openElectronPage } from '../support/launch-app.ts';
import { useDesktop } from '../support/start-desktop.ts';
import { openWindow, servePage, type OpenWindow, type PageServer, type WindowParts } from '../support/open-window.ts';
import { lacks } from '../support/needs.ts';
import { fillFolder } from './template.ts';

interface Fixtures {
  /** The app's clock and keychain, if a test needs its own. */
  readonly parts: WindowParts;
  /** The view in which the user left the demo account. */
  readonly view: View;
  /** A window at the first start: no account. */
  readonly app: OpenWindow;
  /** A window of a demo account with 250 proxies and no history, all synced, in the given view. */
  readonly demo: OpenWindow;
  /** A window of the demo that has lived for a month, in the given view. */
  readonly livedIn: OpenWindow;
  /** Opens the window again after it was closed, with the data as it was left. */
  readonly open: () => Promise<OpenWindow>;
  /** Opens an empty page, in a browser context of its own. */
  readonly newPage: () => Promise<Page>;
  /** The data folder of the app; filled by the first window. */
  readonly dataDir: string;
  readonly exportDir: string;
}

interface AutomaticFixtures {
  readonly needsBrowser: undefined;
}

interface WorkerFixtures {
  /** Whether the page is shown by Electron, on a display of the worker, instead of by headless Chromium. */
  readonly isInElectron: boolean;
  readonly display: undefined;
  readonly server: PageServer;
}

/** Every test has an app and a window of its own. */
export const test = base.extend<Fixtures & AutomaticFixtures, WorkerFixtures>({
  needsBrowser: [
    async ({ isInElectron }, use, testInfo) => {
      const missing = isInElectron ? lacksElectron() : lacks('chromium-headless-shell');
      testInfo.skip(missing !== undefined, missing ?? '');
      await use(undefined);
    },
    { auto: true },
  ],
  server: [
    // Playwright reads the names of what a fixture needs from its first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await servePage();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  isInElectron: [false, { option: true, scope: 'worker' }],
  display: [
    ({ isInElectron }, use) => (isInElectron ? useDesktop(use) : use(undefined)),
    { scope: 'worker', auto: true },
  ],
  newPage: async ({ isInElectron, browser, contextOptions, viewport, dataDir }, use) => {
    await use(async () => {
      if (!isInElectron) return (await browser.newContext(contextOptions)).newPage();
      const page = await openElectronPage(join(dataDir, 'window'));
      await page.emulateMedia({ colorScheme: 'light', ...contextOptions });
      if (viewport) await page.setViewportSize(viewport);
      return page;
    });
  },
  parts: [{}, { option: true }],
  view: ['proxies', { option: true }],
  open: async ({ newPage, server: { origin }, dataDir, parts }, use) => {
    const opened: OpenWindow[] = [];
    const errors: string[] = [];
    await use(async () => {
      if (!existsSync(join(dataDir, 'registry.sqlite'))) await fillFolder('empty', dataDir);
      const window = await openWindow({ page: await newPage(), origin, dataDir, ...parts });
      opened.push(window);
      window.page.on('pageerror', ({ stack, message }: Error) => errors.push(stack ?? message));
      window.page.on('console', (message: ConsoleMessage) => {
        if (/MaxListenersExceeded|Content Security Policy/.test(message.text())) errors.push(message.text());
      });
      return window;
    });
    for (const window of opened) await window.close();
    // An error that nothing in the page handled leaves a part of it as it was, which a test may not look at.
    expect(errors, 'errors of the page').toEqual([]);
  },
  app: async ({ open }, use) => {
    const window = await open();
    await window.page.getByRole('button', { name: 'Try the demo' }).waitFor();
    await use(window);
  },
  demo: async ({ open, dataDir, view }, use) => {
    await fillFolder('demo', dataDir, view);
    await use(await openFilled(open));
  },
  livedIn: async ({ open, dataDir, view }, use) => {
    await fillFolder('lived-in', dataDir, view);
    await use(await openFilled(open));
  },
  // eslint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => useFolder(use),
  // eslint-disable-next-line no-empty-pattern
  exportDir: async ({}, use) => useFolder(use),
});

async function openFilled(open: () => Promise<OpenWindow>): Promise<OpenWindow> {
  const window = await open();
  await expect(window.page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  await window.idle();
  return window;
}

async function useFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-page-'));
  await use(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export { expect };
