import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Bounds for a machine that has other work; no test waits so long for anything that comes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Each has a display, a session bus, a keyring and windows of its own. Three keep two processors busy; more of them there only wait
  // for each other, until tests run out of time.
  workers: Math.min(5, availableParallelism() + 1),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // `npm test` adds up the counts of all runners from a report in a file.
  reporter: process.env['TEST_REPORT'] ? [['list'], ['./scripts/test-report.mjs']] : [['list']],
  use: {
    // A runner keeps what it knows of a failed test; its workflow uploads the folder.
    trace: process.env['CI'] === undefined ? 'off' : 'retain-on-failure',
  },
  projects: [
    { name: 'app', testIgnore: /screenshots|long-run/ },
    { name: 'long', testMatch: /long-run/ },
    { name: 'screenshots', testMatch: /screenshots\.spec\.ts/ },
  ],
});
