import { join } from 'node:path';
import type { Platform, Processor } from './miniature-electron.ts';

export interface Target {
  /** As in the names of native modules. */
  readonly name: `${Platform}-${Processor}`;
  readonly platform: Platform;
  readonly processor: Processor;
  /** The folder of the app below the output of electron-builder. */
  readonly folder: string;
  /** The folder of `app.asar` below that one. */
  readonly resources: string;
}

/** The version before: the same app. The folder of its packages, for Linux only, has this name. */
export const earlierVersion = '0.0.1';
/** The folder of the packages for Linux that were built a second time. */
export const builtAgain = 'again';

const all: readonly Target[] = [
  {
    name: 'linux-x64',
    platform: 'linux',
    processor: 'x64',
    folder: 'linux-unpacked',
    resources: 'resources',
  },
  {
    name: 'linux-arm64',
    platform: 'linux',
    processor: 'arm64',
    folder: 'linux-arm64-unpacked',
    resources: 'resources',
  },
  {
    name: 'darwin-arm64',
    platform: 'darwin',
    processor: 'arm64',
    folder: 'mac-arm64',
    resources: 'Proxydeck.app/Contents/Resources',
  },
  {
    name: 'win32-x64',
    platform: 'win32',
    processor: 'x64',
    folder: 'win-unpacked',
    resources: 'resources',
  },
];

/** electron-builder packs for macOS everywhere but on Windows. */
export const targets = all.filter(({ platform }) => platform !== 'darwin' || process.platform !== 'win32');

/** The folder of a packed app. */
export const appFolder = (packages: string, { name, folder }: Target): string => join(packages, name, folder);

/** The folder with the archive of a packed app. */
export const resourcesFolder = (packages: string, target: Target): string =>
  join(appFolder(packages, target), target.resources);
