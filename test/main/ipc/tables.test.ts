import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../support/open-app.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test('a table is saved as it was written, under the name that the dialog returns', async () => {
  const path = join(makeTemporaryFolder(), 'mine.csv');
  const suggested: string[] = [];
  let chosen: string | null = null;
  const { ask } = await openApp({
    desktop: {
      chooseSaveFile({ name }) {
        suggested.push(name);
        return Promise.resolve(chosen);
      },
    },
  });
  const text = 'Name,Type\na,b';
  expect(await ask('tables:save', { name: 'Proxy users', text })).toBeNull();
  chosen = path;
  expect(await ask('tables:save', { name: '../x', text })).toEqual({ fileName: 'mine.csv' });
  expect(readFileSync(path, 'utf8')).toBe(`${text}\n`);
  expect(suggested[1]).not.toContain('/');
});
