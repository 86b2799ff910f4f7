// @ts-check
/** Builds `out/` where a source is newer than it. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appNode, root, run, toolScript } from './steps.mjs';

const built = [
  'out/main/index.js',
  'out/main/cli.js',
  'out/main/worker.js',
  'out/main/app.js',
  'out/main/door.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/licenses.txt',
];
const sources = [
  'src',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'svelte.config.js',
  'resources',
  'scripts/licenses.mjs',
  'scripts/world-map.mjs',
];

/** @returns {Promise<boolean>} whether `out/` is there and current */
export async function buildWhereNeeded() {
  const oldest = Math.min(...built.map((file) => changedAt(join(root, file))));
  const newest = Math.max(...sources.map((file) => newestBelow(join(root, file))));
  if (newest < oldest) return true;
  console.log('Building ...');
  const startedAtMs = performance.now();
  const code = await run(appNode, [toolScript('electron-vite'), 'build', '--logLevel', 'warn']);
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  console.log(code === 0 ? `Built in ${seconds} s.\n` : 'The app cannot be built.\n');
  return code === 0;
}

/** @param {string} path */
function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/**
 * @param {string} path
 * @returns {number}
 */
function newestBelow(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return changedAt(path);
  return Math.max(changedAt(path), ...readdirSync(path).map((name) => newestBelow(join(path, name))));
}
