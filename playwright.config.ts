import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  // `npm test` adds up the counts of all runners from a report in a file.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  projects: [
    { name: 'app', testIgnore: /screenshots/ },
    { name: 'screenshots', testMatch: /(screenshots|states)\.spec\.ts/ },
  ],
});
