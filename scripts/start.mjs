// @ts-check
/**
 * `npm start`: the app in Electron; if its binary cannot be fetched, on the
 * stand-in in the installed Chromium; without a display, in the terminal.
 */
import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { openElectron } from './electron.mjs';
import { setUp, switches } from './setup.mjs';
import { appNode, findChromium, hasDisplay, root, run } from './steps.mjs';

const electron = await setUp('window');
if (!(await buildWhereNeeded())) process.exit(1);
process.exitCode = await start();

async function start() {
  const args = process.argv.slice(2).filter((word) => !switches.includes(word));
  if (electron) return openElectron(electron, args);
  if (hasDisplay() && findChromium()) {
    console.log('Electron cannot be fetched, so the app opens on the stand-in in Chromium.');
    const standIn = join(root, 'scripts/stand-in/run.ts');
    return run(appNode, [standIn, root, ...args], { PROXYDECK_STAND_IN_HEADED: '1' });
  }
  console.log(
    hasDisplay()
      ? 'Electron cannot be fetched and neither Chromium nor Chrome is installed, so here is the demo in the terminal.\n'
      : 'No display was found, so here is the demo in the terminal.\n',
  );
  return run(appNode, [join(root, 'out/main/cli.js'), 'demo']);
}
