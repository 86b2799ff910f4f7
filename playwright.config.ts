import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Bounds for a machine that has other work; no test waits so long for anything that comes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Each has a display, a session bus and a keyring of its own. On two processors a third one works while others wait.
  workers: 3,
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
