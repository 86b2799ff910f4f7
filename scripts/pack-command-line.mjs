// @ts-check
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { readIdentity } from './identity.mjs';
import { readNativeTarget } from './package-faults.mjs';
import { withoutUse } from './runtime-packages.mjs';
import { npmCommand, root } from './steps.mjs';

/** The systems and processors that a release is built on; each compiles a keychain module. */
export const releaseTargets = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

/**
 * Makes the npm package of the command line from the build in `out/`: only the files that the command
 * line loads, without Electron and the window, and all of its packages. So npm fetches nothing and runs no
 * script when it is installed.
 *
 * @param {string} output the folder that gets the tarball
 * @param {object} [options]
 * @param {string} [options.modules] a folder with keychain modules that other machines compiled, each named
 *   as its target, such as `linux-x64.node`; this machine's own is always included
 * @param {boolean} [options.isRelease] fails if the module of a target is missing
 * @returns {{ tarball: string, targets: string[] }} with the targets that have a keychain module
 */
export function packCommandLine(output, { modules, isRelease = false } = {}) {
  const stage = join(output, 'npm');
  rmSync(stage, { recursive: true, force: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { files, packages } = followImports(join(root, manifest.bin.proxydeck));
  const unknown = [...packages].filter((name) => !Object.hasOwn(manifest.dependencies, name));
  if (unknown.length > 0) {
    throw new Error(`The command line loads ${unknown.join(', ')}, which its package does not declare.`);
  }
  for (const file of files) copy(file, join(stage, relative(root, file)));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copy(join(root, name), join(stage, name));
  copy(join(root, 'resources/npm/README.md'), join(stage, 'README.md'));
  copy(join(root, 'out/licenses.txt'), join(stage, 'licenses.txt'));
  for (const name of Object.keys(manifest.dependencies)) {
    bundlePackage(name, join(stage, 'node_modules', name));
  }
  const targets = bundleKeychain(join(stage, 'node_modules/keytar'), modules);
  const missing = releaseTargets.filter((target) => !targets.includes(target));
  if (isRelease && missing.length > 0) {
    throw new Error(`The keychain module is missing for ${missing.join(', ')}.`);
  }

  const { homepage, author } = readIdentity();
  const { name, version, description, license, type, bin, engines, dependencies } = manifest;
  writeJson(join(stage, 'package.json'), {
    ...{ name, version, description, homepage, license, author, type, bin, engines, dependencies },
    bundleDependencies: Object.keys(dependencies),
  });
  // A checkout may be readable for its owner only.
  for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
  const [npm, args] = npmCommand('pack', '--json', '--ignore-scripts', '--pack-destination', '..');
  const packed = execFileSync(npm, args, { cwd: stage, encoding: 'utf8' });
  rmSync(stage, { recursive: true, force: true });
  return { tarball: join(output, readPackedName(packed)), targets };
}

/**
 * The name of the tarball that `npm pack --json` made.
 *
 * @param {string} printed a list of packages until npm 11, an object with one entry per package from npm 12
 * @returns {string}
 */
export function readPackedName(printed) {
  const [packed] = /** @type {{ filename: string }[]} */ (Object.values(JSON.parse(printed)));
  if (!packed) throw new Error('npm packed nothing.');
  return packed.filename;
}

/**
 * Copies the files of a package that are loaded, with a manifest that has no scripts and no packages of its
 * own: those that better-sqlite3 and keytar name are needed for compiling only.
 *
 * @param {string} name
 * @param {string} target
 */
function bundlePackage(name, target) {
  const source = join(root, 'node_modules', name);
  const unused = [...(withoutUse[name] ?? []), 'build', 'node_modules'];
  cpSync(source, target, {
    recursive: true,
    filter: (path) => {
      const inside = relative(source, path).split(sep);
      return !unused.includes(inside[0] ?? '') && !/\.(map|md|d\.[cm]?ts)$/.test(path);
    },
  });
  const licenses = join(source, 'LICENSE.md');
  if (existsSync(licenses)) copy(licenses, join(target, 'LICENSE.md'));
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  // `files` would keep npm from packing what is added.
  for (const field of ['scripts', 'dependencies', 'devDependencies', 'files']) {
    Reflect.deleteProperty(manifest, field);
  }
  writeJson(join(target, 'package.json'), manifest);
}

/**
 * keytar loads the one module that was compiled next to it. Here it gets one for each system instead, and
 * loads the one for the system that it runs on.
 *
 * @param {string} target the package
 * @param {string | undefined} modules
 * @returns {string[]} the targets that have a module
 */
function bundleKeychain(target, modules) {
  const compiled = join(root, 'node_modules/keytar/build/Release/keytar.node');
  const own = `${process.platform}-${process.arch}`;
  const targets = [];
  for (const name of new Set([...releaseTargets, own])) {
    const file = modules ? join(modules, `${name}.node`) : '';
    const source = name === own ? compiled : file;
    if (!existsSync(source)) continue;
    const made = readNativeTarget(readFileSync(source));
    if (made !== name) throw new Error(`${source} is for ${made}, not for ${name}.`);
    copy(source, join(target, 'prebuilds', `${name}.node`));
    targets.push(name);
  }
  const file = join(target, 'lib/keytar.js');
  const [before, after, ...more] = readFileSync(file, 'utf8').split("require('../build/Release/keytar.node')");
  if (after === undefined || more.length > 0) throw new Error('keytar loads its module in another way.');
  const load = 'require(`../prebuilds/${process.platform}-${process.arch}.node`)';
  writeFileSync(file, `${before}${load}${after}`);
  return targets.sort();
}

/**
 * Every built file that an entry loads, directly or not, and every package.
 *
 * @param {string} entry
 */
function followImports(entry) {
  const files = new Set([entry]);
  const packages = new Set();
  // A set grows while it is iterated.
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    // Workers are named by `new URL("./x.js", ...)`, so any quoted path of a file counts.
    for (const [, path = ''] of text.matchAll(/["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g)) {
      const target = join(dirname(file), path);
      if (existsSync(target)) files.add(target);
    }
    // The bundler writes imports at the start of a line, in double quotes.
    for (const [, name = ''] of text.matchAll(/(?:^import [^"\n]*|\bimport\()"(@?[\w/-]+)"/gm)) {
      packages.add(name);
    }
  }
  return { files, packages };
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
