// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { oldestGlibc } from './runtime-packages.mjs';
import { root } from './steps.mjs';

/** @type {readonly (readonly [RegExp, string])[]} */
const forbidden = [
  [/\.map$/, 'a source map'],
  [/\.[cm]?tsx?$/, 'TypeScript'],
  [/\.(svelte|c|cc|cpp|h|gyp|gypi)$/, 'source code'],
  [/(^|\/)(tests?|__tests__|spec)\//, 'a test'],
  [/(^|\/)\.(npmrc|env[^/]*|git[^/]*)$/, 'a file for developers'],
  [/\.(pem|key|p12|pfx|sqlite)$/, 'a secret or a database'],
];

/**
 * Compares the content of a packaged app with what it should be.
 *
 * @param {string} resources the folder with `app.asar`
 * @param {string} target system and processor, such as `linux-x64`
 * @returns {Promise<string[]>} what is wrong, one sentence each
 */
export async function findPackageFaults(resources, target) {
  const archive = join(resources, 'app.asar');
  const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll(sep, '/').replace(/^\//, ''));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const roots = [
    'out',
    'package.json',
    'node_modules',
    ...Object.keys(dependencies).map((name) => `node_modules/${name}`),
  ];
  const isExpected = (/** @type {string} */ file) =>
    roots.includes(file) ||
    /^out\/(main|preload|renderer)(\/|$)/.test(file) ||
    roots.slice(3).some((folder) => file.startsWith(`${folder}/`));

  return [
    ...files.filter((file) => !isExpected(file)).map((file) => `${file} does not belong there.`),
    ...files.flatMap((file) =>
      forbidden.filter(([pattern]) => pattern.test(file)).map(([, kind]) => `${file} is ${kind}.`),
    ),
    ...(await listRequiredFiles()).filter((file) => !files.includes(file)).map((file) => `${file} is missing.`),
    ...findManifestFaults(archive),
    ...findNativeFaults(resources, files, target),
    ...(existsSync(join(resources, 'default_app.asar')) ? ["Electron's example is in it."] : []),
    ...(existsSync(join(resources, 'licenses.txt')) ? [] : ['licenses.txt is missing.']),
  ];
}

/** Every entry that the build declares must be in the archive. */
async function listRequiredFiles() {
  const { default: config } = await import('../electron.vite.config.ts');
  if (typeof config !== 'object' || !('main' in config)) {
    throw new Error('electron.vite.config.ts no longer exports a plain object.');
  }
  const input = config.main?.build?.rolldownOptions?.input;
  if (typeof input !== 'object' || Array.isArray(input)) {
    throw new Error('electron.vite.config.ts no longer names its entries.');
  }
  return [
    ...Object.keys(input).map((name) => `out/main/${name}.js`),
    'out/preload/index.cjs',
    'out/renderer/index.html',
  ];
}

/** @param {string} archive */
function findManifestFaults(archive) {
  const manifest = JSON.parse(extractFile(archive, 'package.json').toString('utf8'));
  return ['type', 'main', 'desktopName', 'version']
    .filter((field) => typeof manifest[field] !== 'string')
    .map((field) => `package.json in the archive has no "${field}".`);
}

/**
 * Exactly the two native modules, outside the archive, for this system and processor.
 *
 * @param {string} resources
 * @param {readonly string[]} files of the archive, unpacked ones included
 * @param {string} target
 */
function findNativeFaults(resources, files, target) {
  const unpacked = join(resources, 'app.asar.unpacked');
  const outside = existsSync(unpacked)
    ? readdirSync(unpacked, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .sort()
    : [];
  const expected = [
    `node_modules/better-sqlite3/prebuilds/${target}.node`,
    'node_modules/keytar/build/Release/keytar.node',
  ];
  const inside = files.filter((file) => file.endsWith('.node')).sort();
  const faults = [];
  for (const found of [inside, outside]) {
    if (found.join() !== expected.join()) {
      faults.push(`The native modules are ${found.join(', ') || 'missing'}.`);
    }
  }
  for (const file of outside.filter((name) => name.endsWith('.node'))) {
    const made = readNativeTarget(readFileSync(join(unpacked, file)));
    if (made !== target) faults.push(`${file} is for ${made}, not for ${target}.`);
    const glibc = readGlibc(readFileSync(join(unpacked, file)));
    if (glibc > minor(oldestGlibc)) {
      faults.push(`${file} needs glibc 2.${glibc}, and the packages ask for ${oldestGlibc}.`);
    }
  }
  return faults;
}

/** @param {string} version */
const minor = (version) => Number(version.split('.')[1]);

/**
 * The newest version of glibc whose functions a module for Linux uses: its number after `2.`; 0 for others.
 *
 * @param {Buffer} file
 */
export function readGlibc(file) {
  const versions = file.toString('latin1').matchAll(/\0GLIBC_2\.(\d+)(?=[.\0])/g);
  return Math.max(0, ...[...versions].map(([, version]) => Number(version)));
}

const elfMachines = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const machMachines = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);
const peMachines = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);

/**
 * The system and processor that a native module was compiled for, from its header.
 *
 * @param {Buffer} file
 * @returns {string} such as `darwin-arm64`, or `an unknown system`
 */
export function readNativeTarget(file) {
  const unknown = 'an unknown system';
  if (file.length < 64) return unknown;
  if (file.readUInt32BE(0) === 0x7f454c46) {
    return `linux-${elfMachines.get(file.readUInt16LE(18)) ?? 'unknown'}`;
  }
  if (file.readUInt32LE(0) === 0xfeedfacf) {
    return `darwin-${machMachines.get(file.readUInt32LE(4)) ?? 'unknown'}`;
  }
  if (file.toString('latin1', 0, 2) === 'MZ') {
    const header = file.readUInt32LE(0x3c);
    if (header + 6 > file.length) return unknown;
    return `win32-${peMachines.get(file.readUInt16LE(header + 4)) ?? 'unknown'}`;
  }
  return unknown;
}
