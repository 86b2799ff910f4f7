import { z } from 'zod';
import { longestFilter } from '../filter/query-term.ts';
import {
  defaultRule,
  ruleLimits,
  ruleNamePattern,
  sessionMark,
  type GatewayRule,
  type RuleChoices,
} from './gateway.ts';
import type { SavedItem } from '../saved.ts';

const within = ([least, most]: readonly [number, number]) => z.int().min(least).max(most);

/** What the window may save of a rule. */
export const ruleSchema = z.strictObject({
  name: z
    .string()
    .regex(ruleNamePattern, 'Use letters, digits, dots, dashes and underscores.')
    .refine(
      (name) => !name.includes(sessionMark),
      `"${sessionMark}" separates the name of a session.`,
    ),
  isOn: z.boolean(),
  port: within(ruleLimits.port),
  viewId: z.int().nullable(),
  where: z.string().max(longestFilter),
  proxyUserId: z.string().min(1).max(1000).nullable(),
  protocol: z.enum(['http', 'socks5']),
  rotation: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['request', 'connection', 'fixed']) }),
    z.strictObject({ kind: z.literal('sticky'), minutes: within(ruleLimits.minutes) }),
  ]),
  skipsFailed: z.boolean(),
  skipsOffline: z.boolean(),
  failuresInRow: within(ruleLimits.failuresInRow),
  pauseMinutes: within(ruleLimits.minutes),
  needsToken: z.boolean(),
  allowsPrivate: z.boolean(),
  isShared: z.boolean(),
}) satisfies z.ZodType<RuleChoices>;

/** Reads saved rules, in their order. One that this version cannot read is left out. */
export const readRules = (items: readonly SavedItem[]): readonly GatewayRule[] =>
  items.flatMap(({ id, name, content }) => {
    const { data } = ruleSchema.safeParse({ ...defaultRule, ...content, name });
    return data === undefined ? [] : [{ ...data, id }];
  });
