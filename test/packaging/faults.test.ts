import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { findPackageFaults } from '../../scripts/package-faults.mjs';
import { resourcesFolder, targets } from './targets.ts';

const [target] = targets;
if (!target) throw new Error('No package was built.');
const original = resourcesFolder(inject('packages'), target);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxydeck-faults-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What the checks find after the content of the archive was changed. */
async function findFaultsAfter(change: (content: string) => void): Promise<string[]> {
  const content = join(folder, 'content');
  const resources = join(folder, 'resources');
  extractAll(join(original, 'app.asar'), content);
  change(content);
  await createPackageWithOptions(content, join(resources, 'app.asar'), { unpack: '**/*.node' });
  cpSync(join(original, 'licenses.txt'), join(resources, 'licenses.txt'));
  return findPackageFaults(resources, 'linux-x64');
}

test('an unchanged package passes', async () => {
  expect(await findFaultsAfter(() => undefined)).toEqual([]);
});

test("Electron's example is found, which it brings if it was not fetched by electron-builder", async () => {
  const faults = await findFaultsAfter(() => {
    mkdirSync(join(folder, 'resources'), { recursive: true });
    writeFileSync(join(folder, 'resources/default_app.asar'), '');
  });
  expect(faults).toEqual(["Electron's example is in it."]);
});

test('files that should not be in a package are found', async () => {
  const faults = await findFaultsAfter((content) => {
    writeFileSync(join(content, 'out/main/index.js.map'), '{}');
    writeFileSync(join(content, 'out/main/index.ts'), '');
    writeFileSync(join(content, '.npmrc'), '');
    writeFileSync(join(content, 'out/.env.local'), '');
    cpSync(join(content, 'out/preload'), join(content, 'out/test'), { recursive: true });
    cpSync(join(content, 'node_modules/undici'), join(content, 'node_modules/other'), {
      recursive: true,
    });
  });
  expect(faults).toEqual(
    expect.arrayContaining([
      'out/main/index.js.map is a source map.',
      'out/main/index.ts is TypeScript.',
      '.npmrc does not belong there.',
      'out/.env.local is a file for developers.',
      'out/test/index.cjs is a test.',
      'node_modules/other does not belong there.',
    ]),
  );
});

test('files that are missing are found', async () => {
  const faults = await findFaultsAfter((content) => {
    rmSync(join(content, 'out/main/index.js'));
    rmSync(join(content, 'node_modules/keytar/build'), { recursive: true });
    writeFileSync(join(content, 'package.json'), '{"type":"module","main":"x","version":"1"}');
  });
  expect(faults).toEqual(
    expect.arrayContaining([
      'out/main/index.js is missing.',
      'package.json in the archive has no "desktopName".',
      'The native modules are node_modules/better-sqlite3/prebuilds/linux-x64.node.',
    ]),
  );
});

test('a native module for another system or processor is found', async () => {
  const prebuilds = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds');
  for (const other of ['linux-arm64', 'darwin-x64', 'win32-arm64']) {
    const faults = await findFaultsAfter((content) => {
      cpSync(join(prebuilds, `${other}.node`), join(content, 'node_modules/keytar/build/Release/keytar.node'));
    });
    expect(faults).toEqual([`node_modules/keytar/build/Release/keytar.node is for ${other}, not for linux-x64.`]);
    rmSync(join(folder, 'content'), { recursive: true });
    rmSync(join(folder, 'resources'), { recursive: true });
  }
});

test('a native module that needs a newer C library than the packages ask for is found', async () => {
  const faults = await findFaultsAfter((content) => {
    const module = join(content, 'node_modules/keytar/build/Release/keytar.node');
    appendFileSync(module, '\0GLIBC_2.14\0GLIBC_2.38\0');
  });
  expect(faults).toEqual([
    'node_modules/keytar/build/Release/keytar.node needs glibc 2.38, and the packages ask for 2.34.',
  ]);
});

test('JavaScript outside the archive, where nothing verifies it, is found', async () => {
  const resources = join(folder, 'resources');
  cpSync(original, resources, { recursive: true });
  appendFileSync(join(resources, 'app.asar.unpacked/node_modules/keytar/build/Release/extra.js'), '');
  expect(await findPackageFaults(resources, 'linux-x64')).toEqual([
    expect.stringContaining('node_modules/keytar/build/Release/extra.js'),
  ]);
});
