import { lstatSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Expects that only the owner can read and write a file, and enter a folder. Asserts nothing on Windows, which has no
 * modes: there, files have the rights of their folder.
 */
export function expectPrivate(path: string): void {
  if (process.platform === 'win32') return;
  const found = lstatSync(path);
  expect(found.mode & 0o777, path).toBe(found.isDirectory() ? 0o700 : 0o600);
}
