import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDraggedFiles } from '../../../../src/main/exports/files/dragged-files.ts';
import type { Clock, Log } from '../../../../src/main/ports.ts';
import { fail } from '../../../../src/shared/failure.ts';
import { expectPrivate } from '../../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

const noLog: Log = { info: () => undefined, error: () => undefined };

/** A clock whose delays are over when the test says so. */
function createHeldClock(): Clock & { readonly held: { delayMs: number; end: () => void }[] } {
  const held: { delayMs: number; end: () => void }[] = [];
  return {
    held,
    wallMs: () => 0,
    monotonicMs: () => 0,
    after(delayMs, end) {
      held.push({ delayMs, end });
      return () => undefined;
    },
  };
}

/** Writes two files, as an export in parts does. */
const writeTwo = (path: string) => {
  const files = [path, `${path}-2`];
  for (const file of files) writeFileSync(file, 'a password', { mode: 0o600 });
  return Promise.resolve({ writtenCount: 2, skipped: [], fileNames: ['out.txt', 'out.txt-2'] });
};

test('each drag has a private folder of its own, which is removed after ten minutes', async () => {
  const clock = createHeldClock();
  const folder = join(makeTemporaryFolder(), 'dragged');
  const dragged = createDraggedFiles(folder, noLog, clock);
  const first = await dragged.make('out.txt', writeTwo);
  const second = await dragged.make('out.txt', writeTwo);
  expect(first.paths.map((path) => readFileSync(path, 'utf8'))).toEqual([
    'a password',
    'a password',
  ]);
  expect(dirname(first.paths[0] ?? '')).not.toBe(dirname(second.paths[0] ?? ''));
  for (const path of [folder, dirname(first.paths[0] ?? '')]) expectPrivate(path);
  expect(clock.held.map(({ delayMs }) => delayMs)).toEqual([600_000, 600_000]);
  clock.held[0]?.end();
  expect(first.paths.map((path) => existsSync(path))).toEqual([false, false]);
  expect(second.paths.map((path) => existsSync(path))).toEqual([true, true]);
});

test('the files of the last five drags are kept, so that two can be dropped into one form', async () => {
  const dragged = createDraggedFiles(
    join(makeTemporaryFolder(), 'dragged'),
    noLog,
    createHeldClock(),
  );
  const files: string[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const { paths } = await dragged.make('out.txt', writeTwo);
    files.push(paths[0] ?? '');
  }
  expect(files.filter((file) => existsSync(file))).toEqual(files.slice(-5));
});

test('dragged files have at most 256 MiB together, except for those of the last drag', async () => {
  const dragged = createDraggedFiles(
    join(makeTemporaryFolder(), 'dragged'),
    noLog,
    createHeldClock(),
  );
  const dragOf = async (mebibytes: number): Promise<string> => {
    const { paths } = await dragged.make('out.txt', (path) => {
      writeFileSync(path, '');
      // A sparse file takes no space.
      truncateSync(path, mebibytes * 1024 * 1024);
      return Promise.resolve({ writtenCount: 1, skipped: [], fileNames: ['out.txt'] });
    });
    return paths[0] ?? '';
  };
  const first = await dragOf(100);
  const second = await dragOf(100);
  expect([first, second].map((file) => existsSync(file))).toEqual([true, true]);
  const third = await dragOf(100);
  expect([first, second, third].map((file) => existsSync(file))).toEqual([false, true, true]);
  const large = await dragOf(300);
  expect([second, third, large].map((file) => existsSync(file))).toEqual([false, false, true]);
});

test('files that could not be written leave nothing, and the failure is reported', async () => {
  const folder = join(makeTemporaryFolder(), 'dragged');
  const dragged = createDraggedFiles(folder, noLog, createHeldClock());
  const made = dragged.make('out.txt', (path) => {
    writeFileSync(path, 'half');
    return Promise.reject(fail('canceled', 'Stopped.'));
  });
  await expect(made).rejects.toMatchObject({ failure: { code: 'canceled' } });
  expect(readdirSync(folder)).toEqual([]);
});

test('the files of an earlier run are removed immediately', async () => {
  const folder = join(makeTemporaryFolder(), 'dragged');
  mkdirSync(join(folder, 'export-old'), { recursive: true });
  writeFileSync(join(folder, 'export-old', 'out.txt'), 'a password');
  const dragged = createDraggedFiles(folder, noLog, createHeldClock());
  dragged.removeAll();
  expect(existsSync(folder)).toBe(false);
  const { paths } = await dragged.make('out.txt', writeTwo);
  expect(existsSync(paths[0] ?? '')).toBe(true);
  dragged.removeAll();
  expect(existsSync(folder)).toBe(false);
});

test('a folder that cannot be created is reported', async () => {
  const file = join(makeTemporaryFolder(), 'a-file');
  writeFileSync(file, '');
  const dragged = createDraggedFiles(join(file, 'dragged'), noLog, createHeldClock());
  await expect(dragged.make('out.txt', writeTwo)).rejects.toMatchObject({
    failure: { code: 'file-failed' },
  });
});

test('files that cannot be removed are logged, and nothing fails', () => {
  const errors: string[] = [];
  const log: Log = { ...noLog, error: (event) => errors.push(event) };
  // No system removes this path for any user.
  createDraggedFiles(join(makeTemporaryFolder(), '\0'), log).removeAll();
  expect(errors).toEqual(['dragged files not removed']);
});
