import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { nodeFolder, root } from '../../scripts/steps.mjs';
import { listFiles } from './list-files.ts';

const shell = process.platform === 'win32';
let folder: string;
let installed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxydeck-npm-'));
  // Without the network, npm takes the dependencies from tarballs next to the package's own.
  const dependencies = ['better-sqlite3', 'node-addon-api', 'undici'].map((name) => {
    const packed = execFileSync(
      'npm',
      [
        'pack',
        '--json',
        '--ignore-scripts',
        '--pack-destination',
        folder,
        join(root, 'node_modules', name),
      ],
      { encoding: 'utf8', shell },
    );
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(folder, filename);
  });
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true }');
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', inject('tarball'), ...dependencies],
    {
      cwd: app,
      shell,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...withoutNpmConfig(process.env),
        // Headers that are already here, as on a machine where Node brings them.
        ...(nodeFolder ? { npm_config_nodedir: nodeFolder } : {}),
      },
    },
  );
  installed = join(app, 'node_modules/proxydeck');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** `npm test` passes this project's configuration on, which forbids install scripts. */
function withoutNpmConfig(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_config_(ignore_scripts|build_from_source)$/i.test(name),
    ),
  );
}

function runCommand(...words: string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [join(installed, 'out/main/cli.js'), ...words], {
    encoding: 'utf8',
    cwd: folder,
  });
}

describe('the npm package of the command line', () => {
  test('has only what the command line loads', () => {
    const files = listFiles(installed).filter((file) => !file.startsWith('node_modules/keytar/'));
    expect(files.filter((file) => !file.startsWith('out/main/'))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'licenses.txt',
      'package.json',
    ]);
    expect(files).toContain('out/main/cli.js');
    expect(files).not.toContain('out/main/index.js');
    for (const file of files) {
      expect(readFileSync(join(installed, file), 'utf8')).not.toMatch(/from "electron"/);
    }
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ version, bin: { proxydeck: 'out/main/cli.js' } });
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  test('runs, and shows the main tasks on the demo account', () => {
    expect(runCommand('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
    const { status, stdout } = runCommand('demo', '--proxies', '20');
    expect(stdout).toContain('Exported');
    expect(status).toBe(0);
  });

  test('compiles the keychain module from its source and never asks for a binary', () => {
    const keytar = join(installed, 'node_modules/keytar');
    const manifest = readFileSync(join(keytar, 'package.json'), 'utf8');
    expect(manifest).not.toContain('prebuild-install');
    expect(existsSync(join(keytar, 'node_modules/prebuild-install'))).toBe(false);
    // A binary that was compiled here has its configuration next to it.
    expect(existsSync(join(keytar, 'build/config.gypi'))).toBe(true);
    expect(existsSync(join(keytar, 'build/Release/keytar.node'))).toBe(true);
  });
});
