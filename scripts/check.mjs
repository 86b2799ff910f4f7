// @ts-check
/**
 * `npm run check [COMMIT]`: types, lint, format and the unit tests that depend on changed
 * files, all at once and with caches, for use while working. Changed means since the
 * commit, or since the last one. `npm test` is the whole truth.
 */
import { appNode, capture, listChecks, toolScript } from './steps.mjs';

const [since] = process.argv.slice(2);
const vitest = ['vitest', 'run', '--passWithNoTests', since === undefined ? '--changed' : `--changed=${since}`];

const results = await Promise.all(
  Object.entries({ ...listChecks(), 'Tests of changed files': vitest }).map(async ([title, [tool = '', ...args]]) => {
    const { code, printed, seconds } = await capture(appNode, [toolScript(tool), ...args]);
    console.log(`${code === 0 ? '✓' : '✘'} ${title} (${seconds} s)`);
    if (code !== 0) console.log(printed);
    return code === 0;
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
