import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';

/** Words for which the window has a plainer one: works and fails, the service and this machine. */
const avoided = /\b(passed|batch(es)?|nodes?|judge[sd]?|verdict|from here|tested here|lane|ms per phase|per phase)\b/i;

/** What a person can read in a component: the text between its tags, and the texts of its attributes and script. */
function readTexts(path: string): string[] {
  const source = readFileSync(path, 'utf8')
    .replaceAll(/<style>.*<\/style>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')
    // Words that people type into the palette are theirs.
    .replaceAll(/^\s*(import|words:) .*$/gm, '');
  const quoted = [...source.matchAll(/'([^'\n]*)'|`([^`]*)`|"([^"\n]*)"/g)].map(
    ([, single, back, double]) => single ?? back ?? double ?? '',
  );
  const markup = [...source.matchAll(/>([^<>{}]+)</g)].map(([, text = '']) => text);
  // A text for people has words; a name in code has none.
  return [...quoted, ...markup].filter((text) => /[a-z] [a-z]/i.test(text));
}

test('the window says works and fails, the service and this machine, and no term of its code', () => {
  const found = globSync('src/renderer/**/*.{svelte,ts}').flatMap((path) =>
    readTexts(path)
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, ''))
      .filter((text) => avoided.test(text))
      .map((text) => `${path}: ${text.trim()}`),
  );
  expect(found).toEqual([]);
});

test('filter keys say it the same way', () => {
  const meanings = Object.values(queryKeys).flatMap((keys) => Object.values(keys).map(({ meaning }) => meaning));
  expect(meanings.filter((meaning) => avoided.test(meaning))).toEqual([]);
});
