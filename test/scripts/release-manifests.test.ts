import { expect, test } from 'vitest';
import { makeManifests } from '../../scripts/release-manifests.mjs';

const names = [
  'Proxydeck-1.2.3-arm64.dmg',
  'Proxydeck-1.2.3-x64.dmg',
  'Proxydeck-Setup-1.2.3-x64.exe',
  'proxydeck_1.2.3_amd64.deb',
  'proxydeck_1.2.3_arm64.deb',
];
const sums = names.map((name, at) => `${String(at + 1).repeat(64)}  ${name}\n`);
const release = {
  address: 'https://downloads.example.org/v1.2.3/',
  version: '1.2.3',
  env: { PROXYDECK_HOMEPAGE: 'https://proxydeck.example.org', PROXYDECK_MAINTAINER: 'Ada Example <ada@example.org>' },
};

test('a release has a cask, a winget manifest and a PKGBUILD with the sums of its own packages', () => {
  const manifests = makeManifests(sums.join(''), release);
  const cask = manifests['homebrew/proxydeck.rb'];
  expect(cask).toContain(`sha256 arm:   "${'1'.repeat(64)}",\n         intel: "${'2'.repeat(64)}"`);
  expect(cask).toContain('url "https://downloads.example.org/v1.2.3/Proxydeck-1.2.3-#{arch}.dmg"');
  const installer = manifests['winget/Proxydeck.Proxydeck.installer.yaml'];
  expect(installer).toContain(`InstallerSha256: ${'3'.repeat(64)}`);
  expect(installer).toContain('InstallerUrl: https://downloads.example.org/v1.2.3/Proxydeck-Setup-1.2.3-x64.exe');
  const pkgbuild = manifests['aur/PKGBUILD'];
  expect(pkgbuild).toContain(`sha256sums_x86_64=('${'4'.repeat(64)}')`);
  expect(pkgbuild).toContain(`sha256sums_aarch64=('${'5'.repeat(64)}')`);
  expect(pkgbuild).toContain('# Maintainer: Ada Example <ada@example.org>');
});

test('a package without a sum, or an address without HTTPS, ends the job', () => {
  expect(() => makeManifests(sums.slice(1).join(''), release)).toThrow('SHA256SUMS has no Proxydeck-1.2.3-arm64.dmg.');
  expect(() => makeManifests(sums.join(''), { ...release, address: 'http://downloads.example.org' })).toThrow('https');
});
