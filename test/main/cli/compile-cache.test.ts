import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useCompileCache } from '../../../src/main/cli/compile-cache.ts';
import { expectPrivate } from '../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../../out/main/cli.js');

test.runIf(process.platform === 'linux')('compiled code is cached in a folder of mode 0700', () => {
  expect(existsSync(cli), 'the command line is built by: npm run build').toBe(true);
  const cacheHome = join(makeTemporaryFolder(), 'cache');
  const env = { ...process.env, XDG_CACHE_HOME: cacheHome };
  const printed = execFileSync(process.execPath, [cli, '--version'], { env, encoding: 'utf8' });
  expect(printed).toMatch(/^\d+\.\d+\.\d+\n$/);
  const folder = join(cacheHome, 'Proxydeck');
  expectPrivate(folder);
  expect(readdirSync(folder)).toHaveLength(1);
});

test.runIf(process.platform === 'linux').each<[string, (folder: string) => void]>([
  [
    'is open to others',
    (folder) => {
      mkdirSync(folder);
      chmodSync(folder, 0o777);
    },
  ],
  [
    'is a link',
    (folder) => {
      mkdirSync(`${folder}-elsewhere`, { mode: 0o700 });
      symlinkSync(`${folder}-elsewhere`, folder);
    },
  ],
  [
    'is a file',
    (folder) => {
      writeFileSync(folder, '');
    },
  ],
])('a cache folder that %s is not used, and nothing fails', (_, make) => {
  const folder = join(makeTemporaryFolder(), 'Proxydeck');
  make(folder);
  expect(useCompileCache(folder)).toBe(false);
  if (statSync(folder).isDirectory()) expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a start works without a cache folder that cannot be created', () => {
  expect(useCompileCache('/proc/no-such-folder/cache')).toBe(false);
});
