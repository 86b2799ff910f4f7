import { z } from 'zod';
import { isIdList, tooManyIds } from './bounded-json.ts';
import { isLabel, maxLabels } from './export-labels.ts';
import { exportCredentials, exportSharings, maxExportUsers, type ExportChoices } from './export.ts';
import { longestFilter } from './query-term.ts';

const userId = z.string().min(1).max(1000);
const where = z.string().max(longestFilter);

/** IDs of rows. */
export const idsSchema = z.custom<readonly string[]>(isIdList, tooManyIds);

/** A selection of proxies. */
export const selectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('query'),
    where,
    excludedIds: idsSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('ids'),
    ids: idsSchema,
  }),
]);

/** The choices of an export, as the window sends them and as a preset stores them. */
export const exportChoicesSchema = z.strictObject({
  proxyUserId: userId,
  proxies: selectionSchema,
  format: z.string().max(100),
  template: z.string().max(10_000).optional(),
  protocol: z.enum(['http', 'socks5']),
  ip: z.enum(['4', '6']),
  options: z
    .strictObject({
      otherUserIds: z
        .array(userId)
        .max(maxExportUsers - 1)
        .readonly()
        .optional(),
      sharing: z.enum(exportSharings).optional(),
      credentials: z.enum(exportCredentials).optional(),
      aliveWithinHours: z.number().positive().max(87_600).optional(),
      isDistinct: z.boolean().optional(),
      shuffleSeed: z.string().max(200).optional(),
      perCountry: z.int().min(1).max(1_000_000).optional(),
      proxiesPerFile: z.int().min(1).max(1_000_000).optional(),
      labels: z.array(z.string().refine(isLabel)).min(1).max(maxLabels).readonly().optional(),
    })
    .optional(),
}) satisfies z.ZodType<ExportChoices>;
