// @ts-check
/**
 * `npm run check [COMMIT]`: types, lint, format and the unit tests that depend on changed
 * files, all at once and with caches, for use while working. Changed means since the
 * commit, or since the last one. `npm test` is the whole truth.
 */
import { spawn } from 'node:child_process';
import { appNode, root, toolScript } from './steps.mjs';

const cache = 'node_modules/.cache/proxydeck';
const [since] = process.argv.slice(2);
const checks = /** @type {const} */ ([
  ['Types', 'svelte-check', '--fail-on-warnings', '--output', 'human'],
  ['Lint', 'eslint', '.', '--max-warnings=0', '--cache', '--cache-location', `${cache}/lint.json`],
  [
    ...['Format', 'prettier', '--check', '--log-level=warn', '.'],
    ...['--cache', '--cache-location', `${cache}/format.json`],
  ],
  [
    ...['Tests of changed files', 'vitest', 'run', '--passWithNoTests'],
    since === undefined ? '--changed' : `--changed=${since}`,
  ],
]);

const startedAtMs = performance.now();
const results = await Promise.all(checks.map(([title, tool, ...args]) => check(title, tool, args)));
process.exitCode = results.every(Boolean) ? 0 : 1;

/**
 * Runs a tool and prints its output only if it fails.
 *
 * @param {string} title
 * @param {string} tool
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether it passed
 */
function check(title, tool, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(appNode, [toolScript(tool), ...args], { cwd: root });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - startedAtMs) / 1000);
      console.log(`${code === 0 ? '✓' : '✘'} ${title} (${seconds} s)`);
      if (code !== 0) console.log(printed);
      resolve(code === 0);
    });
  });
}
