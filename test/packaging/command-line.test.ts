import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { dependencies, version } from '../../package.json' with { type: 'json' };
import { packCommandLine, readPackedName } from '../../scripts/pack-command-line.mjs';
import { networkOfNpm } from '../../scripts/electron.mjs';
import { npmCommand } from '../../scripts/steps.mjs';
import { npmScript } from '../support/checkout.ts';
import { startDemoService } from '../support/demo-service.ts';
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

test('an upgrade keeps tags and the cache, and only the data folder stays after the package is removed', async () => {
  const npm = npmScript();
  const home = mkdtempSync(join(folder, 'home-'));
  const prefix = mkdtempSync(join(folder, 'prefix-'));
  const modules = join(prefix, process.platform === 'win32' ? '' : 'lib', 'node_modules');
  const dataDir = join(home, 'data');
  const service = await startDemoService({ proxyCount: 20 });
  const env = {
    PATH: '/nonexistent',
    HOME: home,
    npm_config_cache: join(folder, 'cache'),
    npm_config_prefix: prefix,
    PROXYDECK_BASE_URL: service.baseUrl,
    PROXYDECK_PUBLIC_KEY: service.publicKey,
    PROXYDECK_PRIVATE_KEY: service.privateKey,
  };
  const node = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, args, { env, cwd: folder })).stdout;
  const command = (...words: string[]) =>
    node(join(modules, 'proxydeck/out/main/cli.js'), ...words, '--data-dir', dataDir);
  try {
    await node(npm, 'install', '--global', '--offline', inject('tarball'));
    await command('sync');
    await command('tag', 'add', 'shop', '--where', 'country:US');
    const tagged = await command('proxies', '--where', 'tag:shop', '--csv');
    expect(tagged.split('\n').length).toBeGreaterThan(2);

    const next = mkdtempSync(join(folder, 'next-'));
    execFileSync('tar', ['-xzf', inject('tarball'), '-C', next]);
    const manifest = join(next, 'package/package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`"${version}"`, '"99.0.0"'));
    execFileSync('tar', ['-czf', join(next, 'next.tgz'), '-C', next, 'package']);
    await node(npm, 'install', '--global', '--offline', join(next, 'next.tgz'));
    expect(JSON.parse(readFileSync(join(modules, 'proxydeck/package.json'), 'utf8'))).toMatchObject({
      version: '99.0.0',
    });
    expect(await command('proxies', '--where', 'tag:shop', '--csv')).toBe(tagged);

    await node(npm, 'uninstall', '--global', 'proxydeck');
    expect(listFiles(prefix)).toEqual([]);
    // Besides Node's cache of compiled code.
    const left = listFiles(home).filter((file) => !/(^|\/)(\.cache|Caches)\/Proxydeck\//.test(file));
    expect(left.filter((file) => !file.startsWith('data/'))).toEqual([]);
    expect(listFiles(dataDir).length).toBeGreaterThan(0);
  } finally {
    await service.close();
  }
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
