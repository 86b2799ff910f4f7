import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findHeadlessChromium, headlessSwitches } from './scripts/steps.mjs';
import { worldMap } from './scripts/world-map.mjs';

/**
 * Tests that leave nothing behind in their process share one, where each file costs only its own tests. The others change
 * what a process reads once (the environment of TLS, flags of V8, the size of SQLite's caches), or measure its memory.
 */
const shared = ['test/{main,renderer,scripts,shared}/**/*.test.ts'];
const ownProcess = [
  'test/scripts/*.slow.test.ts',
  'test/main/api/{tls,failures}.test.ts',
  // It adds a list to those of the app.
  'test/main/another-list.test.ts',
  'test/main/dial/tunnel.test.ts',
  'test/main/soak.slow.test.ts',
];
/** Kills, full disks, many rounds and other programs: `npm run test:all` sets the variable, and runs these too. */
const slow = process.env['PROXYDECK_ALL_TESTS'] ? [] : ['**/*.slow.test.ts'];
/** Components in a page of Chromium, with real keys and a real pointer. */
const components = 'test/renderer/**/*.browser.test.ts';

const chromium = findHeadlessChromium();
if (chromium === undefined) console.log('Chromium is not installed: components are not tested.');

export default defineConfig({
  // State of the window is written with runes.
  plugins: [svelte(), worldMap()],
  test: {
    // A bound for a machine that has other work; no test waits so long for anything that comes.
    testTimeout: 60_000,
    // What closes an app after a test, too.
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['test/support/build.ts', 'test/support/memory-disk.ts', 'test/support/templates.ts'],
    // Many tests wait for other programs: two workers would leave a part of two processors idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: shared, exclude: [...ownProcess, components, ...slow], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ownProcess,
          exclude: slow,
        },
      },
      ...(chromium === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'components',
                include: [components],
                // Each test takes its component away, so a file costs only its own tests.
                isolate: false,
                browser: {
                  enabled: true,
                  headless: true,
                  screenshotFailures: false,
                  provider: playwright({
                    launchOptions: {
                      executablePath: chromium,
                      args: headlessSwitches,
                      // They take the room that they take in a window.
                      ignoreDefaultArgs: ['--hide-scrollbars'],
                    },
                  }),
                  instances: [{ browser: 'chromium' as const }],
                },
              },
            },
          ]),
    ],
  },
});
