import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { identifyFile, writeFiles } from '../../../../src/main/exports/files/write.ts';
import { expectPrivate } from '../../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

const isWindows = process.platform === 'win32';

test('lines end with a line feed, and only the owner can read the file', async () => {
  const path = join(makeTemporaryFolder(), 'out.txt');
  await writeFiles([{ path, lines: ['one', 'two'] }]);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expectPrivate(path);
});

test.skipIf(isWindows)('a file that others could read is replaced by a private one', async () => {
  const path = join(makeTemporaryFolder(), 'out.txt');
  writeFileSync(path, 'old', { mode: 0o644 });
  await writeFiles([{ path, lines: ['new'] }]);
  expect(readFileSync(path, 'utf8')).toBe('new\n');
  expectPrivate(path);
});

test.skipIf(isWindows)('a symbolic link is not followed', async () => {
  const folder = makeTemporaryFolder();
  const target = join(folder, 'target');
  writeFileSync(target, 'untouched');
  symlinkSync(target, join(folder, 'link'));
  await expect(writeFiles([{ path: join(folder, 'link'), lines: ['x'] }])).rejects.toMatchObject({
    failure: { code: 'file-failed' },
  });
  expect(readFileSync(target, 'utf8')).toBe('untouched');
});

test.skipIf(isWindows)(
  'a symbolic link that takes the place of the file meanwhile is replaced, not followed',
  async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'out.txt');
    const target = join(folder, 'target');
    writeFileSync(target, 'untouched');
    writeFileSync(path, 'old');
    function* swapped(): Generator<string> {
      rmSync(path);
      symlinkSync(target, path);
      yield 'new';
    }
    await writeFiles([{ path, lines: swapped() }]);
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    expect(lstatSync(path).isFile()).toBe(true);
    expectPrivate(path);
    expect(readFileSync(path, 'utf8')).toBe('new\n');
  },
);

test('a folder is rejected as a file, and a missing folder is reported', async () => {
  const folder = makeTemporaryFolder();
  mkdirSync(join(folder, 'sub'));
  for (const path of [join(folder, 'sub'), join(folder, 'nowhere', 'out.txt')]) {
    await expect(writeFiles([{ path, lines: ['x'] }])).rejects.toMatchObject({ failure: { code: 'file-failed' } });
  }
});

test('lines that stop in the middle leave the old file unchanged and no other file', async () => {
  const folder = makeTemporaryFolder();
  const path = join(folder, 'out.txt');
  await writeFiles([{ path, lines: ['old'] }]);
  function* broken(): Generator<string> {
    for (let count = 0; count < 50_000; count += 1) yield 'a line of some length';
    throw new Error('the store broke');
  }
  await expect(writeFiles([{ path, lines: broken() }])).rejects.toMatchObject({ failure: { code: 'file-failed' } });
  expect(readFileSync(path, 'utf8')).toBe('old\n');
  expect(readdirSync(folder)).toEqual(['out.txt']);
});

test('a canceled export leaves no file, or the old one', async () => {
  const folder = makeTemporaryFolder();
  const controller = new AbortController();
  function* endless(): Generator<string> {
    for (let count = 0; count < 10_000_000; count += 1) {
      if (count === 20_000) controller.abort();
      yield 'a line of some length';
    }
  }
  await expect(
    writeFiles([{ path: join(folder, 'out.txt'), lines: endless() }], controller.signal),
  ).rejects.toMatchObject({ failure: { code: 'canceled' } });
  expect(readdirSync(folder)).toEqual([]);

  await writeFiles([{ path: join(folder, 'out.txt'), lines: ['old'] }]);
  await expect(
    writeFiles([{ path: join(folder, 'out.txt'), lines: ['new'] }], controller.signal),
  ).rejects.toMatchObject({ failure: { code: 'canceled' } });
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('old\n');
  expect(readdirSync(folder)).toEqual(['out.txt']);
});

test.each([
  ['that is new', []],
  ['that is one of several new ones', ['first.txt']],
])('a file %s does not replace one that appears while it is written', async (_, others) => {
  const folder = makeTemporaryFolder();
  const path = join(folder, 'out.txt');
  function* lines() {
    yield 'from the export';
    writeFileSync(path, 'of the user');
    yield 'more';
  }
  const files = [...others.map((name) => ({ path: join(folder, name), lines: ['a'] })), { path, lines: lines() }];
  await expect(writeFiles(files, undefined, undefined, [])).rejects.toMatchObject({ failure: { code: 'file-failed' } });
  expect(readFileSync(path, 'utf8')).toBe('of the user');
  expect(readdirSync(folder)).toEqual(['out.txt']);
});

test("a preset's own file that is changed while it is written stays as it was changed", async () => {
  const folder = makeTemporaryFolder();
  const path = join(folder, 'out.txt');
  await writeFiles([{ path, lines: ['old'] }]);
  const own = await identifyFile(path);
  function* lines() {
    yield 'from the export';
    writeFileSync(path, 'of the user');
    yield 'more';
  }
  await expect(writeFiles([{ path, lines: lines() }], undefined, undefined, own && [own])).rejects.toMatchObject({
    failure: { code: 'file-failed' },
  });
  expect(readFileSync(path, 'utf8')).toBe('of the user');
  expect(readdirSync(folder)).toEqual(['out.txt']);
});

test('the next export removes the draft of one that was killed, and nothing else', async () => {
  const folder = makeTemporaryFolder();
  const old = '.out.txt.0123456789ab.partial';
  // Written before the clock was set back.
  const future = '.out.txt.0123456789cd.partial';
  const present = '.out.txt.ba9876543210.partial';
  const others = ['.other.txt.0123456789ab.partial', '.out.txt.notes.partial'];
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  const later = new Date(Date.now() + 2 * 3_600_000);
  for (const name of [old, future, present, ...others]) writeFileSync(join(folder, name), 'a password');
  for (const name of [old, ...others]) utimesSync(join(folder, name), longAgo, longAgo);
  utimesSync(join(folder, future), later, later);
  await writeFiles([{ path: join(folder, 'out.txt'), lines: ['new'] }]);
  expect(readdirSync(folder).sort()).toEqual([...others, present, 'out.txt'].sort());
});
