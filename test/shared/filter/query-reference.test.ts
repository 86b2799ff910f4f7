import { expect, test } from 'vitest';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';
import { queryForms, queryNotes } from '../../../src/shared/filter/query-completion.ts';
import { listNames, lists } from '../../../src/shared/lists.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';

const capitalize = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
const titled = listNames.map((list) => [list, capitalize(lists[list].many)] as const);

test('every example of the reference is a filter', () => {
  for (const { text } of queryForms) expect(parseQuery(text, 'proxies'), text).toMatchObject({ ok: true });
  for (const list of listNames) {
    for (const { example } of Object.values(queryKeys[list])) {
      expect(parseQuery(example, list), example).toMatchObject({ ok: true });
    }
  }
});

test('docs/filters.md is the reference of the window', async () => {
  const line = (text: string, meaning: string): string => `- \`${text}\`: ${meaning}`;
  const page = [
    '# Filters',
    'One language in the table, the dialogs and the command line (`--where`). The window shows this page with F1.',
    '## Forms',
    queryForms.map(({ text, meaning }) => line(text, meaning)).join('\n'),
    ...titled.flatMap(([list, title]) => [
      `## Keys: ${title}`,
      Object.entries(queryKeys[list])
        .map(([, { example, meaning }]) => line(example, meaning))
        .join('\n'),
    ]),
    '## Good to know',
    queryNotes.map((note) => `- ${note}`).join('\n'),
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot('../../../docs/filters.md');
});
