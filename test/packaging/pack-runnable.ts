/** Packs the built app with Electron's real binary, for tests that attach to it. */
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { createConfig } from '../../electron-builder.config.mjs';
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
  process.env['PROXYDECK_ALLOW_INSPECT'] = '1';
  const config = createConfig({ platform: 'linux' });
  await build({
    projectDir: app,
    targets: Platform.LINUX.createTarget(['dir']),
    publish: 'never',
    config: {
      ...config,
      directories: { ...config.directories, output: folder },
      electronDist: dirname(electron),
    },
  });
  return join(folder, 'linux-unpacked/proxydeck-desktop');
}
