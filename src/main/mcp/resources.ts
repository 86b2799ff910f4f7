import { ownValue } from '../../shared/own-value.ts';
import { findKey } from '../../shared/filter/query-keys.ts';
import { listNames, lists } from '../../shared/lists.ts';
import type { FieldTable } from '../../shared/records/field.ts';
import { keysOf } from './filter-help.ts';
import { loadRowFields } from './schemas.ts';

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

/**
 * Describes export formats, by default all.
 *
 * @throws FailureError for an unknown name
 */
export async function describeFormats(names?: readonly string[]) {
  const { describeFormat } = await import('../exports/format.ts');
  const { exportFormats, findFormat } = await import('../exports/formats/index.ts');
  return (names?.map(findFormat) ?? exportFormats).map(describeFormat);
}

async function writeFilterReference(): Promise<string> {
  const { queryForms, queryNotes } = await import('../../shared/filter/query-completion.ts');
  const keys = listNames.map((list) =>
    [
      `## Keys of ${list}`,
      '',
      ...keysOf(list).flatMap((key) => {
        const row = findKey(list, key);
        return row ? [`- \`${key}\`: ${row.meaning}. Example: \`${row.example}\``] : [];
      }),
      '',
      `Example: \`${lists[list].exampleFilter}\``,
    ].join('\n'),
  );
  return [
    '# The filter language',
    '',
    ...queryForms.map(({ text, meaning }) => `- \`${text}\`: ${meaning}`),
    '',
    ...queryNotes.map((note) => `- ${note}`),
    '',
    keys.join('\n\n'),
    '',
  ].join('\n');
}

async function describeFields() {
  const rowFields = await loadRowFields();
  return Object.fromEntries(
    listNames.map((list) => {
      const { fields, columns, idField }: { fields: FieldTable; columns: readonly string[]; idField: string } =
        lists[list];
      return [
        list,
        {
          id: idField,
          default_fields: columns,
          fields: rowFields(list).map((name) => {
            const field = ownValue(fields, name);
            return field === undefined ? { name, from: 'Proxydeck' } : { name, label: field.label, kind: field.kind };
          }),
        },
      ];
    }),
  );
}

/** Help that is the same for every account, by address. */
export const resources = {
  'proxydeck://filter': {
    title: 'Filter language',
    description: 'Every form of a filter, and the keys of each list.',
    mimeType: 'text/markdown',
    read: writeFilterReference,
  },
  'proxydeck://formats': {
    title: 'Export formats',
    description: 'The formats of exports, and what each can represent.',
    mimeType: 'application/json',
    read: async () => json(await describeFormats()),
  },
  'proxydeck://fields': {
    title: 'Fields of the lists',
    description: 'The fields of the rows of each list, with their labels and kinds.',
    mimeType: 'application/json',
    read: async () => json(await describeFields()),
  },
} as const;
