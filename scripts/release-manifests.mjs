// @ts-check
/**
 * Writes the manifests of a release for Homebrew, winget and the AUR, from its checksums: `node scripts/release-manifests.mjs
 * FOLDER ADDRESS`. FOLDER has the packages and `SHA256SUMS`, ADDRESS is where they are downloaded from.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { readIdentity } from './identity.mjs';

/**
 * @param {string} sums `SHA256SUMS` as sha256sum writes it
 * @param {{ address: string, version: string, env?: NodeJS.ProcessEnv }} release
 * @returns {{ [path: string]: string }} the manifests by their paths
 * @throws Error for a package without a checksum, or an address without HTTPS
 */
export function makeManifests(sums, { address, version, env = process.env }) {
  if (!address.startsWith('https://')) throw new Error('The address of the packages must begin with https://.');
  const { homepage, maintainer, author } = readIdentity(env);
  const hashes = new Map([...sums.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, hash, name]) => [name, hash]));
  /** @param {string} name */
  const file = (name) => {
    const hash = hashes.get(name);
    if (hash === undefined) throw new Error(`SHA256SUMS has no ${name}.`);
    return { url: `${address.replace(/\/$/, '')}/${name}`, hash };
  };
  const arm = file(`Proxydeck-${version}-arm64.dmg`);
  const intel = file(`Proxydeck-${version}-x64.dmg`);
  const windows = file(`Proxydeck-Setup-${version}-x64.exe`);
  const amd64 = file(`proxydeck_${version}_amd64.deb`);
  const arm64 = file(`proxydeck_${version}_arm64.deb`);
  const id = 'Proxydeck.Proxydeck';
  /** @param {string} kind @param {string} fields */
  const winget = (kind, fields) =>
    `PackageIdentifier: ${id}\nPackageVersion: ${version}\n${fields}ManifestType: ${kind}\nManifestVersion: 1.10.0\n`;
  return {
    'homebrew/proxydeck.rb': `cask "proxydeck" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${arm.hash}",
         intel: "${intel.hash}"

  url "${arm.url.replace('-arm64.dmg', '-#{arch}.dmg')}"
  name "Proxydeck"
  desc "${manifest.description.replace(/\.$/, '')}"
  homepage "${homepage}"

  depends_on macos: ">= :ventura"

  app "Proxydeck.app"

  zap trash: "~/Library/Application Support/Proxydeck"
end
`,
    [`winget/${id}.yaml`]: winget('version', 'DefaultLocale: en-US\n'),
    [`winget/${id}.locale.en-US.yaml`]: winget(
      'defaultLocale',
      `PackageLocale: en-US
Publisher: ${JSON.stringify(author.name)}
PackageName: Proxydeck
PackageUrl: ${homepage}
License: ${manifest.license}
ShortDescription: ${manifest.description}
`,
    ),
    [`winget/${id}.installer.yaml`]: winget(
      'installer',
      `InstallerType: nullsoft
Scope: user
Installers:
  - Architecture: x64
    InstallerUrl: ${windows.url}
    InstallerSha256: ${windows.hash.toUpperCase()}
`,
    ),
    'aur/PKGBUILD': `# Maintainer: ${maintainer}
pkgname=proxydeck-bin
pkgver=${version}
pkgrel=1
pkgdesc="${manifest.description.replace(/\.$/, '')}"
arch=('x86_64' 'aarch64')
url="${homepage}"
license=('${manifest.license}')
depends=('alsa-lib' 'mesa' 'gtk3' 'libnotify' 'nss' 'libxss' 'libxtst' 'xdg-utils' 'at-spi2-core' 'util-linux-libs' 'libsecret')
provides=('proxydeck')
conflicts=('proxydeck')
options=('!strip')
source_x86_64=("${amd64.url}")
source_aarch64=("${arm64.url}")
sha256sums_x86_64=('${amd64.hash}')
sha256sums_aarch64=('${arm64.hash}')

package() {
  bsdtar -xf data.tar.* -C "$pkgdir"
  # Chromium's sandbox, where user namespaces are closed.
  chmod 4755 "$pkgdir/opt/Proxydeck/chrome-sandbox"
  install -d "$pkgdir/usr/bin"
  ln -s /opt/Proxydeck/proxydeck-desktop "$pkgdir/usr/bin/proxydeck-desktop"
  install -Dm644 "$pkgdir/usr/share/doc/proxydeck/copyright" "$pkgdir/usr/share/licenses/$pkgname/LICENSE"
}
`,
  };
}

if (import.meta.main) {
  const [, , folder, address] = process.argv;
  if (!folder || !address) throw new Error('Usage: node scripts/release-manifests.mjs FOLDER ADDRESS');
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  for (const [path, text] of Object.entries(makeManifests(sums, { address, version: manifest.version }))) {
    const target = join(folder, 'manifests', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
