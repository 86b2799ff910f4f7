import { z } from 'zod';
import { longestFilter } from '../filter/query-term.ts';
import { optionSchemas } from '../options/option-schema.ts';
import { linesOf, longestLines, readLines } from './rule-lines.ts';
import { defaultRule, ruleNamePattern, ruleRows, type GatewayRule, type RuleChoices } from './gateway.ts';
import type { SavedItem } from '../saved.ts';

export const ruleFields = z.strictObject({
  ...optionSchemas(ruleRows, {
    lines: z
      .string()
      .max(longestLines)
      .superRefine((text, context) => {
        const lines = readLines(text);
        if ('problem' in lines) context.addIssue(lines.problem);
      })
      .overwrite((text) => ruleRows.lines.read(text) ?? text),
    name: z.string().regex(ruleNamePattern, `It takes ${ruleRows.name.values}.`),
    rotation: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(['request', 'connection', 'least', 'fixed']) }),
      z.strictObject({ kind: z.literal('sticky'), minutes: z.int() }),
      z.strictObject({ kind: z.literal('count'), requests: z.int() }),
    ]),
  }),
  isOn: z.boolean(),
  viewId: z.int().nullable(),
  where: z.string().max(longestFilter),
  proxyUserId: z
    .string()
    .min(1)
    .max(1000)
    .nullable()
    .describe('Whose credentials and access; null: those of the default proxy user of each proxy.'),
}) satisfies z.ZodType<RuleChoices>;

export const ruleSchema = ruleFields.refine(
  ({ isShared, lines }) => !isShared || linesOf(lines).every(({ way }) => way !== 'direct'),
  'A rule that is shared with agents cannot have a line that goes direct: an agent would use the address of this computer.',
);

/** Reads saved rules in order; skips those of newer versions. */
export const readRules = (items: readonly SavedItem[]): readonly GatewayRule[] =>
  items.flatMap(({ id, name, content }) => {
    const { data } = ruleSchema.safeParse({ ...defaultRule, ...content, name });
    return data === undefined ? [] : [{ ...data, id }];
  });
