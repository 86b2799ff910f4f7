import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renameOver, renameOverSync } from '../../src/main/files.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const refusal = (code: string): Error => Object.assign(new Error(code), { code });

/** Renames for real after so many refusals. */
function makeHeldFile(refusals: number, code: string): { move: typeof rename; tries: () => number } {
  let tries = 0;
  return {
    tries: () => tries,
    move: async (from, to) => {
      tries += 1;
      if (tries <= refusals) throw refusal(code);
      await rename(from, to);
    },
  };
}

test.each(['EPERM', 'EBUSY', 'EACCES'])(
  'a file that another program has open for a moment (%s) is replaced when it is closed',
  async (code) => {
    const folder = makeTemporaryFolder();
    const [from, to] = [join(folder, 'new'), join(folder, 'out.txt')];
    writeFileSync(from, 'new');
    writeFileSync(to, 'old');
    const held = makeHeldFile(3, code);
    await renameOver(from, to, held.move);
    expect(readFileSync(to, 'utf8')).toBe('new');
    expect(held.tries()).toBe(4);
  },
);

test('a file that stays open in another program fails after a few tries', async () => {
  const held = makeHeldFile(1000, 'EBUSY');
  await expect(renameOver('a', 'b', held.move)).rejects.toMatchObject({ code: 'EBUSY' });
  expect(held.tries()).toBe(7);
});

test('a permanent error is not retried', async () => {
  const held = makeHeldFile(1000, 'ENOSPC');
  await expect(renameOver('a', 'b', held.move)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(held.tries()).toBe(1);
});

describe('without a promise', () => {
  test.each([
    ['win32', 'new', 4],
    ['linux', 'old', 1],
  ] as const)('on %s the file is %s after %i tries', (platform, content, count) => {
    const folder = makeTemporaryFolder();
    const [from, to] = [join(folder, 'new'), join(folder, 'out.txt')];
    writeFileSync(from, 'new');
    writeFileSync(to, 'old');
    let tries = 0;
    const move: typeof renameSync = (...paths) => {
      tries += 1;
      if (tries <= 3) throw refusal('EBUSY');
      renameSync(...paths);
    };
    const rename = (): void => {
      renameOverSync(from, to, move, platform);
    };
    if (content === 'old') expect(rename).toThrow('EBUSY');
    else rename();
    expect(readFileSync(to, 'utf8')).toBe(content);
    expect(tries).toBe(count);
  });
});
