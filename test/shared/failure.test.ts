import { expect, test } from 'vitest';
import { asFailure } from '../../src/shared/failure.ts';

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['SQLITE_FULL', 'disk-full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['ESOMETHING', 'internal'],
])('an error with the code %s of the system is the failure %s', (code, expected) => {
  expect(asFailure(Object.assign(new Error('It failed.'), { code })).code).toBe(expected);
});
