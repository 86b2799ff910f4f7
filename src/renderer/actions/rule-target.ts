import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { GatewayRule } from '../../shared/gateway/gateway.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { ProxyTarget } from '../account/action-target.ts';
import type { ShownRule } from '../account/gateway-status.svelte.ts';

/** The filter that finds the proxies of a rule in the list of proxies, as many as the gateway finds. */
export function filterOfRule({ savedViews }: AccountState, rule: GatewayRule): string {
  const view = savedViews.all.find(({ id }) => id === rule.viewId);
  const where = view?.where ?? rule.where;
  if (rule.proxyUserId === null) return where;
  return `${where} ${formatTerm('user', [rule.proxyUserId])}`.trimStart();
}

/** The proxies of a rule; while the gateway is off, nobody has counted them. */
export const targetOfRule = (account: AccountState, { rule, state }: ShownRule): ProxyTarget => ({
  title: `# of the rule ${rule.name}`,
  proxies: { kind: 'query', where: filterOfRule(account, rule) },
  count: state?.proxyCount ?? null,
  userId: rule.proxyUserId,
});
