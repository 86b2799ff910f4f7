import type { RowGroups } from '../../../src/shared/filter/query-term.ts';
import type { GatewayReport, GatewayRule, GatewayState, RuleChoices } from '../../../src/shared/gateway/gateway.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';
import { answerRequests } from './answer-requests.ts';

const noGroups: RowGroups = { groups: [], others: { groupCount: 0, count: 0, works: 0 } };

/**
 * Answers the requests of a page about the rules of a gateway, which are off unless there is a state.
 *
 * @returns the rules as they are saved, which a test may change as another window does, and the rules that were sent
 */
export function answerRules(
  given: readonly Partial<RuleChoices>[],
  more: { readonly state?: GatewayState; readonly answer?: (name: string) => unknown } = {},
) {
  const rules = given.map((choices, at): GatewayRule => ({ ...defaultRule, ...choices, id: at + 1 }));
  const sent: Partial<RuleChoices>[] = [];
  answerRequests((name, { id, rule = {} }) => {
    if (name === 'gateway:report') {
      return { rules, state: more.state ?? null, problem: null, others: [], elsewhere: null } satisfies GatewayReport;
    }
    if (name === 'list:groups') return more.answer?.(name) ?? noGroups;
    if (name !== 'gateway:put-rule') return more.answer?.(name);
    sent.push(rule);
    const at = id === undefined ? rules.length : rules.findIndex((one) => one.id === Number(id));
    rules[at] = { ...(rules[at] ?? { ...defaultRule, id: rules.length + 1 }), ...rule };
    return rules[at];
  });
  return { rules, sent };
}
