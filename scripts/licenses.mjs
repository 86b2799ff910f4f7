// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './steps.mjs';

/**
 * A plugin for all three builds: remembers which packages end up in a bundle and
 * writes the license of each one, and of those that are loaded at run time, to
 * `out/licenses.txt`. Fails if the license of a package is unknown.
 *
 * @param {Set<string>} folders of the packages, shared by the three builds
 * @returns {import('vite').Plugin}
 */
export function collectLicenses(folders) {
  let base = root;
  return {
    name: 'collect-licenses',
    apply: 'build',
    configResolved(config) {
      base = config.root;
    },
    generateBundle(_options, bundle) {
      // Fonts are named by a style sheet, so they are not among the modules.
      const assets = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' ? output.originalFileNames : [],
      );
      for (const id of [...this.getModuleIds(), ...assets.map((name) => resolve(base, name))]) {
        const folder = findPackageFolder(id);
        if (folder) folders.add(folder);
      }
    },
    closeBundle() {
      if (existsSync(join(root, 'out'))) {
        writeFileSync(join(root, 'out/licenses.txt'), writeLicenses(folders));
      }
    },
  };
}

/**
 * The innermost package that a module belongs to.
 *
 * @param {string} id of a module: its path, perhaps behind a NUL and before a query
 */
function findPackageFolder(id) {
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
}

/** @param {ReadonlySet<string>} bundled */
function writeLicenses(bundled) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const loaded = Object.keys(dependencies).map((name) => join(root, 'node_modules', name));
  const sections = [...new Set([...loaded, ...bundled])].map(describeLicense);
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return [
    'Proxydeck contains the software below. Electron and Chromium bring their own license files.',
    ...[...new Set(sections)].sort(),
  ]
    .join(rule)
    .concat('\n');
}

/** @param {string} folder */
function describeLicense(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, author } = manifest;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$|-)/i.test(entry));
  if (!file && license !== 'MIT') throw new Error(`${name} in ${folder} lacks its license text.`);
  const text = file ? readFileSync(join(folder, file), 'utf8') : writeMit(author?.name ?? author);
  return `${name} ${version} (${license})\n\n${text.replaceAll('\r\n', '\n').trim()}`;
}

/**
 * The text of the MIT license, for a package that only names it.
 *
 * @param {string | undefined} owner
 */
function writeMit(owner = 'its authors') {
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8');
  return ours.replace(/^Copyright.*$/m, `Copyright (c) ${owner}`);
}
