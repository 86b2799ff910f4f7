import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { collectLicenses } from './scripts/licenses.mjs';
import { worldMap } from './scripts/world-map.mjs';

const bundled = new Set<string>();
/** A person who starts the app from its sources does not want to know which plugin was slow. */
const quiet = { checks: { pluginTimings: false } };

export default defineConfig({
  main: {
    resolve: {
      // The server of agents describes its tools by zod: without the validator that the library otherwise loads, it starts sooner.
      alias: {
        '@modelcontextprotocol/server/_shims': resolve(
          import.meta.dirname,
          'node_modules/@modelcontextprotocol/server/dist/shimsBrowser.mjs',
        ),
      },
    },
    plugins: [collectLicenses(bundled)],
    build: {
      rolldownOptions: {
        ...quiet,
        input: {
          index: 'src/main/index.ts',
          cli: 'src/main/cli.ts',
          worker: 'src/main/threads/entry.ts',
          // Loaded by `index` once the window is open, and by the tests of the page.
          app: 'src/main/app.ts',
          door: 'src/main/ipc/door.ts',
        },
      },
    },
  },
  preload: {
    plugins: [collectLicenses(bundled)],
    build: {
      // A sandboxed preload may be one CommonJS file only.
      externalizeDeps: false,
      rolldownOptions: {
        ...quiet,
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: {
      minify: true,
      // It is read from the disk at once, so splitting it would save nothing.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { ...quiet, input: resolve(import.meta.dirname, 'src/renderer/index.html') },
    },
    plugins: [
      svelte({ configFile: resolve(import.meta.dirname, 'svelte.config.js') }),
      worldMap(),
      collectLicenses(bundled),
    ],
  },
});
