import { ownValue } from '../own-value.ts';
import { z } from 'zod';
import {
  readOption,
  writeOption,
  type OptionRow,
  type OptionRows,
  type OptionValue,
  type ParsedRow,
} from './option-rows.ts';

type Schemas<Rows extends OptionRows> = {
  readonly [Key in keyof Rows]: z.ZodType<OptionValue<Rows[Key]>>;
};
/** For JSON Schema. */
type ParsedTypes<Rows extends OptionRows> = {
  readonly [Key in keyof Rows as Rows[Key] extends { readonly kind: 'parsed' } ? Key : never]: z.ZodType;
};

/**
 * Makes a described schema of each row.
 *
 * @param types of parsed values, which must survive their text form
 */
export const optionSchemas = <const Rows extends OptionRows>(rows: Rows, types: ParsedTypes<Rows>): Schemas<Rows> => {
  const byKey: { readonly [key: string]: z.ZodType } = types;
  return Object.fromEntries(
    Object.entries<OptionRow>(rows).map(([key, row]) => {
      const schema = schemaOf(row, ownValue(byKey, key) ?? z.string());
      return [key, (row.canBeNull ? schema.nullable() : schema).describe(row.meaning)];
    }),
    // A row and its schema have the same kind, which the compiler can't follow through `entries`.
  ) as unknown as Schemas<Rows>;
};

function schemaOf(row: OptionRow, type: z.ZodType): z.ZodType {
  switch (row.kind) {
    case 'number':
      return (row.hasFraction ? z.number() : z.int()).min(row.least).max(row.most);
    case 'text':
      return z.string().max(row.most);
    case 'flag':
      return z.boolean();
    case 'one':
      return z.enum(row.choices.map(([choice]) => choice));
    case 'parsed':
      return type.refine((value) => isRead(row, value), `It takes ${row.values}.`);
  }
}

const isRead = (row: ParsedRow, value: unknown): boolean =>
  JSON.stringify(readOption(row, writeOption(row, value))) === JSON.stringify(value);
