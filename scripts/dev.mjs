// @ts-check
/** `npm run dev`: the app with hot reload. */
import { printAdvice, sandboxSwitches } from './electron.mjs';
import { setUp } from './setup.mjs';
import { appNode, run, toolScript } from './steps.mjs';

const electron = await setUp('window');
if (electron === undefined) {
  console.error("The window needs Electron's binary and a display.");
  process.exit(1);
}
const switches = sandboxSwitches().length > 0 ? ['--noSandbox'] : [];
// The app loads the development server's page only with its own flag, which electron-vite passes on.
const args = ['dev', ...switches, ...process.argv.slice(2), '--', '--dev-server'];
process.exitCode = await run(appNode, [toolScript('electron-vite'), ...args]);
if (process.exitCode !== 0) printAdvice(electron);
