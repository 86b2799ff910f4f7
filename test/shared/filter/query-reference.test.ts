import { expect, test } from 'vitest';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';
import { queryForms, queryNotes } from '../../../src/shared/filter/query-completion.ts';
import type { ListName } from '../../../src/shared/lists.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';

const lists: readonly (readonly [list: ListName, title: string])[] = [
  ['proxies', 'Proxies'],
  ['services', 'Services'],
  ['proxy_users', 'Proxy users'],
  ['residential_ledger', 'Residential data'],
];

test('every example of the reference is a filter', () => {
  for (const { text } of queryForms) expect(parseQuery(text, 'proxies'), text).toMatchObject({ ok: true });
  for (const [list] of lists) {
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
    ...lists.flatMap(([list, title]) => [
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
