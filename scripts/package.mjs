// @ts-check
/**
 * `npm run package`: builds every package that this system can build, into `dist/`; `--command-line` makes only the npm
 * package. docs/release.md explains the rest.
 */
import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { fetchElectron } from './electron.mjs';
import { setUp } from './setup.mjs';
import { appNode, root, run } from './steps.mjs';

await setUp('packages');
if (!process.argv.includes('--command-line')) await fetchElectron();
if (!(await buildWhereNeeded())) process.exit(1);
process.exitCode = await run(appNode, [join(root, 'scripts/build-packages.mjs'), ...process.argv.slice(2)]);
