/**
 * Distributions of Electron in miniature: they cannot start, but they have every
 * file that electron-builder and @electron/fuses read or rewrite.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/steps.mjs';

export type Platform = 'linux' | 'darwin' | 'win32';
export type Processor = 'x64' | 'arm64';

/** What @electron/fuses looks for, then version 1, nine fuses, and their states as Electron ships them. */
const fuseWire = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100011', 'latin1');
const elfMachines = { x64: 0x3e, arm64: 0xb7 } as const;

/** Writes a distribution for one system and processor into a folder, as npm's `electron` unpacks one. */
export function makeMiniatureElectron(folder: string, platform: Platform, processor: Processor): void {
  write(join(folder, 'version'), manifest.devDependencies.electron);
  write(join(folder, 'LICENSE'), 'The license of Electron.\n');
  write(join(folder, 'LICENSES.chromium.html'), '<p>The licenses of Chromium.</p>\n');
  if (platform === 'darwin') {
    makeMacApp(join(folder, 'Electron.app/Contents'));
    return;
  }
  write(join(folder, 'locales/en-US.pak'), '');
  write(join(folder, 'locales/de.pak'), '');
  mkdirSync(join(folder, 'resources'));
  if (platform === 'linux') {
    writeProgram(join(folder, 'electron'), Buffer.concat([elfHeader(processor), fuseWire]));
    writeProgram(join(folder, 'chrome-sandbox'), elfHeader(processor));
  } else {
    // Any small program with one version resource; data after its last section is kept.
    const program = join(root, 'node_modules/electron-winstaller/vendor/Setup.exe');
    write(join(folder, 'electron.exe'), Buffer.concat([readFileSync(program), fuseWire]));
  }
}

function elfHeader(processor: Processor): Buffer {
  const header = Buffer.alloc(64);
  header.write('\u007fELF\u0002\u0001\u0001', 'latin1');
  header.writeUInt16LE(elfMachines[processor], 18);
  return header;
}

function makeMacApp(contents: string): void {
  writeBundle(contents, 'Electron', { CFBundleIconFile: 'electron.icns' });
  const frameworks = join(contents, 'Frameworks');
  for (const suffix of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
    const name = `Electron Helper${suffix}`;
    writeBundle(join(frameworks, `${name}.app/Contents`), name, {});
  }
  writeProgram(join(frameworks, 'Electron Framework.framework/Electron Framework'), fuseWire);
  write(join(contents, 'Resources/electron.icns'), '');
  for (const locale of ['en', 'de']) {
    write(join(contents, `Resources/${locale}.lproj/locale.pak`), '');
    write(join(frameworks, `Electron Framework.framework/Versions/A/Resources/${locale}.lproj/locale.pak`), '');
  }
}

function writeBundle(contents: string, name: string, more: Record<string, string>): void {
  const entries = {
    CFBundleExecutable: name,
    CFBundleIdentifier: `com.github.${name.replaceAll(/[^A-Za-z]/g, '')}`,
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
    ...more,
  };
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  write(
    join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${lines.join('')}</dict></plist>\n`,
  );
  writeProgram(join(contents, 'MacOS', name), Buffer.from('miniature'));
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function writeProgram(file: string, content: Buffer): void {
  write(file, content);
  chmodSync(file, 0o755);
}
