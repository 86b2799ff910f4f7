import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/steps.mjs';

const cli = join(root, 'out/main/cli.js');
/** Only root may give a program a network of its own, in which nothing can be reached, not even this machine. */
const canUnshare = process.platform === 'linux' && spawnSync('unshare', ['--net', 'true']).status === 0;

test.skipIf(!canUnshare)('the demo stops at a sync that failed, with its reason', () => {
  const words = ['--net', process.execPath, cli, 'demo', '--proxies', '20'];
  const { status, stdout, stderr } = spawnSync('unshare', words, { encoding: 'utf8' });
  expect(stdout).toBe('1. An account: "Demo", served on this machine.\n');
  expect(stderr).toMatch(/^proxydeck: \S.+\n$/);
  expect(stderr).not.toContain('internal');
  expect(status).not.toBe(0);
});
