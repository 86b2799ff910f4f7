// @ts-check
/** `npm run bench [suite…]`: builds the app, then measures it. The suites are in test/bench/run.ts. */
import { join } from 'node:path';
import { appNode, root, run, toolScript } from './steps.mjs';

const built = await run(appNode, [toolScript('electron-vite'), 'build', '--logLevel', 'error']);
process.exitCode =
  built === 0 ? await run(appNode, [join(root, 'test/bench/run.ts'), ...process.argv.slice(2)]) : built;
