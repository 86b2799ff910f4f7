import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Bounds for a machine that has other work; no test waits so long for anything that comes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Each has a display, a session bus and a keyring of its own. It works for a third of its time, so on two processors more than
  // two of them leave neither idle.
  workers: 5,
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
