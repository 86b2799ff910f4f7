import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';
import { strandedDocs } from '../../scripts/lint/stranded-docs.mjs';

/** Reports of the rule in a TypeScript file: lines, counted from 1. */
function reportedLines(text: string): number[] {
  const messages = new Linter().verify(
    text,
    {
      files: ['**'],
      languageOptions: { parser: tseslint.parser },
      plugins: { proxydeck: { rules: { 'stranded-docs': strandedDocs } } },
      rules: { 'proxydeck/stranded-docs': 'error' },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
    },
    'file.ts',
  );
  return messages.map(({ line }) => line);
}

test.each([
  ['an import', "/** Text. */\nimport { x } from './x.ts';\n"],
  ['a comment', '/** Text. */\n// Why.\nexport const x = 1;\n'],
  ['another doc comment', '/** Text. */\n/** A number. */\nexport const x = 1;\n'],
  ['a blank line', '/** Text. */\n\nexport const x = 1;\n'],
  ['a closing bracket', '/** Text. */\n}\n'],
  ['the end of the file', '/** Text. */\n'],
])('a doc comment above %s is reported', (_, rest) => {
  const opening = rest.endsWith('\n}\n') ? 'export interface X {' : 'export const first = 0;';
  expect(reportedLines(`${opening}\n${rest}`)).toEqual([2]);
});

test('a doc comment of a declaration, of a member or of the file is not reported', () => {
  const text = `/** The file. */

/** A shape. */
export interface X {
  /** A field. */
  x: number;
}

/** A directive may follow. */
// eslint-disable-next-line no-console -- shows it.
export const y = console;

/* Not a doc comment. */

/** A function. */
export function f(/** A parameter. */ y: number): number {
  return y;
}
`;
  expect(reportedLines(text)).toEqual([]);
});
