// @ts-check
/** What the scripts share: where things are, and running a program to its end. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';

/** The packages of `scripts/node`, which bring Node of the version that Electron embeds. */
const nodePackages = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'win32-x64': 'win-x64',
};
const nodePackage = Object.entries(nodePackages).find(([name]) => name === `${process.platform}-${process.arch}`)?.[1];

/** The folder of Node's package with its program and headers; undefined if npm lacks one for this platform. */
export const nodeFolder = nodePackage && join(root, `node_modules/node-${nodePackage}`);

/** The Node that runs the app, its build and its tests: the package's, or else the one that runs this. */
export const appNode = nodeFolder ? join(nodeFolder, 'bin', isWindows ? 'node.exe' : 'node') : process.execPath;

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
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: withOwn(env) });
    // A terminal ends both processes; a signal to this one alone is meant for the program.
    const end = () => child.kill();
    process.once('SIGTERM', end);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', end);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Runs a program to its end without this terminal.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's own
 * @returns {Promise<{ code: number, printed: string, seconds: number }>} with what it printed
 */
export function capture(program, args, env = {}) {
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: withOwn(env) });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, printed, seconds: Math.round((performance.now() - startedAtMs) / 1000) }),
    );
  });
}

/** @param {NodeJS.ProcessEnv} env */
const withOwn = (env) => ({
  ...process.env,
  // Editors set it in their terminals, and Electron would start as plain Node.
  ELECTRON_RUN_AS_NODE: undefined,
  // oxlint would look for it in `node_modules/.bin`.
  OXLINT_TSGOLINT_PATH: join(root, 'node_modules/oxlint-tsgolint/bin/tsgolint.js'),
  ...env,
});

/**
 * The program and the arguments that start npm. On Windows `npm` is a batch file, which only a shell can
 * start, and a shell splits paths at spaces; so npm's own script runs on this Node. If it is not found, as under some
 * managers of Node versions, Windows needs a start by npm, which says where it is.
 *
 * @param {...string} args
 * @returns {[program: string, args: string[]]}
 */
export function npmCommand(...args) {
  const script = [
    // Set by npm for each script that it runs.
    process.env['npm_execpath'] ?? '',
    join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
  ].find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  if (script) return [process.execPath, [script, ...args]];
  if (process.platform === 'win32') {
    console.error('npm could not be found from here. Use "npm start", "npm test" or "npm run" instead.');
    process.exit(1);
  }
  return ['npm', args];
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
    'node-gyp': 'node-gyp/bin/node-gyp.js',
    playwright: '@playwright/test/cli.js',
    oxfmt: 'oxfmt/bin/oxfmt',
    oxlint: 'oxlint/bin/oxlint',
    'svelte-check': 'svelte-check/bin/svelte-check',
    vitest: 'vitest/vitest.mjs',
  };
  const script = Object.entries(scripts).find(([name]) => name === tool)?.[1];
  if (!script) throw new Error(`Unknown tool "${tool}".`);
  return join(root, 'node_modules', script);
}

/**
 * Whether a program is in a folder of `PATH`.
 *
 * @param {string} program
 */
export function isInstalled(program) {
  const names = isWindows ? [`${program}.exe`, `${program}.cmd`] : [program];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  // System programs such as squid are not in everyone's PATH.
  if (!isWindows) folders.push('/usr/sbin');
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))));
}

/**
 * The checks that read every file, each a tool and its arguments. ESLint's cache would miss what another file changes, so it is
 * for the rules without types only.
 *
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
export const listChecks = () => ({
  Types: ['svelte-check', '--fail-on-warnings', '--tsgo', '--incremental', '--output', 'human'],
  Lint: [
    ...['eslint', '.', '--max-warnings=0'],
    ...(process.env['PROXYDECK_ALL_TESTS']
      ? []
      : ['--cache', '--cache-location', 'node_modules/.cache/proxydeck/lint.json']),
  ],
  'Lint by types': ['oxlint', '--quiet'],
  Format: ['oxfmt', '--check', '.'],
});

/** Chromium or Chrome, if one is installed. */
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

/** The browser of the tests: without a window it needs a third of the time for all but the page. */
export function findHeadlessChromium() {
  const shell = '/usr/bin/chromium-headless-shell';
  return existsSync(shell) ? shell : findChromium();
}

/** Its switches: it draws letters as wide as in a window, and without a graphics card. */
export const headlessSwitches = ['--disable-gpu', '--font-render-hinting=none'];

/** Whether a window can be shown. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}
