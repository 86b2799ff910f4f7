// @ts-check
/** `npm run dev`: the app with hot reload, on the stand-in where there is no Electron. */
import { join } from 'node:path';
import { setUp } from './setup.mjs';
import { appNode, findElectron, root, run, toolScript } from './steps.mjs';

await setUp();
const standIn = {
  ELECTRON_EXEC_PATH: join(root, 'test/support/electron-host/electron.sh'),
  PROXYDECK_STAND_IN_HEADED: process.env['DISPLAY'] ? '1' : '0',
};
process.exitCode = await run(
  appNode,
  [toolScript('electron-vite'), 'dev', ...process.argv.slice(2)],
  findElectron() ? {} : standIn,
);
