import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findReplacedFiles } from '../../../../src/main/exports/files/save.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

/** A folder with files of these names; gives those that an export to `out.txt` may replace. */
function findAmong(names: readonly string[], users: readonly string[], isNumbered: boolean) {
  const folder = makeTemporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), '');
  return findReplacedFiles(join(folder, 'out.txt'), users, isNumbered).sort();
}

const names = ['out.txt', 'out-001.txt', 'out-1000.txt', 'out-alice.txt', 'out-alice-002.txt'];
const others = ['out-01.txt', 'out-001.csv', 'outer-001.txt', 'out-bob.txt.bak', 'other.txt'];

test('an export of one file replaces only the selected file', () => {
  expect(findAmong([...names, ...others], [], false)).toEqual([]);
});

test('files of an export in parts are found by their numbers and users', () => {
  expect(findAmong([...names, ...others], [], true)).toEqual(['out-001.txt', 'out-1000.txt']);
  expect(findAmong([...names, ...others], ['alice', 'bob'], false)).toEqual(['out-alice.txt']);
  expect(findAmong([...names, ...others], ['alice'], true)).toEqual(['out-alice-002.txt']);
});

test('a name in another Unicode form, as macOS may list it, is the same name', () => {
  const folder = makeTemporaryFolder();
  const [composed, decomposed] = ['Büro', 'Büro'.normalize('NFD')];
  expect(decomposed).not.toBe(composed);
  for (const [onDisk, typed] of [
    [decomposed, composed],
    [composed, decomposed],
  ]) {
    const name = `${onDisk}-001.txt`;
    writeFileSync(join(folder, name), '');
    expect(findReplacedFiles(join(folder, `${typed}.txt`), [], true)).toContain(name);
  }
});

test('a folder that cannot be listed has nothing to replace', () => {
  expect(findReplacedFiles(join(makeTemporaryFolder(), 'absent', 'out.txt'), [], true)).toEqual([]);
});
