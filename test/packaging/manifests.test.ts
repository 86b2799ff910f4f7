import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { makeManifests } from '../../scripts/release-manifests.mjs';
import { needs } from '../support/needs.ts';

const deb = join(inject('packages'), 'linux-x64', `proxydeck_${version}_amd64.deb`);
let folder: string;

describe.runIf(process.platform === 'linux')('the manifests of a release', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxydeck-manifests-'));
    const hash = createHash('sha256').update(readFileSync(deb)).digest('hex');
    const names = [
      ...[`Proxydeck-${version}-arm64.dmg`, `Proxydeck-${version}-x64.dmg`, `Proxydeck-Setup-${version}-x64.exe`],
      ...[basename(deb), `proxydeck_${version}_arm64.deb`],
    ];
    const sums = names.map((name) => `${hash}  ${name}\n`).join('');
    const release = { address: `https://downloads.example.org/v${version}`, version, env: {} };
    for (const [path, text] of Object.entries(makeManifests(sums, release))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('have a cask that Ruby reads', () => {
    needs('ruby');
    execFileSync('ruby', ['-c', join(folder, 'homebrew/proxydeck.rb')], { stdio: 'pipe' });
  });

  test('have what the schemas of winget 1.10.0 require, each as text', () => {
    needs('python3-yaml');
    const read = (kind: string): unknown => {
      const file = join(folder, `winget/Proxydeck.Proxydeck${kind}.yaml`);
      const print = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))';
      return JSON.parse(execFileSync('python3', ['-c', print, file], { encoding: 'utf8' }));
    };
    const always = { PackageIdentifier: 'Proxydeck.Proxydeck', PackageVersion: version, ManifestVersion: '1.10.0' };
    expect(read('')).toEqual({ ...always, ManifestType: 'version', DefaultLocale: 'en-US' });
    expect(read('.locale.en-US')).toEqual({
      ...always,
      ManifestType: 'defaultLocale',
      PackageLocale: 'en-US',
      Publisher: 'Proxydeck',
      PackageName: 'Proxydeck',
      PackageUrl: expect.stringMatching(/^https:\/\/.+/) as unknown,
      License: 'MIT',
      ShortDescription: expect.stringMatching(/^.{3,256}$/) as unknown,
    });
    expect(read('.installer')).toEqual({
      ...always,
      ManifestType: 'installer',
      InstallerType: 'nullsoft',
      Scope: 'user',
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: expect.stringMatching(/^https:\/\/.+\.exe$/) as unknown,
          InstallerSha256: expect.stringMatching(/^[0-9A-F]{64}$/) as unknown,
        },
      ],
    });
  });

  test('have a PKGBUILD from which makepkg builds a package', () => {
    needs('makepkg', 'libarchive-tools');
    const aur = join(folder, 'aur');
    // Where makepkg looks before it downloads.
    copyFileSync(deb, join(aur, basename(deb)));
    // It builds nothing as root, and asks no manager of packages that Debian does not have.
    const isRoot = process.getuid?.() === 0;
    const nobody = 65534;
    if (isRoot) for (const path of [aur, folder]) chownSync(path, nobody, nobody);
    chmodSync(folder, 0o755);
    execFileSync('makepkg', ['--nodeps', '--noconfirm'], {
      cwd: aur,
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], HOME: aur, PACMAN: 'true', PKGEXT: '.pkg.tar' },
      ...(isRoot && { uid: nobody, gid: nobody }),
    });
    const built = join(aur, `proxydeck-bin-${version}-1-x86_64.pkg.tar`);
    const files = execFileSync('tar', ['--list', '--verbose', '--file', built], { encoding: 'utf8' });
    expect(files).toMatch(/^-rwsr-xr-x .* opt\/Proxydeck\/chrome-sandbox$/m);
    expect(files).toMatch(/ usr\/bin\/proxydeck-desktop -> \/opt\/Proxydeck\/proxydeck-desktop$/m);
    expect(files).toMatch(/ usr\/share\/licenses\/proxydeck-bin\/LICENSE$/m);
  });
});
