import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRawHeader, listPackage } from '@electron/asar';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { describe, expect, inject, test } from 'vitest';
import { findBinary, findFuseFaults } from '../../scripts/after-pack.mjs';
import { findPackageFaults } from '../../scripts/package-faults.mjs';
import { listFiles } from './list-files.ts';
import { appFolder, resourcesFolder, targets, type Target } from './targets.ts';

const packages = inject('packages');

describe.each(targets)('the package for $name', (target) => {
  const app = appFolder(packages, target);
  const resources = resourcesFolder(packages, target);

  test('has all nine fuses as decided', async () => {
    expect(await findFuseFaults(findBinary(app, target.platform))).toEqual([]);
  });

  test('passes the checks of the build', async () => {
    expect(await findPackageFaults(resources, target.name)).toEqual([]);
  });

  test('has the files that it should have', () => {
    const archive = listPackage(join(resources, 'app.asar'), { isPack: false })
      .map((file) => withoutName(file.replaceAll('\\', '/')))
      // What the packages of others consist of is their affair.
      .filter((file) => !/^\/node_modules\/(undici|better-sqlite3)\/lib\//.test(file));
    const files = [...listFiles(app), ...archive.map((file) => `app.asar${file}`)];
    expect([...new Set(files)].sort()).toMatchSnapshot();
  });
});

test.skipIf(process.platform === 'win32')('the package for macOS names the hash of its archive', () => {
  const target = find('darwin-arm64');
  const plist = readFileSync(join(appFolder(packages, target), 'Proxydeck.app/Contents/Info.plist'), 'utf8');
  const integrity = plist.slice(plist.indexOf('<key>ElectronAsarIntegrity</key>'));
  expect(integrity).toContain('<key>Resources/app.asar</key>');
  expect(integrity).toContain('<string>SHA256</string>');
  expect(integrity).toContain(`<string>${hashOfHeader(target)}</string>`);
  expect(plist).toContain('<string>app.proxydeck.Proxydeck</string>');
  expect(plist).toContain('<key>LSMinimumSystemVersion</key>');
});

test('the package for Windows names the hash of its archive, the version and the icon', () => {
  const target = find('win32-x64');
  const program = NtExecutable.from(readFileSync(join(appFolder(packages, target), 'Proxydeck.exe')));
  const { entries } = NtExecutableResource.from(program);
  const integrity = entries.find(({ type }) => type === 'INTEGRITY');
  expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString('utf8'))).toEqual([
    { file: 'resources\\app.asar', alg: 'SHA256', value: hashOfHeader(target) },
  ]);
  const [version] = Resource.VersionInfo.fromEntries(entries);
  const [language] = version?.getAllLanguagesForStringValues() ?? [];
  expect(language && version?.getStringValues(language)).toMatchObject({
    ProductName: 'Proxydeck',
    FileDescription: 'Proxydeck',
    LegalCopyright: 'Copyright © 2026 Proxydeck',
  });
  const [icons] = Resource.IconGroupEntry.fromEntries(entries);
  expect(icons?.icons.map(({ width }) => width)).toEqual([16, 24, 32, 48, 64, 128, 0]);
});

function find(name: Target['name']): Target {
  const target = targets.find((candidate) => candidate.name === name);
  if (!target) throw new Error(`No package was built for ${name}.`);
  return target;
}

/** What Electron verifies before it reads a file of the archive: the hash of the archive's header. */
function hashOfHeader(target: Target): string {
  const { headerString } = getRawHeader(join(resourcesFolder(packages, target), 'app.asar'));
  return createHash('sha256').update(headerString).digest('hex');
}

/** Any change of the app may change the names of bundled files; their folders and kinds stay. */
function withoutName(file: string): string {
  return file.startsWith('/out/') ? file.replace(/[^/]+(\.\w+)$/, '*$1') : file;
}
