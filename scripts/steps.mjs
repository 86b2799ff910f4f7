// @ts-check
/** What the scripts share: where things are, and running a program to its end. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';

/** Node of the version that Electron embeds, from the npm package `node`. */
export const appNode = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/**
 * Runs a program with this terminal and waits for its end.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's own
 * @returns {Promise<number>} its exit code
 */
export function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      // npm is a script on Windows, which only its shell can start.
      shell: isWindows && program === 'npm',
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/**
 * The script behind a tool of `node_modules/.bin`.
 *
 * @param {string} tool
 */
export function toolScript(tool) {
  const scripts = {
    'electron-vite': 'electron-vite/bin/electron-vite.js',
    eslint: 'eslint/bin/eslint.js',
    playwright: '@playwright/test/cli.js',
    prettier: 'prettier/bin/prettier.cjs',
    'svelte-check': 'svelte-check/bin/svelte-check',
    tsc: 'typescript/bin/tsc',
    vitest: 'vitest/vitest.mjs',
  };
  const script = Object.entries(scripts).find(([name]) => name === tool)?.[1];
  if (!script) throw new Error(`There is no tool "${tool}".`);
  return join(root, 'node_modules', script);
}

/** @param {string} program */
export function isInstalled(program) {
  return spawnSync(isWindows ? 'where' : 'which', [program], { stdio: 'ignore' }).status === 0;
}

/** The path of Electron's binary, where it has been fetched. */
export function findElectron() {
  const folder = join(root, 'node_modules/electron/dist');
  const names = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];
  return names.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** Chromium or Chrome, where one is installed. */
export function findChromium() {
  return [
    process.env['PROXYDECK_CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].find((path) => path !== undefined && existsSync(path));
}
