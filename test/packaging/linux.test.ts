import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { needs } from '../support/needs.ts';
import { listFiles } from './list-files.ts';
import { builtAgain, earlierVersion } from './targets.ts';

const output = join(inject('packages'), 'linux-x64');
const outputAgain = join(inject('packages'), builtAgain, 'linux-x64');
const outputBefore = join(inject('packages'), earlierVersion, 'linux-x64');
const deb = join(output, `proxydeck_${version}_amd64.deb`);
const debBefore = join(outputBefore, `proxydeck_${earlierVersion}_amd64.deb`);
const rpm = join(output, `proxydeck-${version}.x86_64.rpm`);
const rpmBefore = join(outputBefore, `proxydeck-${earlierVersion}.x86_64.rpm`);
const appImage = join(output, `Proxydeck-${version}-x86_64.AppImage`);
let folder: string;
const onLinux = describe.runIf(process.platform === 'linux');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxydeck-linux-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

onLinux.each([
  ['deb', deb, []],
  ['rpm', rpm, ['rpm']],
  ['AppImage', appImage, ['squashfs-tools', 'desktop-file-utils']],
])('the %s', (_name, file, programs) => {
  test('is the same, byte for byte, when it is built again', () => {
    needs(...programs);
    expect(readFileSync(join(outputAgain, basename(file))).equals(readFileSync(file))).toBe(true);
  });
});

onLinux('the deb', () => {
  test('says what it is and what it needs', () => {
    const field = (name: string): string =>
      execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();
    expect(field('Package')).toBe('proxydeck');
    expect(field('Version')).toBe(version);
    expect(field('Maintainer')).toBe('Proxydeck <maintainer@proxydeck.invalid>');
    expect(field('Homepage')).toBe('https://proxydeck.invalid');
    expect(field('Section')).toBe('net');
    expect(field('Depends')).toContain('libsecret-1-0');
    expect(field('Depends')).toContain('libc6 (>= 2.34)');
    // Without these Electron does not start, and a small Debian has neither.
    expect(field('Depends')).toContain('libasound2t64 | libasound2, libgbm1,');
  });

  test.skipIf(process.getuid?.() !== 0)(
    'leaves the command "proxydeck" free, can be upgraded, and leaves nothing behind when it is removed',
    () => {
      const root = join(folder, 'root');
      makeDebianRoot(root);
      const before = listFiles(root);
      // The packages that it depends on are not there. Its scripts run with the folder as their root.
      const dpkg = (...args: string[]): void => {
        execFileSync('dpkg', [`--root=${root}`, '--force-depends', ...args], { stdio: 'ignore' });
      };
      dpkg('--install', debBefore);
      dpkg('--install', deb);
      const installed = listFiles(root).filter((file) => !before.includes(file));
      expect(installed).toEqual(
        expect.arrayContaining([
          'opt/Proxydeck/proxydeck-desktop',
          'opt/Proxydeck/resources/app.asar',
          'opt/Proxydeck/resources/licenses.txt',
          'usr/share/applications/proxydeck.desktop',
          'usr/share/icons/hicolor/512x512/apps/proxydeck-desktop.png',
          'usr/share/metainfo/app.proxydeck.Proxydeck.metainfo.xml',
          'usr/share/doc/proxydeck/copyright',
        ]),
      );
      expect(installed.filter((file) => file.startsWith('usr/bin/'))).toEqual(['usr/bin/proxydeck-desktop']);
      expect(readlinkSync(join(root, 'usr/bin/proxydeck-desktop'))).toBe('/opt/Proxydeck/proxydeck-desktop');
      dpkg('--purge', 'proxydeck');
      const isOfDpkg = (file: string): boolean => file.startsWith('var/lib/dpkg/');
      expect(listFiles(root).filter((file) => !isOfDpkg(file))).toEqual(before.filter((file) => !isOfDpkg(file)));
    },
  );

  test('has a desktop entry that the running window belongs to', () => {
    needs('desktop-file-utils');
    const content = join(folder, 'content');
    execFileSync('dpkg-deb', ['--extract', deb, content]);
    const entry = join(content, 'usr/share/applications/proxydeck.desktop');
    execFileSync('desktop-file-validate', [entry]);
    const lines = readFileSync(entry, 'utf8').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Name=Proxydeck',
        'Exec=/opt/Proxydeck/proxydeck-desktop %U',
        'Icon=proxydeck-desktop',
        'StartupWMClass=proxydeck',
        'Categories=Network;',
        'Keywords=proxy;socks;scraper;',
      ]),
    );
  });
});

onLinux('the rpm', () => {
  beforeEach(() => {
    needs('rpm');
  });
  const query = (format: string): string[] =>
    execFileSync('rpm', ['--query', '--package', '--queryformat', format, rpm], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split('\n');

  test('says what it is and what it needs', () => {
    expect(query('%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{URL}')).toEqual([
      `proxydeck ${version} x86_64 MIT https://proxydeck.invalid`,
    ]);
    expect(query('[%{REQUIRES}\n]')).toContain('(libsecret or libsecret-1-0)');
    expect(query('[%{REQUIRENAME} %{REQUIREFLAGS:depflags} %{REQUIREVERSION}\n]')).toContain('glibc >= 2.34');
  });

  test('has the app, and leaves the command "proxydeck" free', () => {
    const files = query('[%{FILENAMES}\n]');
    expect(files).toEqual(
      expect.arrayContaining([
        '/opt/Proxydeck/proxydeck-desktop',
        '/opt/Proxydeck/resources/app.asar',
        '/usr/share/applications/proxydeck.desktop',
        '/usr/share/metainfo/app.proxydeck.Proxydeck.metainfo.xml',
      ]),
    );
    expect(files.filter((file) => file.startsWith('/usr/bin/'))).toEqual([]);
    expect(query('%{POSTIN}').join('\n')).toContain("'/usr/bin/proxydeck-desktop'");
  });
});

onLinux('the rpm as it is installed', () => {
  test.skipIf(process.getuid?.() !== 0)(
    'keeps its command after an upgrade, and leaves nothing behind when it is removed',
    () => {
      needs('rpm');
      const root = join(folder, 'rpm-root');
      makeDebianRoot(root);
      const before = listAll(root);
      // As for the deb. Debian's rpm warns of itself.
      const install = (...args: string[]): void => {
        execFileSync('rpm', [`--root=${root}`, '--nodeps', '--force-debian', ...args], { stdio: 'ignore' });
      };
      install('--install', rpmBefore);
      install('--upgrade', rpm);
      expect(readlinkSync(join(root, 'usr/bin/proxydeck-desktop'))).toBe('/opt/Proxydeck/proxydeck-desktop');
      install('--erase', 'proxydeck');
      const left = listAll(root).filter((path) => !before.includes(path));
      expect(left.filter((path) => /proxydeck/i.test(path))).toEqual([]);
    },
  );
});

onLinux('the AppImage', () => {
  beforeEach(() => {
    needs('squashfs-tools', 'desktop-file-utils');
  });
  test('has the app, its desktop entry and its icon', () => {
    const offset = statSync(join(inject('packages'), 'tools/appimage/runtimes/runtime-x64')).size;
    const content = join(folder, 'squashfs');
    execFileSync('unsquashfs', ['-quiet', '-offset', String(offset), '-dest', content, appImage], {
      stdio: 'ignore',
    });
    expect(listFiles(content)).toEqual(
      expect.arrayContaining([
        'AppRun',
        'proxydeck.desktop',
        'proxydeck-desktop',
        'proxydeck-desktop.png',
        'resources/app.asar',
        'resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node',
      ]),
    );
    const entry = readFileSync(join(content, 'proxydeck.desktop'), 'utf8');
    expect(entry).toContain('Exec=AppRun %U');
    // AppRun adds it, but only if the system closes user namespaces.
    expect(entry).not.toContain('--no-sandbox');
    execFileSync('bash', ['-n', join(content, 'AppRun')]);
  });
});

/** Every file and folder below a folder. */
const listAll = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();

/** A system in miniature: a database of packages, and the programs that the scripts of ours call. */
function makeDebianRoot(root: string): void {
  for (const path of ['var/lib/dpkg/updates', 'var/lib/dpkg/info', 'bin', 'usr/bin']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  for (const file of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', file), '');
  for (const program of ['bash', 'sh', 'chmod', 'ln', 'rm']) {
    const path = join('/bin', program);
    const libraries = execFileSync('ldd', [path], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    for (const file of [path, ...libraries]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      copyFileSync(file, join(root, file));
    }
  }
}
