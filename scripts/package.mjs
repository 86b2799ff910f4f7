// @ts-check
/**
 * `npm run package [-- --release]`: builds every package that this system can
 * build, into `dist/`. Without Electron's binary the packages are made from a
 * stand-in, into `dist/stand-in/`: their content is right, but they do not start.
 * `--release` refuses to do that. docs/release.md explains the rest.
 */
import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { fetchElectron } from './electron.mjs';
import { setUp } from './setup.mjs';
import { appNode, root, run } from './steps.mjs';

await setUp('command line');
await fetchElectron();
if (!(await buildWhereNeeded())) process.exit(1);
process.exitCode = await run(appNode, [
  join(root, 'scripts/build-packages.mjs'),
  ...process.argv.slice(2),
]);
