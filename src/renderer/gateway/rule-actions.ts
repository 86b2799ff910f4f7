import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { GatewayRule } from '../../shared/gateway/gateway.ts';
import type { GatewayClient } from '../../shared/gateway/gateway-clients.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { copySecret } from '../account/copying/copy-secret.ts';
import { openOnTarget } from '../account/find-target.ts';

/** Opens the dialog of a rule, or of a new one on a free port. */
export async function openRule({ app, gateway }: AccountState, rule?: GatewayRule): Promise<void> {
  await app.openFound(
    async () => rule?.port ?? (await gateway.freePort()),
    (port) => ({ kind: 'gateway-rule', ...(rule && { rule }), port }),
  );
}

/** Copies the address with the token for a client, as a secret. */
export const copyForClient = (
  { app, gateway }: AccountState,
  rule: GatewayRule,
  client: GatewayClient,
  what: string,
): Promise<void> => copySecret(app, what, () => gateway.copy(rule.id, client));

/** The filter that finds the proxies of a rule in the list of proxies, as many as the gateway finds. */
export function filterOf({ savedViews }: AccountState, rule: GatewayRule): string {
  const view = savedViews.all.find(({ id }) => id === rule.viewId);
  const where = view?.where ?? rule.where;
  if (rule.proxyUserId === null) return where;
  return `${where} ${formatTerm('user', [rule.proxyUserId])}`.trimStart();
}

/** Opens the export dialog for one entry that rotates; it also offers the proxies of the rule. */
export const exportRule = (account: AccountState, rule: GatewayRule): Promise<void> =>
  openOnTarget(
    account,
    { kind: 'export', goal: 'copy', ruleId: rule.id },
    {
      kind: 'proxies',
      title: `# of the rule ${rule.name}`,
      proxies: { kind: 'query', where: filterOf(account, rule) },
      count: null,
      userId: rule.proxyUserId,
    },
  );
