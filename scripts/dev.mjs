// @ts-check
/** `npm run dev`: the app with hot reload, on the stand-in if Electron cannot be fetched. */
import { join } from 'node:path';
import { printAdvice, sandboxSwitches } from './electron.mjs';
import { setUp } from './setup.mjs';
import { appNode, root, run, toolScript } from './steps.mjs';

const electron = await setUp('window');
const standIn = {
  ELECTRON_EXEC_PATH: join(root, 'scripts/stand-in/electron.sh'),
  PROXYDECK_STAND_IN_NODE: appNode,
  PROXYDECK_STAND_IN_HEADED: process.env['DISPLAY'] ? '1' : '0',
};
const switches = electron && sandboxSwitches().length > 0 ? ['--noSandbox'] : [];
// The app loads the development server's page only with its own flag, which electron-vite passes on.
const args = ['dev', ...switches, ...process.argv.slice(2), '--', '--dev-server'];
process.exitCode = await run(appNode, [toolScript('electron-vite'), ...args], electron ? {} : standIn);
if (electron && process.exitCode !== 0) printAdvice(electron);
