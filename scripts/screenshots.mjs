// @ts-check
/** `npm run screenshots`: retakes the pictures in docs/screenshots. */
import { buildWhereNeeded } from './build.mjs';
import { setUp } from './setup.mjs';
import { appNode, run, toolScript } from './steps.mjs';

await setUp('tests');
if (!(await buildWhereNeeded())) process.exit(1);
process.exitCode = await run(appNode, [toolScript('playwright'), 'test', '--project=screenshots']);
