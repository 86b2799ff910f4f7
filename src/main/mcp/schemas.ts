import { z } from 'zod';
import { sortSchema } from '../../shared/filter/sort-schema.ts';
import { longestFilter } from '../../shared/filter/query-term.ts';
import { hiddenFromAgents, listNames, lists, type ListName } from '../../shared/lists.ts';

export const defaultRows = 50;
export const maxRows = 500;

export const listSchema = z
  .enum(listNames)
  .describe(listNames.map((list) => `${list}: ${lists[list].many}`).join('; '));

export const whereSchema = (list: ListName) =>
  z.string().max(longestFilter).describe(`A filter, such as: ${lists[list].exampleFilter}`);

/** Of the list that another argument names. */
export const anyWhereSchema = z
  .string()
  .max(longestFilter)
  .default('')
  .describe(
    [
      'A filter; empty: all rows. Terms are separated by spaces and must all match. country:US,GB any of several; -online:yes not; port:8000..8100 a range; updated:<7d an age; last:works tested:<1d passed a test since yesterday; words search names and addresses. Keys differ by list, and an unknown key is answered with those that there are; proxydeck://filter is the reference. Examples:',
      ...listNames.map((list) => `${list}: ${lists[list].exampleFilter}`),
    ].join('\n'),
  );

export const pageSchemas = {
  limit: z
    .int()
    .min(1)
    .max(maxRows)
    .default(defaultRows)
    .describe('The most rows to return; fewer if the answer would be too long for most clients.'),
  offset: z.int().min(0).max(10_000_000).default(0).describe('How many rows to skip.'),
};

export const orderSchemas = {
  sort: sortSchema.default([]).describe('The order: fields of the list, the first of them first. Empty: as received.'),
  fields: z
    .array(z.string().max(100))
    .max(100)
    .optional()
    .describe('The fields of a row; without them the most important ones. The resource proxydeck://fields lists them.'),
};

/** The fields of each list's rows. Late: the first answer does not wait for the store. */
export async function loadRowFields(): Promise<(list: ListName) => readonly string[]> {
  const { sources } = await import('../store/read/query/list-source.ts');
  return (list) => sources[list].rowFields.filter((field) => !hiddenFromAgents(list).includes(field));
}

const page = {
  total: z.int().describe('How many rows match.'),
  offset: z.int(),
  next_offset: z
    .int()
    .nullable()
    .describe('The offset with which the next rows follow; null: these are the last ones.'),
  rows_left: z.int().describe('How many rows follow. Fewer fields make more rows fit into an answer.'),
  received_at: z
    .string()
    .nullable()
    .describe('When the service last sent the complete list, in UTC; null: it has not been synced.'),
  age_minutes: z.int().nullable(),
};

export const rowsSchema = z.looseObject({
  list: z.enum(listNames),
  ...page,
  rows: z
    .array(z.looseObject({}))
    .describe('By the names of their fields, which the resource proxydeck://fields describes.'),
});
