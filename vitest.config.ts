import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { worldMap } from './scripts/world-map.mjs';

/**
 * Tests that leave nothing behind in their process share one, where each file costs only its own tests. Those
 * that change the process's environment or clipboard, or measure its memory, are not among them.
 */
const pure = ['test/{renderer,shared}/**/*.test.ts', 'test/main/{store,api,exports}/**/*.test.ts'];
const ownProcess = [
  'test/main/api/{tls,failures}.test.ts',
  'test/main/exports/files/faults.test.ts',
];

export default defineConfig({
  // State of the window is written with runes.
  plugins: [svelte(), worldMap()],
  test: {
    // A bound for a machine that has other work; no test waits so long for anything that comes.
    testTimeout: 60_000,
    // Many tests wait for other programs: one worker would leave a second processor idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: pure, exclude: ownProcess, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [
            'test/scripts/*.test.ts',
            'test/main/!(store|api|exports)/**/*.test.ts',
            'test/main/*.test.ts',
            ...ownProcess,
          ],
        },
      },
    ],
  },
});
