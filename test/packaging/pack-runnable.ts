/** Packs the built app with Electron's real binary, for tests that attach to it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { createConfig } from '../../electron-builder.config.mjs';
import { root } from '../../scripts/steps.mjs';
import { copyApp } from './copy-app.ts';

/**
 * Packs as `npm run package -- --dir` does, with the one fuse on that tests need.
 *
 * @param folder an empty folder for the package
 * @param electron the path of Electron's binary
 * @returns the path of the packed program
 */
export async function packRunnable(folder: string, electron: string): Promise<string> {
  const app = join(folder, 'app');
  copyApp(app);
  const main = addWhatElectronLacks(app, electron);
  process.env['PROXYDECK_ALLOW_INSPECT'] = '1';
  const config = createConfig({ platform: 'linux' });
  await build({
    projectDir: app,
    targets: Platform.LINUX.createTarget(['dir']),
    publish: 'never',
    config: {
      ...config,
      extraMetadata: { ...(config.extraMetadata as object), main },
      directories: { ...config.directories, output: folder },
      electronDist: dirname(electron),
    },
  });
  return join(folder, 'linux-unpacked/proxydeck-desktop');
}

/**
 * A packed app takes no `-r`, so a file in front of the main module loads the addition.
 *
 * @returns the main module of the package
 */
function addWhatElectronLacks(app: string, electron: string): string {
  const main = 'out/main/index.js';
  const version = readFileSync(join(dirname(electron), 'version'), 'utf8').replace(/^v/, '');
  if (Number.parseInt(version, 10) >= 45) return main;
  const addition = readFileSync(join(root, 'test/support/clipboard-of-electron-45.ts'), 'utf8');
  writeFileSync(join(app, 'out/main/addition.js'), stripTypeScriptTypes(addition));
  writeFileSync(join(app, 'out/main/with-addition.js'), "import './addition.js';\nawait import('./index.js');\n");
  return 'out/main/with-addition.js';
}
