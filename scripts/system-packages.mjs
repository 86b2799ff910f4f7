// @ts-check
/** System packages of Debian: what compiles keytar, and what tests need. A test that lacks one is skipped. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, findHeadlessChromium, isInstalled } from './steps.mjs';

/**
 * @typedef {object} SystemPackage
 * @property {string} name as Debian calls it
 * @property {string} [program] that shows that the package is there
 * @property {string} [file] that shows it
 * @property {() => boolean} [isThere] that finds out
 */

/** @type {readonly SystemPackage[]} */
const compiler = [
  { name: 'python3', program: 'python3' },
  { name: 'make', program: 'make' },
  { name: 'g++', program: 'g++' },
];

/** What keytar is linked with. @type {readonly SystemPackage[]} */
const forKeytar = [
  { name: 'libsecret-1-dev', file: '/usr/include/libsecret-1/libsecret/secret.h' },
  { name: 'pkg-config', program: 'pkg-config' },
];

/** What compiles keytar on Linux. */
export const toBuild = [...forKeytar, ...compiler];

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** What most tests need. @type {readonly SystemPackage[]} */
const forPages = [{ name: 'chromium-headless-shell', isThere: () => findHeadlessChromium() !== undefined }];

/** What the tests need that run in Electron: its libraries, a display, a keyring. @type {readonly SystemPackage[]} */
const forElectron = [
  { name: 'libgtk-3-0', file: `${libraries}/libgtk-3.so.0` },
  { name: 'libnss3', file: `${libraries}/libnss3.so` },
  { name: 'libasound2', file: `${libraries}/libasound.so.2` },
  { name: 'libgbm1', file: `${libraries}/libgbm.so.1` },
  { name: 'xvfb', program: 'Xvfb' },
  { name: 'xauth', program: 'xauth' },
  { name: 'dbus', program: 'dbus-run-session' },
  { name: 'gnome-keyring', program: 'gnome-keyring-daemon' },
];

/** What only the tests of `npm run test:all` need. @type {readonly SystemPackage[]} */
const forSlowTests = [
  // A desktop that is used and looked at as by a person.
  { name: 'xdotool', program: 'xdotool' },
  { name: 'imagemagick', program: 'import' },
  { name: 'xclip', program: 'xclip' },
  { name: 'xsettingsd', program: 'xsettingsd' },
  { name: 'xfce4-panel', program: 'xfce4-panel' },
  { name: 'libglib2.0-bin', program: 'gdbus' },
  { name: 'libnotify4', file: `${libraries}/libnotify.so.4` },
  { name: 'python3-dbusmock', file: '/usr/lib/python3/dist-packages/dbusmock/__init__.py' },
  // Programs that read exports, and the proxies that they go through.
  { name: 'curl', program: 'curl' },
  { name: 'wget', program: 'wget' },
  { name: 'openssl', program: 'openssl' },
  { name: 'squid', program: 'squid' },
  { name: 'microsocks', program: 'microsocks' },
  { name: 'tinyproxy', program: 'tinyproxy' },
  { name: 'dante-server', program: 'danted' },
  { name: 'proxychains4', program: 'proxychains4' },
  { name: 'chromium', isThere: () => findChromium() !== undefined },
  { name: 'chromium-driver', program: 'chromedriver' },
  { name: 'python3-yaml', file: '/usr/lib/python3/dist-packages/yaml/__init__.py' },
  { name: 'python3-requests', file: '/usr/lib/python3/dist-packages/requests/__init__.py' },
  { name: 'python3-socks', file: '/usr/lib/python3/dist-packages/socks.py' },
  { name: 'python3-httpx', file: '/usr/lib/python3/dist-packages/httpx/__init__.py' },
  { name: 'python3-socksio', file: '/usr/lib/python3/dist-packages/socksio/__init__.py' },
  { name: 'python3-scrapy', file: '/usr/lib/python3/dist-packages/scrapy/__init__.py' },
  { name: 'python3-pacparser', file: '/usr/lib/python3/dist-packages/pacparser/__init__.py' },
  { name: 'gnumeric', program: 'ssconvert' },
  // Programs that make and open packages.
  { name: 'squashfs-tools', program: 'mksquashfs' },
  { name: 'desktop-file-utils', program: 'desktop-file-validate' },
  { name: 'rpm', program: 'rpmbuild' },
  // Fresh systems in which packages are installed.
  { name: 'debootstrap', program: 'debootstrap' },
  { name: 'debian-archive-keyring', file: '/usr/share/keyrings/debian-archive-keyring.gpg' },
  // Programs that read the manifests of a release.
  { name: 'makepkg', program: 'makepkg' },
  { name: 'libarchive-tools', program: 'bsdtar' },
  { name: 'ruby', program: 'ruby' },
];

/** Every package that a test may name in `needs()`. */
export const toTest = [...forPages, ...forElectron, ...forSlowTests];

/**
 * The packages that the tests of a run need. Without a compiler the tests of the keychain are skipped.
 *
 * @param {{ hasElectron: boolean, isAll: boolean, hasCompiler?: boolean }} run
 */
export const packagesOfTests = ({ hasElectron, isAll, hasCompiler = !compiler.some(isMissing) }) => [
  ...forPages,
  ...(hasElectron || isAll ? forElectron : []),
  ...(isAll ? [...toBuild, ...forSlowTests] : hasElectron && hasCompiler ? forKeytar : []),
];

/** @param {SystemPackage} systemPackage */
export const isMissing = ({ file, program, isThere }) =>
  isThere ? !isThere() : file ? !existsSync(file) : !isInstalled(program ?? '');

/**
 * The command that installs those packages of Linux that are missing.
 *
 * @param {readonly SystemPackage[]} packages
 * @returns {string | undefined} undefined: none is missing
 */
export function installCommand(packages) {
  const names = process.platform === 'linux' ? packages.filter(isMissing).map(({ name }) => name) : [];
  return names.length === 0 ? undefined : `apt-get install --no-install-recommends ${names.join(' ')}`;
}

/**
 * Installs the packages that are missing, if that needs no question: as root without a terminal, as in a container, or if `CI`
 * is set. Otherwise it prints the command. No service of a package is started.
 *
 * @param {readonly SystemPackage[]} packages
 */
export function installSystemPackages(packages) {
  const command = installCommand(packages);
  if (command === undefined) return;
  const isAsked = process.stdin.isTTY && process.stdout.isTTY && !process.env['CI'];
  if (isAsked || process.getuid?.() !== 0 || !isInstalled('apt-get') || process.env['PROXYDECK_NO_INSTALL']) {
    console.log(`Some tests need system packages that are missing, and are skipped. On Debian:\n\n  ${command}\n`);
    return;
  }
  console.log(`Installing system packages: ${command} ...`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', installScript(packages.filter(isMissing))], {
    encoding: 'utf8',
  });
  if (status !== 0) console.log(`${stdout}${stderr}\nSome packages cannot be installed; the reason is above.\n`);
}

/** @param {readonly SystemPackage[]} packages */
const installScript = (packages) => `
  export DEBIAN_FRONTEND=noninteractive
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap "rm -f $policy" EXIT
    printf '#!/bin/sh\\nexit 101\\n' > $policy
    chmod 755 $policy
  fi
  # Without an answer apt-get would wait for minutes.
  get="apt-get -q -y -o Acquire::Retries=1 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10"
  $get update
  install="$get install --no-install-recommends"
  # A release of a system lacks what another one has, and apt-get then installs nothing of a list.
  $install ${packages.map(({ name }) => name).join(' ')} && exit
  failed=0
  for name in ${packages.map(({ name }) => name).join(' ')}; do $install $name || failed=1; done
  exit $failed
`;
