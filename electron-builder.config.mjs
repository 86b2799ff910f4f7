// @ts-check
import { join } from 'node:path';
import manifest from './package.json' with { type: 'json' };
import { afterPack } from './scripts/after-pack.mjs';
import { readIdentity } from './scripts/identity.mjs';
import { oldestGlibc, withoutUse } from './scripts/runtime-packages.mjs';

const root = import.meta.dirname;
/** Only these packages are loaded at run time; everything else is in the bundles. */
const runtimePackages = Object.keys(manifest.dependencies).join('|');

/**
 * The packages of one system. docs/release.md explains the environment variables.
 *
 * @param {object} [target]
 * @param {string} [target.platform] the system that the packages are for. The macro `${platform}` of
 *   electron-builder is the system that builds, so a pattern with it would silently take the wrong files.
 * @param {NodeJS.ProcessEnv} [target.env]
 * @returns {import('electron-builder').Configuration}
 */
export function createConfig({ platform = process.platform, env = process.env } = {}) {
  const { homepage, maintainer, author } = readIdentity(env);
  const signing = readSigning(platform, env);
  return {
    appId: 'app.proxydeck.Proxydeck',
    productName: 'Proxydeck',
    copyright: `Copyright © 2026 ${author.name}`,
    electronVersion: manifest.devDependencies.electron,
    extraMetadata: {
      homepage,
      author,
      // Lets tests attach to this copy; the app refuses the switches for that in every other.
      ...(env['PROXYDECK_ALLOW_INSPECT'] === '1' && { isInspectable: true }),
    },
    // `out` holds the bundles of electron-vite.
    directories: { output: 'dist', buildResources: join(root, 'resources') },
    // Both native modules use Node-API, so one build serves every Node and Electron.
    npmRebuild: false,
    nodeGypRebuild: false,
    // smartUnpack would unpack the JavaScript next to native modules too, where nothing verifies it.
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    files: [
      // Not all of `out`: benches are built there too.
      'out/{main,preload,renderer}/**',
      'package.json',
      '!**/*.{map,md,d.ts,d.mts,d.cts}',
      `!node_modules/!(${runtimePackages}){,/**}`,
      ...Object.entries(withoutUse).map(([name, unused]) => `!node_modules/${name}/{${unused.join(',')}}{,/**}`),
      '!node_modules/keytar/build/!(Release){,/**}',
      '!node_modules/keytar/build/Release/!(keytar.node){,/**}',
      `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}.node)`,
    ],
    extraResources: [{ from: 'out/licenses.txt', to: 'licenses.txt' }],
    electronLanguages: ['en-US', 'en'],
    afterPack,
    // The runtime that needs no libfuse2 and does not switch off Chromium's sandbox by default.
    toolsets: { appimage: '1.0.3' },
    publish: signing.isSigned ? readFeed(platform, env) : null,
    forceCodeSigning: signing.isSigned,
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      icon: join(root, 'resources/icons'),
      category: 'Network',
      // The name "proxydeck" belongs to the command line.
      executableName: 'proxydeck-desktop',
      syncDesktopName: true,
      desktop: { entry: { Keywords: 'proxy;socks;scraper;' } },
      maintainer,
      synopsis: 'Browser, tester and exporter for purchased proxies',
      artifactName: '${productName}-${version}-${arch}.${ext}',
    },
    deb: {
      packageCategory: 'net',
      artifactName: '${name}_${version}_${arch}.${ext}',
      recommends: [],
      // The list of electron-builder, what it leaves out of what Electron loads, and what the native modules need.
      depends: [
        // Debian 13 renamed it; its old name alone could also be another sound system.
        'libasound2t64 | libasound2',
        'libgbm1',
        'libgtk-3-0',
        'libnotify4',
        'libnss3',
        'libxss1',
        'libxtst6',
        'xdg-utils',
        'libatspi2.0-0',
        'libuuid1',
        'libsecret-1-0',
        `libc6 (>= ${oldestGlibc})`,
      ],
      afterRemove,
      fpm: linuxFiles,
    },
    rpm: {
      artifactName: '${name}-${version}.${arch}.${ext}',
      // The same.
      depends: [
        '(alsa-lib or libasound2)',
        '(mesa-libgbm or libgbm1)',
        'gtk3',
        'libnotify',
        'nss',
        'libXScrnSaver',
        '(libXtst or libXtst6)',
        'xdg-utils',
        'at-spi2-core',
        '(libuuid or libuuid1)',
        '(libsecret or libsecret-1-0)',
        `glibc >= ${oldestGlibc}`,
      ],
      afterRemove,
      // fpm may read no option after the first file.
      fpm: [...rpmOnly, ...linuxFiles],
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      minimumSystemVersion: '13.0',
      artifactName: '${productName}-${version}-${arch}.${ext}',
      entitlements: join(root, 'resources/entitlements.mac.plist'),
      entitlementsInherit: join(root, 'resources/entitlements.mac.plist'),
      notarize: signing.isNotarized,
      hardenedRuntime: signing.isSigned,
      // Apple's processors start no program without a signature, so an unsigned build gets an ad-hoc one.
      ...(signing.isSigned ? {} : { identity: '-' }),
    },
    win: {
      // The archive is the folder of the app, for those who may not install anything.
      target: ['nsis', 'zip'],
      artifactName: '${productName}-${version}-${arch}-windows.${ext}',
      ...(signing.azure ? { azureSignOptions: signing.azure } : {}),
    },
    nsis: {
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      artifactName: '${productName}-Setup-${version}-${arch}.${ext}',
    },
  };
}

const afterRemove = join(root, 'resources/linux/after-remove.sh');
const linuxFiles = [
  `${join(root, 'resources/linux/app.proxydeck.Proxydeck.metainfo.xml')}=/usr/share/metainfo/app.proxydeck.Proxydeck.metainfo.xml`,
  `${join(root, 'LICENSE')}=/usr/share/doc/proxydeck/copyright`,
];
const rpmOnly = [
  // Otherwise its folders stay when it is removed.
  ...['/opt/Proxydeck', '/usr/share/doc/proxydeck'].map((folder) => `--directories=${folder}`),
  // For deb and AppImage the variable SOURCE_DATE_EPOCH is enough.
  ...['use_source_date_epoch_as_buildtime 1', 'clamp_mtime_to_source_date_epoch 1', '_buildhost localhost'].map(
    (definition) => `--rpm-rpmbuild-define=${definition}`,
  ),
];

/**
 * How this build is signed, from the environment.
 *
 * @param {string} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function readSigning(platform, env) {
  const azure =
    platform === 'win32' && env['AZURE_TENANT_ID']
      ? {
          publisherName: need(env, 'PROXYDECK_AZURE_PUBLISHER'),
          endpoint: need(env, 'PROXYDECK_AZURE_ENDPOINT'),
          codeSigningAccountName: need(env, 'PROXYDECK_AZURE_ACCOUNT'),
          certificateProfileName: need(env, 'PROXYDECK_AZURE_PROFILE'),
        }
      : undefined;
  const hasCertificate = Boolean(env['CSC_LINK']) || (platform === 'win32' && Boolean(env['WIN_CSC_LINK']));
  return {
    // Nothing signs an AppImage; deb and rpm are signed by the repository that offers them.
    isSigned: platform !== 'linux' && (hasCertificate || azure !== undefined),
    isNotarized: platform === 'darwin' && hasCertificate && Boolean(env['APPLE_API_KEY']),
    azure,
  };
}

/**
 * Where installed apps look for updates. Called for signed builds only.
 *
 * @param {string} platform
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ provider: 'generic', url: string, channel?: string } | null}
 */
function readFeed(platform, env) {
  const url = env['PROXYDECK_UPDATE_URL'];
  if (!url) return null;
  if (!url.startsWith('https://')) throw new Error('PROXYDECK_UPDATE_URL must begin with https://.');
  // macOS is built once per processor, so each one has its own list of updates.
  const channel = platform === 'darwin' ? { channel: `latest-${process.arch}` } : {};
  return { provider: 'generic', url, ...channel };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 */
function need(env, name) {
  const value = env[name];
  if (!value) throw new Error(`AZURE_TENANT_ID is set, so ${name} is needed too.`);
  return value;
}

export default createConfig();
