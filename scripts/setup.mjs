// @ts-check
/**
 * Prepares a fresh machine: npm packages, Electron if a window is wanted, system packages (Debian),
 * keytar from its source. If everything is current, it only looks. Runs on Node 20 and newer,
 * because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchElectron } from './electron.mjs';
import { appNode, findChromium, hasDisplay, nodeFolder, root, run } from './steps.mjs';
import { browser, installSystemPackages, toBuild, toTest } from './system-packages.mjs';

/**
 * Does the whole set-up; ends the process with a plain message if it cannot.
 *
 * @param {'command line' | 'window' | 'tests'} purpose
 * @returns {Promise<string | undefined>} for the window, the path of Electron's binary if there is one
 */
export async function setUp(purpose) {
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  if (!nodeFolder && nodeMajor < 24) {
    stop(`Please use Node 24 or newer; this is Node ${process.versions.node}.`);
  }
  await installNpmPackages();
  const electron = purpose === 'window' && hasDisplay() ? await fetchElectron() : undefined;
  const needsBrowser = purpose === 'window' && hasDisplay() && !electron && !findChromium();
  const isTest = purpose === 'tests';
  const isBuilt = isKeytarBuilt();
  const packages = [
    ...(isBuilt && !isTest ? [] : toBuild),
    ...(needsBrowser ? browser : []),
    ...(isTest ? toTest : []),
  ];
  await installSystemPackages(
    packages,
    isTest ? 'test Proxydeck' : 'run Proxydeck from its sources',
  );
  if (!isBuilt) buildKeytar();
  return electron;
}

async function installNpmPackages() {
  const stampFile = join(root, 'node_modules/.proxydeck-setup');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(join(root, 'package.json')))
    .digest('hex');
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent && existsSync(appNode)) return;
  console.log('Installing npm packages ...');
  if ((await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) !== 0) {
    stop('npm packages cannot be installed; the reason that npm gave is above.');
  }
  if (!existsSync(appNode)) {
    stop('The npm package of Node lacks its program. Please delete node_modules and try again.');
  }
  writeFileSync(stampFile, stamp);
}

const keytarFolder = join(root, 'node_modules/keytar');

/** Whether keytar was compiled here: a prebuilt binary comes without `config.gypi`. */
function isKeytarBuilt(folder = keytarFolder) {
  return ['build/Release/keytar.node', 'build/config.gypi'].every((file) =>
    existsSync(join(folder, file)),
  );
}

/**
 * Compiles keytar from its source, with headers that are already here. Its own install script, which
 * would download a binary that nobody checks, never runs (`ignore-scripts` in `.npmrc`).
 */
export function buildKeytar(folder = keytarFolder) {
  console.log('Compiling keytar ...');
  const prefix = dirname(dirname(process.execPath));
  // On Windows the headers alone are not enough; node-gyp fetches the library that it links and checks its hash.
  const headers =
    process.platform === 'win32'
      ? undefined
      : [nodeFolder, prefix].find(
          (path) => path && existsSync(join(path, 'include/node/node_api.h')),
        );
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', 'build', ...(headers ? ['--', `--nodedir=${headers}`] : [])],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status === 0 && isKeytarBuilt(folder)) return;
  console.error(stdout + stderr);
  stop(
    'keytar cannot be compiled; the reason is above. It needs python3, make, a C++ compiler and, on ' +
      'Linux, libsecret-1-dev and pkg-config. Install them and try again.',
  );
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp('command line');
