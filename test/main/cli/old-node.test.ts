import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainOldNode } from '../../../src/main/cli/old-node.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

test.each([
  ['18.20.8', true],
  ['20.20.2', true],
  ['22.9.0', true],
  ['22.18.0', true],
  ['22.19.0', false],
  ['22.20.1', false],
  ['24.0.0', false],
  ['100.1.0', false],
])('Node %s is too old: %s', (version, isOld) => {
  expect(explainOldNode(version) !== undefined).toBe(isOld);
});

test('on an old Node the command line says which one it needs, and does nothing else', () => {
  const preload = join(makeTemporaryFolder(), 'preload.cjs');
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } });`);
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--require', preload, cli, '--version'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr).toBe('Please use Node 22.19 or newer; this is Node 20.20.2.\n');
  expect(status).toBe(1);
});
