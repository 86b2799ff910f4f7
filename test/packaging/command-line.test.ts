import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { dependencies, version } from '../../package.json' with { type: 'json' };
import { packCommandLine, readPackedName } from '../../scripts/pack-command-line.mjs';
import { networkOfNpm } from '../../scripts/electron.mjs';
import { npmCommand } from '../../scripts/steps.mjs';
import { npmScript } from '../support/checkout.ts';
import { lacks, needs } from '../support/needs.ts';
import { listFiles } from './list-files.ts';

/** npm 12 runs no install script of a package that is bundled. */
const npm12 = {
  name: 'npm@12.2.0',
  hash: 'sha512-ZsJjKpTnlmSXOLLXiU1xDCzC4Wlok4IwZmh/aw2KUuXytU7q6qMv/cUT7MoeSf95Slwuw/lRXYefGzGCspHPNQ==',
};
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxydeck-npm-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Fetches npm 12, from npm's cache if it is there, and checks its hash. Undefined: without a network. */
function fetchNpm12(): string | undefined {
  const target = join(folder, 'npm-12');
  mkdirSync(target);
  const [npm, args] = npmCommand(
    ...['pack', npm12.name, '--json', '--prefer-offline'],
    ...['--fetch-retries=1', '--fetch-timeout=20000'],
  );
  const { status, stdout, stderr } = spawnSync(npm, args, {
    cwd: target,
    encoding: 'utf8',
    env: { ...process.env, ...networkOfNpm() },
  });
  if (status !== 0 && /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)\b/.test(stdout + stderr)) {
    return undefined;
  }
  const packed = readPackedName(stdout);
  const hash = createHash('sha512')
    .update(readFileSync(join(target, packed)))
    .digest('base64');
  expect(`sha512-${hash}`).toBe(npm12.hash);
  execFileSync('tar', ['-xzf', packed], { cwd: target });
  return join(target, 'package/bin/npm-cli.js');
}

describe.each(['npm 12', 'the npm that is here'])('the npm package of the command line, by %s', (by) => {
  let isThere: boolean;
  let installed: string;
  let printed: string;

  beforeAll(() => {
    const npm = by === 'npm 12' ? fetchNpm12() : npmScript();
    isThere = npm !== undefined;
    if (npm === undefined) return;
    const app = mkdtempSync(join(folder, 'app-'));
    writeFileSync(join(app, 'package.json'), '{ "private": true }');
    // Neither the network nor a cache nor a compiler: everything is in the package.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [npm, 'install', '--offline', '--ignore-scripts=false', inject('tarball')],
      {
        cwd: app,
        encoding: 'utf8',
        env: { PATH: '/nonexistent', HOME: app, npm_config_cache: join(app, 'cache') },
      },
    );
    printed = stdout + stderr;
    expect(printed).not.toContain('npm error');
    expect(status).toBe(0);
    installed = join(app, 'node_modules/proxydeck');
  });

  beforeEach(({ skip }) => {
    skip(!isThere, 'needs npm 12, which a network brings');
  });

  function runCommand(...words: string[]): { status: number | null; stdout: string } {
    return spawnSync(process.execPath, [join(installed, 'out/main/cli.js'), ...words], {
      encoding: 'utf8',
      cwd: folder,
    });
  }

  test('installs without a warning about a script', () => {
    expect(printed).not.toMatch(/script/);
  });

  test('runs, and shows the main tasks on the demo account', () => {
    expect(runCommand('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
    const { status, stdout } = runCommand('demo', '--proxies', '20');
    expect(stdout).toContain('Exported');
    expect(status).toBe(0);
  });

  test('loads the keychain module that was compiled for this system', () => {
    needs('keytar');
    const use = "console.log(typeof (await import('keytar')).default.getPassword)";
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', use], {
      cwd: installed,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('function\n');
  });

  test('has only what the command line loads', () => {
    const files = listFiles(installed);
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    expect(own.filter((file) => !file.startsWith('out/main/'))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'licenses.txt',
      'package.json',
    ]);
    expect(own).toContain('out/main/cli.js');
    expect(own).not.toContain('out/main/index.js');
    for (const file of own) {
      expect(readFileSync(join(installed, file), 'utf8')).not.toMatch(/from "electron"/);
    }
    const packages = files.filter((file) => /^node_modules\/[^/]+\/package.json$/.test(file));
    expect(packages).toEqual(Object.keys(dependencies).map((name) => `node_modules/${name}/package.json`));
    expect(files.filter((file) => /\.(cc?|cpp|h|gyp|map|md|ts)$/.test(file))).toEqual([
      'CHANGELOG.md',
      'README.md',
      'node_modules/keytar/LICENSE.md',
    ]);
    if (lacks('keytar') === undefined) {
      expect(files).toContain(`node_modules/keytar/prebuilds/${process.platform}-${process.arch}.node`);
    }
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ version, bin: { proxydeck: 'out/main/cli.js' } });
    expect(manifest).not.toHaveProperty('devDependencies');
    for (const file of packages) {
      expect(JSON.parse(readFileSync(join(installed, file), 'utf8'))).not.toHaveProperty('scripts');
    }
  });
});

test('a release without the keychain module of one of its systems fails', () => {
  expect(() => packCommandLine(join(folder, 'release'), { isRelease: true })).toThrow(
    /keychain module is missing for darwin-arm64/,
  );
});

test('a keychain module that was compiled for another system is refused', () => {
  const modules = join(folder, 'modules');
  mkdirSync(modules);
  writeFileSync(join(modules, 'win32-x64.node'), '\u007fELF, or so');
  expect(() => packCommandLine(join(folder, 'wrong'), { modules })).toThrow(/not for win32-x64/);
});

test('the output of npm pack is read, of npm 11 and of npm 12', () => {
  const packed = { filename: 'proxydeck-1.2.3.tgz' };
  expect(readPackedName(JSON.stringify([packed]))).toBe('proxydeck-1.2.3.tgz');
  expect(readPackedName(JSON.stringify({ proxydeck: packed }))).toBe('proxydeck-1.2.3.tgz');
});
