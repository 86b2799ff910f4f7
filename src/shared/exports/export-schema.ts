import { z } from 'zod';
import { isIdList, tooManyIds } from '../bounded-json.ts';
import {
  exportCredentials,
  exportSharings,
  isLabel,
  maxExportUsers,
  maxLabels,
} from './export-limits.ts';
import { longestFilter } from '../filter/query-term.ts';

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

/** The order of a list: its columns, the first of them first. */
export const sortSchema = z
  .array(z.strictObject({ field: z.string().max(100), isDescending: z.boolean() }))
  .max(8)
  .readonly();

const options = z.strictObject({
  /** Users in addition to `proxyUserId`. */
  otherUserIds: z
    .array(userId)
    .max(maxExportUsers - 1)
    .readonly()
    .optional(),
  /**
   * For several users. `spread` (the default): each proxy once, for the user with access to
   * it who has the fewest so far. `file-each`: one file per user.
   */
  sharing: z.enum(exportSharings).optional(),
  /**
   * `user` (the default): the user's own. `default`: those in each proxy's record, for a
   * default user. `none`: for users who authenticate by IP address
   * (specification, `ip_address_authentications`).
   */
  credentials: z.enum(exportCredentials).optional(),
  /** Only proxies that passed their last test, and passed it within this many hours. */
  aliveWithinHours: z.number().positive().max(87_600).optional(),
  /** Only the first of several proxies with the same address and port. */
  isDistinct: z.boolean().optional(),
  /** The same seed gives the same order. */
  shuffleSeed: z.string().max(200).optional(),
  /** The maximum per country; proxies without a country count as one country. */
  perCountry: z.int().min(1).max(1_000_000).optional(),
  /** Starts a new file after this many proxies. */
  proxiesPerFile: z.int().min(1).max(1_000_000).optional(),
  /** Assigned to the rows in rotation; see `readLabels`. */
  labels: z.array(z.string().refine(isLabel)).min(1).max(maxLabels).readonly().optional(),
});

/** The choices of an export, as the window sends them and as a preset stores them. */
export const exportChoicesSchema = z.strictObject({
  /** Null: each proxy's default user, with the credentials of the proxy's own record; nothing limits the access. */
  proxyUserId: userId.nullable(),
  proxies: selectionSchema,
  /** Their order, unless they are shuffled; without it the order in which they were first received. */
  sort: sortSchema.optional(),
  /** One entry for this rule of the gateway, which rotates, in place of the proxies. */
  gatewayRuleId: z.int().optional(),
  format: z.string().max(100),
  /** The line to write if `format` is `template`. */
  template: z.string().max(10_000).optional(),
  protocol: z.enum(['http', 'socks5']),
  ip: z.enum(['4', '6']),
  options: options.optional(),
});
export type ExportChoices = Readonly<z.infer<typeof exportChoicesSchema>>;
