import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { startOver } from './start-over.ts';

interface Fixtures {
  /** A window without an account, as on the first start. It has been used by tests before. */
  readonly app: RunningApp;
  /** A window of its own, for a test that quits it or leaves traces in its process. */
  readonly ownApp: RunningApp;
  /** The data folder of `ownApp`, or of what a test launches itself. */
  readonly userDataDir: string;
  readonly exportDir: string;
}

/** Specs get the running app; starting one for every test would take most of their time. */
export const test = base.extend<Fixtures, { sharedApp: RunningApp }>({
  sharedApp: [
    // Playwright reads the names of what a fixture needs from its first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await useFolder(async (userDataDir) => {
        const app = await launchApp({ userDataDir });
        console.log(`Running on ${app.kind === 'electron' ? 'Electron' : 'the stand-in'}.`);
        await use(app);
        await app.close();
      });
    },
    { scope: 'worker' },
  ],
  app: async ({ sharedApp }, use) => {
    await startOver(sharedApp.page);
    await use(sharedApp);
  },
  ownApp: async ({ userDataDir }, use) => {
    const app = await launchApp({ userDataDir });
    await use(app);
    await app.close();
  },
  // eslint-disable-next-line no-empty-pattern
  userDataDir: async ({}, use) => useFolder(use),
  // eslint-disable-next-line no-empty-pattern
  exportDir: async ({}, use) => useFolder(use),
});

async function useFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-e2e-'));
  await use(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export { expect } from '@playwright/test';
