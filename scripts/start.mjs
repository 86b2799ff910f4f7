// @ts-check
/**
 * `npm start`: the app in Electron; where its binary can't be fetched, on the
 * stand-in in the installed Chromium; where there is no display, without a window.
 */
import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { setUp } from './setup.mjs';
import { appNode, findChromium, findElectron, root, run } from './steps.mjs';

/** The download of Electron is given up after this long. */
const downloadTimeoutMs = 60_000;

await setUp();
if (!(await buildWhereNeeded())) process.exit(1);
process.exitCode = await start();

async function start() {
  const args = process.argv.slice(2);
  const hasDisplay =
    process.platform !== 'linux' ||
    Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  if (!hasDisplay) {
    console.log('There is no display here, so the main job is shown without a window.\n');
    return run(appNode, [join(root, 'out/main/cli.js'), 'demo']);
  }
  const electron = findElectron() ?? (await fetchElectron());
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (electron) return run(electron, [...asRoot, root, ...args]);
  if (!findChromium()) {
    console.log(
      'Electron cannot be fetched and no Chromium or Chrome is installed, so the main job is shown without a window.\n',
    );
    return run(appNode, [join(root, 'out/main/cli.js'), 'demo']);
  }
  console.log(
    'Electron cannot be fetched here, so the app opens on the stand-in in the installed Chromium.',
  );
  return run(appNode, [join(root, 'test/support/electron-host/run.ts'), root, ...args], {
    PROXYDECK_STAND_IN_HEADED: '1',
  });
}

async function fetchElectron() {
  console.log('Fetching Electron ...');
  const signal = AbortSignal.timeout(downloadTimeoutMs);
  const { spawn } = await import('node:child_process');
  await new Promise((resolve) => {
    const child = spawn(appNode, [join(root, 'node_modules/electron/install.js')], {
      stdio: 'ignore',
      signal,
    });
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  return findElectron();
}
