// @ts-check
/** `npm run dev`: the app with hot reload, on the stand-in if Electron cannot be fetched. */
import { join } from 'node:path';
import { adviseOnSandbox, sandboxSwitches } from './electron.mjs';
import { setUp } from './setup.mjs';
import { appNode, root, run, toolScript } from './steps.mjs';

const electron = await setUp('window');
const standIn = {
  ELECTRON_EXEC_PATH: join(root, 'test/support/electron-host/electron.sh'),
  PROXYDECK_STAND_IN_HEADED: process.env['DISPLAY'] ? '1' : '0',
};
const switches = electron && sandboxSwitches().length > 0 ? ['--noSandbox'] : [];
// The app loads the development server's page only with its own flag, which electron-vite passes on.
const args = ['dev', ...switches, ...process.argv.slice(2), '--', '--dev-server'];
process.exitCode = await run(
  appNode,
  [toolScript('electron-vite'), ...args],
  electron ? {} : standIn,
);
const advice = electron && process.exitCode !== 0 ? adviseOnSandbox(electron) : undefined;
if (advice) console.error(`\n${advice}`);
