import { defineConfig } from '@playwright/test';
import { isElectronHere } from './test/support/launch-app.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Bounds for a machine that has other work; no test waits so long for anything that comes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Windows of real Electron take the keyboard from one another.
  workers: isElectronHere() ? 1 : 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // `npm test` adds up the counts of all runners from a report in a file.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  projects: [
    { name: 'app', testIgnore: /screenshots|long-run/ },
    { name: 'long', testMatch: /long-run/ },
    { name: 'screenshots', testMatch: /(screenshots|states)\.spec\.ts/ },
  ],
});
