// @ts-check
/**
 * Makes a fresh machine ready: system packages (Debian), npm packages with
 * keytar built, Node of Electron's version. Run again, it only looks.
 * Knows nothing but Node 20, because it runs before anything is installed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appNode, findElectron, isInstalled, root, run } from './steps.mjs';

/** Debian's packages and what shows that each is there. */
const debianPackages = [
  { name: 'libsecret-1-dev', file: '/usr/include/libsecret-1/libsecret/secret.h' },
  { name: 'pkg-config', program: 'pkg-config' },
  { name: 'python3', program: 'python3' },
  { name: 'python3-yaml', file: '/usr/lib/python3/dist-packages/yaml/__init__.py' },
  { name: 'make', program: 'make' },
  { name: 'g++', program: 'g++' },
  { name: 'gnome-keyring', program: 'gnome-keyring-daemon' },
  { name: 'dbus', program: 'dbus-run-session' },
  { name: 'chromium', program: 'chromium' },
  { name: 'xvfb', program: 'Xvfb' },
  { name: 'xauth', program: 'xauth' },
  // What exports are tried with, and the proxies that they lead through.
  { name: 'curl', program: 'curl' },
  { name: 'wget', program: 'wget' },
  { name: 'openssl', program: 'openssl' },
  { name: 'squid', program: 'squid' },
  { name: 'microsocks', program: 'microsocks' },
  { name: 'proxychains4', program: 'proxychains4' },
  { name: 'chromium-driver', program: 'chromedriver' },
  { name: 'python3-requests', file: '/usr/lib/python3/dist-packages/requests/__init__.py' },
  { name: 'python3-socks', file: '/usr/lib/python3/dist-packages/socks.py' },
  { name: 'python3-httpx', file: '/usr/lib/python3/dist-packages/httpx/__init__.py' },
  { name: 'python3-socksio', file: '/usr/lib/python3/dist-packages/socksio/__init__.py' },
  { name: 'python3-scrapy', file: '/usr/lib/python3/dist-packages/scrapy/__init__.py' },
  { name: 'gnumeric', program: 'ssconvert' },
  { name: 'python3-pacparser', file: '/usr/lib/python3/dist-packages/pacparser/__init__.py' },
];

/** Does the whole set-up; ends the process with a plain message where it can't. */
export async function setUp() {
  await installSystemPackages();
  await installNpmPackages();
  checkNativeParts();
}

async function installSystemPackages() {
  if (process.platform !== 'linux') return;
  const missing = debianPackages
    .filter(({ file, program }) => (file ? !existsSync(file) : !isInstalled(program ?? '')))
    // Real Electron needs no browser beside it.
    .filter(
      ({ name }) =>
        !name.startsWith('chromium') || !(findElectron() || isInstalled('google-chrome')),
    )
    .map(({ name }) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!isInstalled('apt-get')) {
    console.log(`Please install what Debian calls: ${missing.join(', ')}.`);
    return;
  }
  if (process.getuid?.() !== 0) {
    console.log(`Some system packages are missing. Please type:\n\n  sudo ${command}\n`);
    return;
  }
  console.log(`Installing ${missing.join(', ')} ...`);
  const quietly = { DEBIAN_FRONTEND: 'noninteractive' };
  await must(
    run('apt-get', ['update', '-q'], quietly),
    'The list of system packages cannot be read.',
  );
  await must(
    run('apt-get', command.split(' ').slice(1).concat('-q'), quietly),
    `System packages cannot be installed. Please type: ${command}`,
  );
}

async function installNpmPackages() {
  const stampFile = join(root, 'node_modules/.proxydeck-setup');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(join(root, 'package.json')))
    .digest('hex');
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent && existsSync(appNode)) return;
  // Headers that came with this Node let keytar be built without fetching any.
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, 'include/node/node_api.h'));
  await must(
    run('npm', ['ci', '--no-audit', '--no-fund'], hasHeaders ? { npm_config_nodedir: prefix } : {}),
    'npm packages cannot be installed; what npm said is above.',
  );
  writeFileSync(stampFile, stamp);
}

function checkNativeParts() {
  if (!existsSync(appNode)) {
    stop(
      'The npm package "node" came without its program. Please delete node_modules and try again.',
    );
  }
  if (!existsSync(join(root, 'node_modules/keytar/build/Release/keytar.node'))) {
    stop(
      'keytar was not built. It needs python3, make, a C++ compiler and, on Linux, libsecret-1-dev. ' +
        'Install them, delete node_modules and try again.',
    );
  }
}

/**
 * @param {Promise<number>} work
 * @param {string} message
 */
async function must(work, message) {
  if ((await work) !== 0) stop(message);
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp();
