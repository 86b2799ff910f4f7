import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acquireLock } from '../../src/main/lock.ts';
import { expectPrivate } from '../support/expect-private.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Takes the lock and releases it: on Windows, a file that is open cannot be removed. */
function expectFree(file: string): void {
  const release = acquireLock(file);
  expect(release).toBeTypeOf('function');
  release?.();
}

const garbage = Buffer.alloc(20_000, 'not a database ');

test.each([
  ['garbage', garbage],
  ['the beginning of a database', Buffer.from('SQLite format 3\0 and then nothing of it')],
  ['nothing', Buffer.alloc(0)],
])('a lock file with %s in it is rebuilt', (_, content) => {
  const file = join(makeTemporaryFolder(), 'account.sync-lock');
  writeFileSync(file, content);
  const release = acquireLock(file);
  expect(release).toBeTypeOf('function');
  expectPrivate(file);
  release?.();
  expectFree(file);
});

test('a lock that a process holds stays its own, even if the file is damaged meanwhile', async () => {
  const file = join(makeTemporaryFolder(), 'account.sync-lock');
  const holder = fork(join(import.meta.dirname, '../support/hold-lock.ts'), [file]);
  onTestFinished(() => void holder.kill());
  expect((await once(holder, 'message'))[0]).toBe('held');
  writeFileSync(file, garbage);
  expect(acquireLock(file)).toBeUndefined();
  holder.kill();
  await once(holder, 'exit');
  expectFree(file);
});

test('a lock on a disk without a free byte says that the disk is full', (context) => {
  const folder = makeTemporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    context.skip('A small file system can be mounted only by root, where that is allowed.');
  }
  onTestFinished(() => {
    spawnSync('umount', [folder]);
  });
  const file = join(folder, 'account.sync-lock');
  expectFree(file);
  const fill = join(folder, 'fill');
  expect(() => {
    for (let count = 0; count < 100; count += 1) appendFileSync(fill, Buffer.alloc(4096));
  }).toThrow('ENOSPC');
  expect(() => acquireLock(file)).toThrow('The disk is full.');
  rmSync(fill);
  expectFree(file);
});

// Windows lets only administrators make symbolic links.
test.skipIf(process.platform === 'win32')(
  'a symbolic link in place of a lock file is refused, and its target keeps its mode',
  () => {
    const folder = makeTemporaryFolder();
    const target = join(folder, 'of-somebody');
    writeFileSync(target, 'text', { mode: 0o644 });
    const file = join(folder, 'account.sync-lock');
    symlinkSync(target, file);
    expect(() => acquireLock(file)).toThrow(/symbolic link/);
    expect(statSync(target).mode & 0o777).toBe(0o644);
  },
);
