import { z } from 'zod';

/** The order of a list: its columns, the first of them first. */
export const sortSchema = z
  .array(z.strictObject({ field: z.string().max(100), isDescending: z.boolean().default(false) }))
  .max(8)
  .readonly();
