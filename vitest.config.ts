import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // State of the window is written with runes.
  plugins: [svelte()],
  test: {
    include: ['test/{main,shared,renderer,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
