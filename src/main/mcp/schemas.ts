import { z } from 'zod';
import { sortSchema } from '../../shared/exports/export-schema.ts';
import { longestFilter } from '../../shared/filter/query-term.ts';
import { listNames, lists, type ListName } from '../../shared/lists.ts';
import { valueTypes, type Field, type FieldTable } from '../../shared/records/field.ts';

/** The schemas of tools, from the lists and fields that are described in src/shared. */

export const defaultRows = 50;
export const mostRows = 500;

export const listSchema = z
  .enum(listNames)
  .describe(listNames.map((list) => `${list}: ${lists[list].many}`).join('; '));

/** A filter of one list. */
export const whereSchema = (list: ListName) =>
  z.string().max(longestFilter).describe(`A filter, such as: ${lists[list].exampleFilter}`);

export const pageSchemas = {
  limit: z.int().min(1).max(mostRows).default(defaultRows).describe('The most rows to return.'),
  offset: z.int().min(0).max(10_000_000).default(0).describe('How many rows to skip.'),
};

export const orderSchemas = {
  sort: sortSchema
    .default([])
    .describe('The order: fields of the list, the first of them first. Empty: as received.'),
  fields: z
    .array(z.string().max(100))
    .max(100)
    .optional()
    .describe(
      'The fields of a row; without them the most important ones. The resource proxydeck://fields lists them.',
    ),
};

/** The fields of the rows of each list, in their order. The store is loaded when a call needs it, not before the first answer. */
export async function loadRowFields(): Promise<(list: ListName) => readonly string[]> {
  const { sources } = await import('../store/read/query/list-source.ts');
  return (list) => sources[list].rowFields;
}

/** What follows about every page of rows. */
const page = {
  total: z.int().describe('How many rows match.'),
  offset: z.int(),
  next_offset: z
    .int()
    .nullable()
    .describe('The offset of the next rows; null: these are the last ones.'),
  received_at: z
    .string()
    .nullable()
    .describe(
      'When the service last sent the complete list, in UTC; null: it has not been synced.',
    ),
  age_minutes: z.int().nullable(),
};

/** A page of rows of some lists. Null: missing, null or of another type in the response. */
export const rowsSchema = (of: readonly ListName[]) =>
  z.looseObject({
    list: z.enum(of),
    ...page,
    rows: z.array(z.looseObject(describeFields(of.map((list) => lists[list].fields)))),
  });

/** The fields of several lists together; one of them may be text in one list and a number in another. */
function describeFields(tables: readonly FieldTable[]): { readonly [name: string]: z.ZodType } {
  const named = Map.groupBy(tables.flatMap(Object.entries<Field>), ([name]) => name);
  return Object.fromEntries(
    [...named].flatMap(([name, fields]) => {
      const types = fields.flatMap(([, { kind }]) => valueTypes[kind] ?? []);
      const [label = name] = fields.map(([, field]) => field.label);
      return types.length === 0 ? [] : [[name, valueSchema(new Set(types)).describe(label)]];
    }),
  );
}

function valueSchema(types: ReadonlySet<'string' | 'number' | 'boolean'>): z.ZodType {
  if (types.has('boolean')) return z.boolean().nullable().optional();
  if (!types.has('number')) return z.string().nullable().optional();
  // Integers that JSON numbers cannot represent are text.
  return z.union([z.number(), z.string()]).nullable().optional();
}
