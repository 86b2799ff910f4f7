import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../src/main/exports/files/write.ts';
import { asFileName, refuseFileName } from '../../src/main/files.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const refused: readonly (readonly [name: string, because: string])[] = [
  ...['<', '>', '"', '|', '?', '*'].map((sign) => [`what${sign}.txt`, `may not contain ${sign} on`] as const),
  ['xy:stream.txt', 'may not contain : on'],
  ['a\tb.txt', 'control characters'],
  ['dot.', 'end with a dot or a space'],
  ['space.txt ', 'end with a dot or a space'],
  ...['CON', 'nul.txt', 'com1.tar.gz', 'LPT9', 'com¹.txt', 'aux .txt', 'conin$'].map(
    (name) => [name, 'is the name of a device'] as const,
  ),
];

test.each(refused)('Windows does not get a file of the name %j', (name, because) => {
  const path = join('folder', name);
  expect(() => {
    refuseFileName(path, 'win32');
  }).toThrow(because);
  expect(() => {
    refuseFileName(path, 'linux');
  }).not.toThrow();
});

test.each([
  ['a\0b.txt', 'character NUL'],
  [`${'x'.repeat(230)}.txt`, 'too long'],
  [`${'ü'.repeat(117)}.txt`, 'too long'],
])('no system gets a file of the name %j', (name, because) => {
  for (const platform of ['win32', 'linux', 'darwin'] as const) {
    expect(() => {
      refuseFileName(join('folder', name), platform);
    }).toThrow(because);
  }
});

test.each(['console.txt', 'nully', 'com10.txt', '.con', 'a.con', 'ü 日本.txt'])(
  'Windows gets a file of the name %j',
  (name) => {
    expect(() => {
      refuseFileName(join('folder', name), 'win32');
    }).not.toThrow();
  },
);

test.runIf(process.platform === 'win32').each(refused)(
  'an export to %j is refused, and nothing is written',
  async (name, because) => {
    const folder = makeTemporaryFolder();
    await expect(writeFiles([{ path: join(folder, name), lines: ['secret'] }])).rejects.toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining(because) as unknown },
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.each([
  ['CON', '_CON'],
  ['nul', '_nul'],
  ['com1.old', '_com1.old'],
  ['..', '_'],
  ['dot.', 'dot_'],
  ['', '_'],
  ['a/b:c', 'a_b_c'],
  ['x'.repeat(59) + '...', `${'x'.repeat(59)}_`],
])('%j becomes %j, which is a name of a file on every system', async (text, name) => {
  expect(asFileName(text)).toBe(name);
  expect(() => {
    refuseFileName(`${name}.txt`, 'win32');
  }).not.toThrow();
  const path = join(makeTemporaryFolder(), `${name}.txt`);
  await writeFiles([{ path, lines: ['line'] }]);
  expect(existsSync(path)).toBe(true);
});
