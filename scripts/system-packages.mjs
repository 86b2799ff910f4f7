// @ts-check
/** Debian packages that are needed to run Proxydeck from its sources, and to test it. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { isInstalled, run } from './steps.mjs';

/**
 * @typedef {object} SystemPackage
 * @property {string} name as Debian calls it
 * @property {string} [program] that shows that the package is there
 * @property {string} [file] that shows it
 */

/** What compiles keytar. @type {readonly SystemPackage[]} */
export const toBuild = [
  { name: 'libsecret-1-dev', file: '/usr/include/libsecret-1/libsecret/secret.h' },
  { name: 'pkg-config', program: 'pkg-config' },
  { name: 'python3', program: 'python3' },
  { name: 'make', program: 'make' },
  { name: 'g++', program: 'g++' },
];

/** What shows the window if Electron cannot be fetched. @type {readonly SystemPackage[]} */
export const browser = [{ name: 'chromium', program: 'chromium' }];

/** What the tests need besides. @type {readonly SystemPackage[]} */
export const toTest = [
  ...browser,
  { name: 'gnome-keyring', program: 'gnome-keyring-daemon' },
  { name: 'dbus', program: 'dbus-run-session' },
  { name: 'xvfb', program: 'Xvfb' },
  { name: 'xauth', program: 'xauth' },
  // Programs that exports are tried with, and the proxies that they go through.
  { name: 'curl', program: 'curl' },
  { name: 'wget', program: 'wget' },
  { name: 'openssl', program: 'openssl' },
  { name: 'squid', program: 'squid' },
  { name: 'microsocks', program: 'microsocks' },
  { name: 'proxychains4', program: 'proxychains4' },
  { name: 'chromium-driver', program: 'chromedriver' },
  { name: 'python3-yaml', file: '/usr/lib/python3/dist-packages/yaml/__init__.py' },
  { name: 'python3-requests', file: '/usr/lib/python3/dist-packages/requests/__init__.py' },
  { name: 'python3-socks', file: '/usr/lib/python3/dist-packages/socks.py' },
  { name: 'python3-httpx', file: '/usr/lib/python3/dist-packages/httpx/__init__.py' },
  { name: 'python3-socksio', file: '/usr/lib/python3/dist-packages/socksio/__init__.py' },
  { name: 'python3-scrapy', file: '/usr/lib/python3/dist-packages/scrapy/__init__.py' },
  { name: 'python3-pacparser', file: '/usr/lib/python3/dist-packages/pacparser/__init__.py' },
  { name: 'gnumeric', program: 'ssconvert' },
  // Programs that make and open the packages of a test.
  { name: 'squashfs-tools', program: 'mksquashfs' },
  { name: 'desktop-file-utils', program: 'desktop-file-validate' },
  { name: 'rpm', program: 'rpmbuild' },
];

/**
 * Installs the packages that are missing. On a terminal it asks first; without one it installs
 * them only as root, and prints them; otherwise it prints the command to type.
 *
 * @param {readonly SystemPackage[]} packages
 * @param {string} purpose completes "These Debian packages are needed to ..."
 * @param {string} [policyFile] read by Debian's installer before it starts a service
 * @returns {Promise<boolean>} false if something was refused or failed; the reason was printed
 */
export async function installSystemPackages(packages, purpose, policyFile) {
  if (process.platform !== 'linux') return true;
  const names = packages
    .filter(({ file, program }) => (file ? !existsSync(file) : !isInstalled(program ?? '')))
    .map(({ name }) => name);
  if (names.length === 0) return true;
  console.log(`These Debian packages are needed to ${purpose}, and are not installed:\n`);
  console.log(`  ${names.join(' ')}\n`);
  const isRoot = process.getuid?.() === 0;
  const command = `${isRoot ? '' : 'sudo '}apt-get install --no-install-recommends ${names.join(' ')}`;
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const canInstall = isInstalled('apt-get') && (isRoot || (isTerminal && isInstalled('sudo')));
  if (!canInstall || (isTerminal && !(await confirm(`Install them now with apt-get? [y/N] `)))) {
    console.log(`Nothing was installed. To install them yourself:\n\n  ${command}\n`);
    return false;
  }
  if (!isTerminal)
    console.log('They are installed without asking, because this is not a terminal.');
  const shell = ['sh', '-c', installScript(names, policyFile)];
  const code = isRoot ? await run('sh', shell.slice(1)) : await run('sudo', shell);
  if (code !== 0)
    console.log(`The packages cannot be installed. To try it yourself:\n\n  ${command}\n`);
  return code === 0;
}

/**
 * The shell script that installs packages. No service that one of them brings is started, neither
 * now nor when the system starts the next time.
 *
 * @param {readonly string[]} names
 */
function installScript(names, policyFile = '/usr/sbin/policy-rc.d') {
  return [
    'set -e',
    'export DEBIAN_FRONTEND=noninteractive',
    `if [ ! -e '${policyFile}' ]; then`,
    `  trap "rm -f '${policyFile}'" EXIT`,
    `  printf '#!/bin/sh\\nexit 101\\n' > '${policyFile}'`,
    `  chmod 755 '${policyFile}'`,
    'fi',
    'apt-get update -q',
    `apt-get install -y -q --no-install-recommends ${names.join(' ')}`,
    ...(names.includes('squid') ? ['update-rc.d squid disable'] : []),
  ].join('\n');
}

/** @param {string} question */
async function confirm(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return /^y(es)?$/i.test(String(answer).trim());
}
