import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prepareDataDir } from '../../src/main/data-dir.ts';
import { openRegistry } from '../../src/main/accounts/registry.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

function makeFolder(mode: number): string {
  const folder = join(makeTemporaryFolder(), 'data');
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  test('that is new is for its owner alone', () => {
    const folder = join(makeTemporaryFolder(), 'a', 'b');
    prepareDataDir(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  test.each([0o777, 0o770, 0o722])('of mode %o is repaired if it is empty or ours', (mode) => {
    const empty = makeFolder(mode);
    prepareDataDir(empty);
    expect(modeOf(empty)).toBe(0o700);
    const used = makeFolder(mode);
    writeFileSync(join(used, 'registry.sqlite'), '');
    prepareDataDir(used);
    expect(modeOf(used)).toBe(0o700);
  });

  // Only root can give a file away.
  test
    .skipIf(process.getuid?.() !== 0)
    .each(['registry.sqlite', 'registry.sqlite-wal', 'accounts', 'accounts/0a1b.sqlite', 'accounts/0a1b.sqlite-wal'])(
    'that others can write to is refused if its %s belongs to another user',
    (name) => {
      const folder = makeFolder(0o777);
      writeFileSync(join(folder, 'registry.sqlite'), '');
      mkdirSync(join(folder, 'accounts'));
      const path = join(folder, name);
      if (!existsSync(path)) writeFileSync(path, '');
      chownSync(path, 65_534, 65_534);
      expect(() => openRegistry(join(folder, 'registry.sqlite'))).toThrow(/belongs to another user/);
      expect(modeOf(folder)).toBe(0o777);
      chownSync(path, 0, 0);
      prepareDataDir(folder);
      expect(modeOf(folder)).toBe(0o700);
    },
  );

  test('that others can write to, with other files in it, is refused and left as it is', () => {
    const folder = makeFolder(0o777);
    writeFileSync(join(folder, 'thesis.odt'), '');
    expect(() => openRegistry(join(folder, 'registry.sqlite'))).toThrow(/chmod 700/);
    expect(modeOf(folder)).toBe(0o777);
    expect(existsSync(join(folder, 'registry.sqlite'))).toBe(false);
  });

  test('that is shared by all, as /tmp is, is never changed', () => {
    const folder = makeFolder(0o1777);
    expect(() => {
      prepareDataDir(folder);
    }).toThrow(/Other users can write/);
    expect(modeOf(folder)).toBe(0o1777);
  });

  test('that others can only read is taken as it is', () => {
    const folder = makeFolder(0o755);
    prepareDataDir(folder);
    expect(modeOf(folder)).toBe(0o755);
  });

  test.each(['registry.sqlite', 'registry.sqlite-wal', 'accounts', 'chromium', 'dragged', 'logs'])(
    'with a symbolic link named %s is refused, and the link is not followed',
    (name) => {
      const folder = makeFolder(0o700);
      const elsewhere = join(makeTemporaryFolder(), 'elsewhere');
      symlinkSync(elsewhere, join(folder, name));
      expect(() => openRegistry(join(folder, 'registry.sqlite'))).toThrow(/symbolic link/);
      expect(existsSync(elsewhere)).toBe(false);
    },
  );
});
