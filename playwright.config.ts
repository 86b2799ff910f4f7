import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium, headlessSwitches } from './scripts/steps.mjs';

const chromium = findHeadlessChromium();

const page = {
  viewport: { width: 1600, height: 900 },
  // Frames of animations would take half of the time.
  contextOptions: { reducedMotion: 'reduce' as const },
  launchOptions: { ...(chromium && { executablePath: chromium }), args: headlessSwitches },
};

export default defineConfig<object, { isInElectron: boolean }>({
  outputDir: 'test-results',
  globalSetup: ['./test/support/build.ts', './test/support/templates.ts'],
  // Bounds for a machine that has other work; no test waits so long for anything that comes.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  // The built app needs no translation, which takes seconds in each process.
  build: { external: ['**/out/**'] },
  forbidOnly: process.env['CI'] !== undefined,
  // `npm test` adds up the counts of all runners from a report in a file, and prints the failures only.
  reporter: process.env['TEST_REPORT'] ? [['dot'], ['./scripts/test-report.mjs']] : [['list']],
  use: {
    // A runner keeps the picture of a failed test, and its workflow uploads the folder. A trace would take as long again as the test.
    screenshot: process.env['CI'] === undefined ? 'off' : 'only-on-failure',
  },
  // Tests that take long, or that show a behavior again by other means: `npm run test:all` sets the variable.
  ...(process.env['PROXYDECK_ALL_TESTS'] ? {} : { grepInvert: /@slow|\.slow\./ }),
  projects: [
    { name: 'page', testDir: 'test/page', use: page },
    { name: 'page-in-electron', testDir: 'test/page', use: { ...page, isInElectron: true } },
    { name: 'electron', testDir: 'test/electron', testIgnore: /screenshots|long-run/, timeout: 180_000 },
    { name: 'long', testDir: 'test/electron', testMatch: /long-run/ },
    { name: 'screenshots', testDir: 'test/electron', testMatch: /screenshots\.spec\.ts/ },
  ],
});
