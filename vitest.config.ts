import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { worldOutline } from './scripts/world-outline.mjs';

export default defineConfig({
  // State of the window is written with runes.
  plugins: [svelte(), worldOutline()],
  test: {
    include: ['test/{main,shared,renderer,scripts}/**/*.test.ts'],
    // A bound for a machine that has other work; no test waits so long for anything that comes.
    testTimeout: 60_000,
    // Many tests wait for other programs: one worker would leave a second processor idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
