import { z } from 'zod';
import { isIdList, tooManyIds } from '../request-text.ts';
import { ipRow } from '../options/option-rows.ts';
import { optionSchemas } from '../options/option-schema.ts';
import { exportOptionRows, maxExportUsers, maxLabelLength, maxLabels } from './export-options.ts';
import { longestFilter } from '../filter/query-term.ts';
import { rowLists } from '../rows.ts';
import { sortSchema } from '../filter/sort-schema.ts';

const userId = z.string().min(1).max(1000);

export const idsSchema = z.custom<readonly string[]>(isIdList, tooManyIds);

const list = z.enum(rowLists).optional();

export const rowsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    list,
    kind: z.literal('query'),
    where: z.string().max(longestFilter),
    excludedIds: idsSchema.optional(),
  }),
  z.strictObject({ list, kind: z.literal('ids'), ids: idsSchema }),
]);

const optionTypes = z.strictObject(
  optionSchemas(exportOptionRows, {
    labels: z.array(z.string().max(maxLabelLength)).min(1).max(maxLabels).readonly(),
  }),
);

const options = z.strictObject({
  /** Besides `proxyUserId`. */
  otherUserIds: z
    .array(userId)
    .max(maxExportUsers - 1)
    .readonly()
    .optional(),
  ...optionTypes.partial().shape,
});

/** Choices, as sent by the window and stored in presets. */
export const exportChoicesSchema = z.strictObject({
  /** Null: each proxy's default user, without an access rule. */
  proxyUserId: userId.nullable(),
  proxies: rowsSchema,
  /** Default: as first received. */
  sort: sortSchema.optional(),
  /** One entry for this rule in place of proxies. */
  gatewayRuleId: z.int().optional(),
  format: z.string().max(100),
  /** For the format `template`. */
  template: z.string().max(10_000).optional(),
  protocol: z.enum(['http', 'socks5']),
  ip: optionSchemas({ ip: ipRow }, {}).ip,
  options: options.optional(),
});
export type ExportChoices = Readonly<z.infer<typeof exportChoicesSchema>>;
