/** Packs the built app for every system once, from miniatures of Electron and with the real configuration. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, Arch, Platform } from 'electron-builder';
import type { TestProject } from 'vitest/node';
import { createConfig } from '../../electron-builder.config.mjs';
import { packCommandLine } from '../../scripts/pack-command-line.mjs';
import { isInstalled, root } from '../../scripts/steps.mjs';
import { makeOwnTools } from '../../scripts/own-tools/tools.ts';
import { copyApp } from './copy-app.ts';
import { makeMiniatureElectron } from './miniature-electron.ts';
import { builtAgain, earlierVersion, targets, type Target } from './targets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with one folder per target, named as the target, and the tarball. */
    packages: string;
    tarball: string;
  }
}

export default async function packAll(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-packaging-'));
  const clear = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await packTargets(folder);
    project.provide('packages', folder);
    project.provide('tarball', packCommandLine(folder).tarball);
  } catch (error) {
    clear();
    throw error;
  }
  return clear;
}

async function packTargets(folder: string): Promise<void> {
  const app = join(folder, 'app');
  copyApp(app);
  const canMakeInstallers = process.platform === 'linux';
  if (canMakeInstallers) Object.assign(process.env, makeOwnTools(join(folder, 'tools')));
  // As `npm run package` does.
  process.env['SOURCE_DATE_EPOCH'] = '1700000000';
  for (const target of targets) {
    const installers = canMakeInstallers && target.name === 'linux-x64' ? listInstallers() : [];
    // The folder of the app, if nothing else is built from it.
    await pack(folder, app, target, [...installers, 'dir']);
    if (installers.length === 0) continue;
    await pack(join(folder, builtAgain), app, target, installers);
    await pack(join(folder, earlierVersion), app, target, installers, earlierVersion);
  }
}

async function pack(
  folder: string,
  app: string,
  { name, platform, processor }: Target,
  installers: string[],
  version?: string,
): Promise<void> {
  const electronDist = join(folder, 'electron', name);
  makeMiniatureElectron(electronDist, platform, processor);
  // keytar is compiled for this machine only; any module of the right format takes its place.
  const keychainModule = join(app, 'node_modules/keytar/build/Release/keytar.node');
  mkdirSync(dirname(keychainModule), { recursive: true });
  copyFileSync(join(root, `node_modules/better-sqlite3/prebuilds/${name}.node`), keychainModule);
  const { directories, ...config } = createConfig({ platform, env: {} });
  await build({
    projectDir: app,
    targets: Platform.fromString(platform).createTarget(installers, processor === 'x64' ? Arch.x64 : Arch.arm64),
    publish: 'never',
    config: {
      ...config,
      // electron-builder declares it as `any`.
      ...(version !== undefined && { extraMetadata: { ...(config.extraMetadata as object), version } }),
      directories: { ...directories, output: join(folder, name) },
      electronDist,
      // Signing for macOS needs macOS.
      mac: { ...config.mac, identity: null },
    },
  });
}

/** Those whose programs are here; the tests of the others are skipped. */
const listInstallers = (): string[] => [
  ...(['mksquashfs', 'desktop-file-validate'].every(isInstalled) ? ['AppImage'] : []),
  ...(isInstalled('dpkg-deb') ? ['deb'] : []),
  ...(isInstalled('rpmbuild') ? ['rpm'] : []),
];
