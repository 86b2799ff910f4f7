// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readIdentity } from './identity.mjs';
import { root } from './steps.mjs';

/**
 * Makes the npm package of the command line from the build in `out/`: only the
 * files that the command line loads, without Electron and the window.
 *
 * @param {string} output the folder that gets the tarball
 * @returns {string} the tarball
 */
export function packCommandLine(output) {
  const stage = join(output, 'npm');
  rmSync(stage, { recursive: true, force: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { files, packages } = followImports(join(root, manifest.bin.proxydeck));
  const unknown = [...packages].filter((name) => !Object.hasOwn(manifest.dependencies, name));
  if (unknown.length > 0) {
    throw new Error(
      `The command line loads ${unknown.join(', ')}, which its package does not declare.`,
    );
  }
  for (const file of files) copy(file, join(stage, relative(root, file)));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copy(join(root, name), join(stage, name));
  copy(join(root, 'resources/npm/README.md'), join(stage, 'README.md'));
  copy(join(root, 'out/licenses.txt'), join(stage, 'licenses.txt'));
  bundleKeytar(join(stage, 'node_modules/keytar'));

  const { keytar, ...dependencies } = manifest.dependencies;
  const { homepage, author } = readIdentity();
  const { name, version, description, license, type, bin, engines } = manifest;
  writeJson(join(stage, 'package.json'), {
    ...{ name, version, description, homepage, license, author, type, bin, engines, dependencies },
    // Without a compiler the command line installs too, and takes its keys from the environment.
    optionalDependencies: { keytar },
    bundleDependencies: ['keytar'],
  });
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', output],
    { cwd: stage, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  rmSync(stage, { recursive: true, force: true });
  return join(output, JSON.parse(packed)[0].filename);
}

/**
 * keytar's own installation fetches a binary that nothing verifies. The package
 * therefore brings keytar's source code without that step, and npm compiles it.
 *
 * @param {string} target
 */
function bundleKeytar(target) {
  const source = join(root, 'node_modules/keytar');
  const { name, version, license, main, binary, config, dependencies } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  for (const part of ['LICENSE.md', 'binding.gyp', 'lib', 'src']) {
    copy(join(source, part), join(target, part));
  }
  // Headers only, for the compiler.
  const headers = 'node_modules/node-addon-api';
  copy(join(source, headers), join(target, headers));
  writeJson(join(target, 'package.json'), {
    ...{ name, version, license, main, binary, config },
    scripts: { install: 'node-gyp rebuild' },
    dependencies: { 'node-addon-api': dependencies['node-addon-api'] },
  });
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
