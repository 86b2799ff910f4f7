import { z } from 'zod';

export const sortSchema = z
  .array(z.strictObject({ field: z.string().max(100), isDescending: z.boolean().default(false) }))
  .max(8)
  .readonly();
