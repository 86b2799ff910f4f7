// @ts-check
/** System packages that are needed to run Proxydeck from its sources, and to test it. */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findChromium, isInstalled, run } from './steps.mjs';

/**
 * @typedef {object} SystemPackage
 * @property {string} name as Debian calls it
 * @property {string} [program] that shows that the package is there
 * @property {string} [file] that shows it
 * @property {() => boolean} [isThere] that finds out
 * @property {Readonly<Record<'dnf' | 'zypper' | 'pacman', string>>} [elsewhere] its name for other installers
 */

/** What compiles keytar on Linux. @type {readonly SystemPackage[]} */
export const toBuild = [
  {
    name: 'libsecret-1-dev',
    file: '/usr/include/libsecret-1/libsecret/secret.h',
    elsewhere: { dnf: 'libsecret-devel', zypper: 'libsecret-devel', pacman: 'libsecret' },
  },
  {
    name: 'pkg-config',
    program: 'pkg-config',
    elsewhere: { dnf: 'pkgconf-pkg-config', zypper: 'pkg-config', pacman: 'pkgconf' },
  },
  {
    name: 'python3',
    program: 'python3',
    elsewhere: { dnf: 'python3', zypper: 'python3', pacman: 'python' },
  },
  { name: 'make', program: 'make', elsewhere: { dnf: 'make', zypper: 'make', pacman: 'make' } },
  {
    name: 'g++',
    program: 'g++',
    elsewhere: { dnf: 'gcc-c++', zypper: 'gcc-c++', pacman: 'gcc' },
  },
];

/** What shows the window if Electron cannot be fetched. @type {readonly SystemPackage[]} */
export const browser = [{ name: 'chromium', isThere: () => findChromium() !== undefined }];

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** What Electron's binary is linked to, beyond what these bring. @type {readonly SystemPackage[]} */
export const forElectron = [
  { name: 'libgtk-3-0', file: `${libraries}/libgtk-3.so.0` },
  { name: 'libnss3', file: `${libraries}/libnss3.so` },
  { name: 'libasound2', file: `${libraries}/libasound.so.2` },
  { name: 'libgbm1', file: `${libraries}/libgbm.so.1` },
];

/** What the window is tested with: most tests of the app need these. @type {readonly SystemPackage[]} */
const forWindow = [
  ...browser,
  ...forElectron,
  { name: 'gnome-keyring', program: 'gnome-keyring-daemon' },
  { name: 'dbus', program: 'dbus-run-session' },
  { name: 'xvfb', program: 'Xvfb' },
  { name: 'xauth', program: 'xauth' },
];

/** What uses a desktop as a person does, and looks at it. @type {readonly SystemPackage[]} */
const forDesktop = [
  { name: 'xdotool', program: 'xdotool' },
  { name: 'imagemagick', program: 'import' },
  { name: 'xclip', program: 'xclip' },
  { name: 'xsettingsd', program: 'xsettingsd' },
  { name: 'libglib2.0-bin', program: 'gdbus' },
  // Electron shows notifications through it, if it is there.
  { name: 'libnotify4', file: `${libraries}/libnotify.so.4` },
  { name: 'python3-dbusmock', file: '/usr/lib/python3/dist-packages/dbusmock/__init__.py' },
];

/** Programs that read exports, and the proxies that they go through. @type {readonly SystemPackage[]} */
const consumers = [
  { name: 'curl', program: 'curl' },
  { name: 'wget', program: 'wget' },
  { name: 'openssl', program: 'openssl' },
  { name: 'squid', program: 'squid' },
  { name: 'microsocks', program: 'microsocks' },
  { name: 'tinyproxy', program: 'tinyproxy' },
  { name: 'dante-server', program: 'danted' },
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
];

/** Programs that make and open the packages of a test. @type {readonly SystemPackage[]} */
const forPackages = [
  { name: 'squashfs-tools', program: 'mksquashfs' },
  { name: 'desktop-file-utils', program: 'desktop-file-validate' },
  { name: 'rpm', program: 'rpmbuild' },
];

/** What the tests need besides. @type {readonly SystemPackage[]} */
export const toTest = [...forWindow, ...forDesktop, ...consumers, ...forPackages];

/** The installers that are known, in the order in which they are looked for. */
const installers = /** @type {const} */ ([
  ['apt-get', 'apt-get install --no-install-recommends'],
  ['dnf', 'dnf install'],
  ['zypper', 'zypper install'],
  ['pacman', 'pacman -S --needed'],
]);

const isRoot = () => process.getuid?.() === 0;
const isTerminal = () => process.stdin.isTTY && process.stdout.isTTY;
const isRefused = () => process.argv.includes('--no-install') || isSet(process.env['PROXYDECK_NO_INSTALL']);

/** Whether this user can install packages from here, if they agree. */
export const canInstall = () =>
  !isRefused() && isInstalled('apt-get') && (isRoot() || (isTerminal() && isInstalled('sudo')));

/** @param {SystemPackage} systemPackage */
export const isMissing = ({ file, program, isThere }) =>
  isThere ? !isThere() : file ? !existsSync(file) : !isInstalled(program ?? '');

/**
 * The names of the packages of Linux that are missing, as Debian calls them.
 *
 * @param {readonly SystemPackage[]} packages
 */
export function listMissing(packages) {
  return process.platform === 'linux' ? packages.filter(isMissing).map(({ name }) => name) : [];
}

/**
 * The command that installs packages with the installer of this system. Packages that have no known
 * name there keep Debian's.
 *
 * @param {readonly SystemPackage[]} packages
 * @returns {string} such as `sudo dnf install gcc-c++`
 */
export function installCommand(packages) {
  const [installer, command] = installers.find(([program]) => isInstalled(program)) ?? installers[0];
  const names = packages.map(({ name, elsewhere }) =>
    installer === 'apt-get' ? name : (elsewhere?.[installer] ?? name),
  );
  const sudo = isRoot() ? '' : 'sudo ';
  return `${sudo}${command} ${[...new Set(names)].join(' ')}`;
}

/** Packages that this system does not have, as its installer has said. @type {Set<string | undefined>} */
const unknown = new Set();

/**
 * The command that brings those packages that are missing, as far as this system has them.
 *
 * @param {readonly SystemPackage[]} packages
 * @returns {string | undefined} undefined if there is nothing to install
 */
export function findInstallCommand(packages) {
  const missing = packages.filter((one) => isMissing(one) && !unknown.has(one.name));
  return process.platform === 'linux' && missing.length > 0 ? installCommand(missing) : undefined;
}

/**
 * What has to be done on this system before keytar can be compiled; completes "To store keys, ...".
 *
 * @returns {string | undefined} undefined if nothing is known to be missing
 */
export function adviseOnCompiler() {
  if (process.platform === 'darwin') return 'run `xcode-select --install`';
  if (process.platform === 'win32') {
    return 'install Python and the Visual Studio Build Tools with "Desktop development with C++"';
  }
  const command = findInstallCommand(toBuild);
  return command && `run \`${command}\``;
}

/**
 * Installs the packages that are missing, on systems with `apt-get`. On a terminal it asks first, unless
 * `--yes` was given or `CI` is set. Without one nobody can be asked: root, as in a container, gets them. `--no-install`
 * or `PROXYDECK_NO_INSTALL=1` refuses. If nothing is installed, it prints the command to type.
 *
 * @param {readonly SystemPackage[]} packages
 * @param {string} purpose begins the sentence that ends with ", these system packages are needed"
 * @param {string} [policyFile] read by Debian's installer before it starts a service
 * @returns {Promise<boolean>} false if something was refused or failed; the reason was printed
 */
export async function installSystemPackages(packages, purpose, policyFile) {
  if (process.platform !== 'linux') return true;
  const missing = packages.filter(isMissing);
  if (missing.length === 0) return true;
  console.log(`${purpose}, these system packages are needed, and are not installed:\n`);
  console.log(`  ${installCommand(missing)}\n`);
  const isAgreed = process.argv.includes('--yes') || isSet(process.env['CI']) || (isRoot() && !isTerminal());
  const mayInstall =
    canInstall() && (isAgreed || (isTerminal() && (await confirm('Install them now with apt-get? [y/N] '))));
  if (!mayInstall) {
    console.log('Nothing was installed. Everything that does not need them works.\n');
    return false;
  }
  console.log('Installing them: this takes a minute or two ...');
  /** @param {readonly string[]} names */
  const install = (names) => runQuietly(...(isRoot() ? [] : ['sudo']), 'sh', '-c', installScript(names, policyFile));
  const names = missing.map(({ name }) => name);
  let { code, output } = await install(names);
  // One release of a system lacks what another one has, and apt-get then installs nothing.
  for (const [, name] of output.matchAll(unknownPackage)) unknown.add(name);
  const known = names.filter((name) => !unknown.has(name));
  if (code !== 0 && known.length < names.length) {
    const whatFollows = known.length > 0 ? 'Installing the others ...' : 'The rest works.\n';
    console.log(`This system has no package ${[...unknown].join(', ')}. ${whatFollows}`);
    if (known.length === 0) return false;
    ({ code, output } = await install(known));
  }
  if (code === 0) return known.length === names.length;
  console.log(`${output}\nThe packages cannot be installed; the reason is above. The rest works.\n`);
  return false;
}

/** How apt-get names a package that it cannot install. */
const unknownPackage = /^E: (?:Unable to locate package |Package ')([^\s']+)/gm;

/**
 * Runs a program whose output only matters if it fails; with `--verbose` it is shown when it has ended. sudo asks on the terminal all
 * the same.
 *
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>} its exit code, and what it printed
 */
async function runQuietly(...command) {
  const [program = '', ...args] = command;
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-install-'));
  const file = join(folder, 'output.txt');
  const fd = openSync(file, 'w');
  try {
    const code = await run(program, args, {}, fd);
    const output = readFileSync(file, 'utf8');
    if (code === 0 && process.argv.includes('--verbose')) console.log(output);
    return { code, output };
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string | undefined} variable */
export function isSet(variable) {
  return variable !== undefined && !['', '0', 'false'].includes(variable);
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
    // Without an answer apt-get would wait for minutes before it says anything.
    'quick="-o Acquire::Retries=1 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10"',
    'apt-get $quick -q update',
    `apt-get $quick -y -q install --no-install-recommends ${names.join(' ')}`,
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
