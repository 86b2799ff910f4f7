import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the folder of tools that electron-builder would otherwise download, from
 * programs of Debian. The start program of an AppImage is on GitHub only, so a
 * text takes its place: the content of such an AppImage is right, but it cannot start.
 *
 * @returns the environment variables that point electron-builder to the tools
 */
export function makeOwnTools(folder: string): Record<string, string> {
  const tools = join(folder, 'appimage');
  mkdirSync(join(tools, 'runtimes'), { recursive: true });
  for (const processor of ['x64', 'arm64']) {
    mkdirSync(join(tools, 'lib', processor), { recursive: true });
    writeFileSync(
      join(tools, 'runtimes', `runtime-${processor}`),
      '#!/bin/sh\necho "This AppImage was built without its start program."\nexit 1\n',
    );
  }
  for (const program of ['mksquashfs', 'desktop-file-validate']) {
    symlinkSync(join('/usr/bin', program), join(tools, program));
  }
  const fpm = join(import.meta.dirname, 'fpm.mjs');
  return { APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: fpm };
}
