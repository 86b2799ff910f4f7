// @ts-check
/**
 * `npm run test:long [FILTER…]`: builds the app, then runs the unit tests with all of their
 * rounds, which takes hours: 200 kills of each kind, 10,000 lists that drift, every random
 * filter. Then a day of use in the window. The filters are those of vitest, such as
 * `test/main/sync -t killed`; `test/e2e` runs the window alone.
 */
import { appNode, run, toolScript } from './steps.mjs';

const filters = process.argv.slice(2);
const isWindowOnly = filters[0]?.startsWith('test/e2e') === true;

process.exitCode = await runTool('electron-vite', 'build', '--logLevel', 'error');
if (process.exitCode === 0) {
  const tested = isWindowOnly ? 0 : await runTool('vitest', 'run', ...filters);
  const hasWindow = isWindowOnly || filters.length === 0;
  const used = hasWindow ? await runTool('playwright', 'test', '--project=long') : 0;
  process.exitCode = tested || used;
}

/**
 * @param {string} tool
 * @param {readonly string[]} args
 */
function runTool(tool, ...args) {
  return run(appNode, [toolScript(tool), ...args], {
    PROXYDECK_LONG_TESTS: '1',
    // The window of the stand-in needs no display.
    E2E_TARGET: 'stand-in',
  });
}
