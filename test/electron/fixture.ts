import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { fillFolder } from '../page/template.ts';
import { lacksElectron, launchApp, type RunningApp } from '../support/launch-app.ts';
import { useDesktop } from '../support/start-desktop.ts';

interface Fixtures {
  /** The app at its first start: no account. */
  readonly app: RunningApp;
  /** The app that shows the 250 proxies of the demo account, all synced. */
  readonly demo: RunningApp;
  /** The data folder of the app, or of the apps that a test launches itself. */
  readonly userDataDir: string;
  readonly exportDir: string;
}

interface WorkerFixtures {
  readonly desktop: undefined;
  /** The app at its first start, for tests that leave it as it was. */
  readonly firstScreen: RunningApp;
}

interface AutomaticFixtures {
  readonly needsElectron: undefined;
}

/** Every test has an app, and every worker a display, a session bus and a keyring of its own. */
export const test = base.extend<Fixtures & AutomaticFixtures, WorkerFixtures>({
  desktop: [
    // Playwright reads the names of what a fixture needs from its first parameter.
    // eslint-disable-next-line no-empty-pattern
    ({}, use) => useDesktop(use),
    { scope: 'worker', auto: true },
  ],
  needsElectron: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, testInfo) => {
      const missing = lacksElectron();
      testInfo.skip(missing !== undefined, missing ?? '');
      await use(undefined);
    },
    { auto: true },
  ],
  // eslint-disable-next-line no-empty-pattern
  firstScreen: [({}, use) => useFolder((folder) => useFirstScreen(folder, use)), { scope: 'worker' }],
  app: ({ userDataDir }, use) => useFirstScreen(userDataDir, use),
  demo: async ({ userDataDir }, use) => {
    await fillFolder('demo', userDataDir, 'proxies');
    await useApp(userDataDir, async (app) => {
      const grid = app.page.getByRole('grid', { name: 'Proxies' });
      await expect(grid).toHaveAttribute('aria-rowcount', '251');
      await expect(grid).toHaveAttribute('aria-busy', 'false');
      await use(app);
    });
  },
  // eslint-disable-next-line no-empty-pattern
  userDataDir: async ({}, use) => useFolder(use),
  // eslint-disable-next-line no-empty-pattern
  exportDir: async ({}, use) => useFolder(use),
});

async function useFirstScreen(userDataDir: string, use: (app: RunningApp) => Promise<void>): Promise<void> {
  await fillFolder('empty', userDataDir);
  await useApp(userDataDir, async (app) => {
    await app.page.getByRole('button', { name: 'Try the demo' }).waitFor();
    await use(app);
  });
}

/** Launches the app, and fails the test if its page had an error that nothing handled. */
async function useApp(userDataDir: string, use: (app: RunningApp) => Promise<void>): Promise<void> {
  const app = await launchApp({ userDataDir });
  const errors: string[] = [];
  app.page.on('pageerror', ({ stack, message }: Error) => errors.push(stack ?? message));
  await use(app);
  await app.close();
  expect(errors, 'errors of the page').toEqual([]);
}

async function useFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-electron-'));
  await use(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export { expect };
