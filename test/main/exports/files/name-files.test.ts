import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileNames } from '../../../../src/main/exports/files/save.ts';

const folder = join('some', 'folder');

/** The names of files of these users, without their folder. */
function namesOf(path: string, users: readonly (string | null)[], number: number | null): string[] {
  const nameOf = createFileNames(join(folder, path));
  return users.map((user) => nameOf({ user, number }).slice(folder.length + 1));
}

test('the user and the number follow the selected name', () => {
  expect(namesOf('proxies.txt', ['alice'], 1)).toEqual(['proxies-alice-001.txt']);
  expect(namesOf('proxies.txt', [null], 12)).toEqual(['proxies-012.txt']);
  expect(namesOf('proxies', [null], null)).toEqual(['proxies']);
});

test('a user name cannot lead to another folder or be too long for a file', () => {
  expect(namesOf('p.txt', ['../../etc/passwd'], null)).toEqual(['p-.._.._etc_passwd.txt']);
  expect(namesOf('p.txt', ['u'.repeat(300)], null)).toEqual([`p-${'u'.repeat(60)}.txt`]);
});

test('names that differ only in marks or case get a number', () => {
  expect(namesOf('p.txt', ['a/b', 'a:b', 'A_B', 'c'], null)).toEqual([
    'p-a_b.txt',
    'p-a_b-2.txt',
    'p-A_B-3.txt',
    'p-c.txt',
  ]);
});
