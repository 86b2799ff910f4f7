import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

test('keytar is compiled from its source without npm, and no binary is asked for', { timeout: 180_000 }, async () => {
  needs('libsecret-1-dev', 'pkg-config', 'python3', 'make', 'g++');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const programs = makeTemporaryFolder();
  const installer = join(root, 'node_modules/prebuild-install/bin.js');
  symlinkSync(installer, join(programs, 'prebuild-install'));
  // The one of a distribution may link modules with its own Node, as Debian's does.
  writeFileSync(join(programs, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const env = {
    ...process.env,
    npm_execpath: undefined,
    // Settings of npm would override the headers that are chosen.
    npm_config_nodedir: undefined,
    npm_config_userconfig: '/dev/null',
    // An install script of keytar would find the program that fetches a binary.
    PATH: [programs, process.env['PATH']].join(delimiter),
    npm_config_keytar_binary_host: `http://127.0.0.1:${String(port)}`,
  };
  // A compiler splits paths at spaces that nobody quoted.
  const modules = join(makeTemporaryFolder(), 'a folder', 'node_modules');
  const keytar = join(modules, 'keytar');
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(root, 'node_modules/node-addon-api'), join(modules, 'node-addon-api'), 'junction');
  cpSync(join(root, 'node_modules/keytar'), keytar, {
    recursive: true,
    filter: (path) => path !== join(root, 'node_modules/keytar/build'),
  });

  const setUp = JSON.stringify(new URL('../../scripts/setup.mjs', import.meta.url).href);
  const script = `process.exitCode = (await import(${setUp})).buildKeytar(process.argv[1]).isBuilt ? 0 : 1`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, keytar], {
    env,
  });
  expect(asked).toEqual([]);
  const use = "require(process.argv[1]); console.log('loaded')";
  const { stdout } = spawnSync(process.execPath, ['-e', use, keytar], { encoding: 'utf8' });
  expect(stdout).toBe('loaded\n');
  expect(existsSync(join(keytar, 'build/config.gypi'))).toBe(true);

  // Its own install script would have asked this very server.
  await promisify(execFile)(process.execPath, [installer], { env, cwd: keytar }).catch(() => undefined);
  expect(asked).toHaveLength(1);
});
