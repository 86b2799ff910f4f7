// @ts-check
/** `npm start`: the app in Electron; without its binary or a display, the demo in the terminal. */
import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { openElectron } from './electron.mjs';
import { setUp, verbose } from './setup.mjs';
import { appNode, hasDisplay, root, run } from './steps.mjs';

const electron = await setUp('window');
if (!(await buildWhereNeeded())) process.exit(1);
if (electron) {
  process.exitCode = await openElectron(
    electron,
    process.argv.slice(2).filter((word) => word !== verbose),
  );
} else {
  const reason = hasDisplay() ? "Electron's binary cannot be fetched" : 'No display was found';
  console.log(`${reason}, so here is the demo in the terminal.\n`);
  process.exitCode = await run(appNode, [join(root, 'out/main/cli.js'), 'demo']);
}
