import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('each promise of docs/security.md names tests that exist', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const promises = text.split('\n').filter((line) => /^\| [A-Z`]/.test(line));
  expect(promises.length).toBeGreaterThan(20);
  for (const promise of promises) {
    const names = promise.match(/(?<=`)(?:main|renderer|shared|scripts|e2e)\/[\w/-]+(?=`)/g) ?? [];
    expect(names, promise).not.toEqual([]);
    const missing = names.filter((name) => {
      const file = join(root, 'test', name);
      return !existsSync(`${file}.test.ts`) && !existsSync(`${file}.spec.ts`);
    });
    expect(missing, promise).toEqual([]);
  }
});
