// @ts-check
/**
 * `npm run test:long [FILTER…]`: builds the app, then runs the unit tests with all of their
 * rounds, which takes hours: 200 kills of each kind, 10,000 lists that drift, every random
 * filter. The filters are those of vitest, such as `test/main/sync -t killed`.
 */
import { appNode, run, toolScript } from './steps.mjs';

const built = await run(appNode, [toolScript('electron-vite'), 'build', '--logLevel', 'error']);
process.exitCode =
  built === 0
    ? await run(appNode, [toolScript('vitest'), 'run', ...process.argv.slice(2)], {
        PROXYDECK_LONG_TESTS: '1',
      })
    : built;
