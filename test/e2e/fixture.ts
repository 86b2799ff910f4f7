import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type ConsoleMessage } from '@playwright/test';
import { isElectronHere, launchApp, type RunningApp } from '../support/launch-app.ts';
import { lacks } from '../support/needs.ts';
import { canStartDesktop, startDesktop } from '../support/start-desktop.ts';
import { keepDemo, type KeptDemo } from './kept-demo.ts';
import { startOver } from './start-over.ts';

interface Fixtures {
  /** A window without an account, as on the first start. It has been used by tests before. */
  readonly app: RunningApp;
  /** A window that shows the 250 proxies of the demo, right after it was opened. It has been used by tests before. */
  readonly demo: RunningApp;
  /** A window of its own, for a test that quits it or leaves traces in its process. */
  readonly ownApp: RunningApp;
  /** The data folder of `ownApp`, or of what a test launches itself. */
  readonly userDataDir: string;
  readonly exportDir: string;
}

interface AutomaticFixtures {
  readonly annotateAdditions: undefined;
}

interface WorkerFixtures {
  readonly shared: { readonly app: RunningApp; readonly demo: KeptDemo };
  /** The file in which an addition to an old version of Electron notes each use of it. */
  readonly additionsFile: string;
}

/** Specs get the running app; starting one for every test would take most of their time. */
export const test = base.extend<Fixtures & AutomaticFixtures, WorkerFixtures>({
  additionsFile: [
    // Playwright reads the names of what a fixture needs from its first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await useFolder(async (folder) => {
        const file = join(folder, 'additions');
        process.env['PROXYDECK_TEST_ADDITIONS'] = file;
        // Each worker has a display of its own, so its windows take nothing from those of another one.
        const desktop = canStartDesktop ? await startDesktop() : undefined;
        Object.assign(process.env, desktop?.environment);
        await use(file);
        await desktop?.close();
      });
    },
    { scope: 'worker', auto: true },
  ],
  annotateAdditions: [
    async ({ additionsFile }, use, testInfo) => {
      const missing = isElectronHere() ? undefined : lacks('chromium');
      testInfo.skip(missing !== undefined, missing ?? '');
      const countUses = (): number => (existsSync(additionsFile) ? statSync(additionsFile).size : 0);
      const before = countUses();
      await use(undefined);
      if (countUses() > before) {
        testInfo.annotations.push({
          type: 'addition',
          description: 'ClipboardItem, which this version of Electron lacks',
        });
      }
    },
    { auto: true },
  ],
  shared: [
    // Automatic fixtures come first, so there is a desktop.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await useFolder(async (userDataDir) => {
        const app = await launchApp({ userDataDir });
        console.log(`Running on ${app.kind === 'electron' ? 'Electron' : 'the stand-in'}.`);
        await keepDialogs(app);
        await use({ app, demo: keepDemo(userDataDir) });
        await app.close();
      });
    },
    { scope: 'worker' },
  ],
  app: async ({ shared: { app } }, use) => {
    await startOver(app.page);
    await useWithoutErrors(app, use);
    await restoreDialogs(app);
  },
  demo: async ({ shared: { app, demo } }, use) => {
    await demo.show(app.page);
    await useWithoutErrors(app, use);
    await restoreDialogs(app);
  },
  ownApp: async ({ userDataDir }, use) => {
    const app = await launchApp({ userDataDir });
    await useWithoutErrors(app, use);
    await app.close();
  },
  // eslint-disable-next-line no-empty-pattern
  userDataDir: async ({}, use) => useFolder(use),
  // eslint-disable-next-line no-empty-pattern
  exportDir: async ({}, use) => useFolder(use),
});

/** An error that nothing in the page handled leaves a part of it as it was, which a test may not look at. */
async function useWithoutErrors(app: RunningApp, use: (app: RunningApp) => Promise<void>): Promise<void> {
  const errors: string[] = [];
  const note = ({ stack, message }: Error): void => {
    errors.push(stack ?? message);
  };
  const noteLeak = (message: ConsoleMessage): void => {
    if (message.text().includes('MaxListenersExceeded')) errors.push(message.text());
  };
  app.page.on('pageerror', note);
  app.page.on('console', noteLeak);
  await use(app);
  app.page.off('pageerror', note);
  app.page.off('console', noteLeak);
  expect(errors, 'errors of the page').toEqual([]);
}

/** Remembers what shows the dialogs of the system, before tests answer them in their own way. */
const keepDialogs = (app: RunningApp): Promise<void> =>
  app.evaluate(({ dialog }) => {
    Reflect.set(globalThis, 'usualDialogs', { ...dialog });
  }, null);

const restoreDialogs = (app: RunningApp): Promise<void> =>
  app.evaluate(({ dialog }) => {
    Object.assign(dialog, Reflect.get(globalThis, 'usualDialogs'));
  }, null);

async function useFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-e2e-'));
  await use(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export { expect };
