import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json']],
  projects: [
    { name: 'app', testIgnore: /screenshots/ },
    { name: 'screenshots', testMatch: /screenshots\.spec\.ts/ },
  ],
});
