import type { Completion } from '../../../src/shared/filter/query-completion.ts';
import {
  defaultRule,
  type GatewayReport,
  type GatewayRule,
  type GatewayState,
  type RuleChoices,
} from '../../../src/shared/gateway/gateway.ts';
import { answerRequests, type RequestArgs } from './answer-requests.ts';

const nothing: Completion = { start: 0, end: 0, suggestions: [] };

/**
 * Answers the requests of a page about the rules of a gateway, which are off unless there is a state.
 *
 * @returns the rules as they are saved, which a test may change as another window does, and the rules that were sent
 */
export function answerRules(
  given: readonly Partial<RuleChoices>[],
  more: { readonly state?: GatewayState; readonly answer?: (name: string, args: RequestArgs) => unknown } = {},
) {
  const rules = given.map((choices, at): GatewayRule => ({ ...defaultRule, ...choices, id: at + 1 }));
  const sent: Partial<RuleChoices>[] = [];
  answerRequests((name, args) => {
    if (name === 'gateway:report') {
      return { rules, state: more.state ?? null, problem: null, others: [], elsewhere: null } satisfies GatewayReport;
    }
    if (name === 'filter:complete') return more.answer?.(name, args) ?? nothing;
    if (name !== 'gateway:put-rule') return more.answer?.(name, args);
    const { id, rule = {} } = args;
    sent.push(rule);
    const at = id === undefined ? rules.length : rules.findIndex((one) => one.id === Number(id));
    rules[at] = { ...(rules[at] ?? { ...defaultRule, id: rules.length + 1 }), ...rule };
    return rules[at];
  });
  return { rules, sent };
}
