import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { launchApp, type RunningApp } from '../support/launch-app.ts';

let isTold = false;

/** Specs that need the app get it with a data folder of its own, closed and removed afterwards. */
export const test = base.extend<{ userDataDir: string; exportDir: string; app: RunningApp }>({
  // Playwright reads the names of what a fixture needs from its first parameter.
  // eslint-disable-next-line no-empty-pattern
  userDataDir: async ({}, use) => useFolder(use),
  // eslint-disable-next-line no-empty-pattern
  exportDir: async ({}, use) => useFolder(use),
  app: async ({ userDataDir }, use) => {
    const app = await launchApp({ userDataDir });
    if (!isTold)
      console.log(`Running on ${app.kind === 'electron' ? 'Electron' : 'the stand-in'}.`);
    isTold = true;
    await use(app);
    await app.close();
  },
});

async function useFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-e2e-'));
  await use(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export { expect } from '@playwright/test';
