import type { GatewayRule, RuleChoices } from '../../shared/gateway/gateway.ts';
import type { GatewayClient } from '../../shared/gateway/gateway-clients.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { copySecret } from '../actions/copy-secret.ts';
import { openOnTarget, targetOfRule } from '../actions/find-target.ts';
import type { ShownRule } from '../account/gateway-status.svelte.ts';

/** Opens the dialog of a rule, or of a new one on a free port. */
export async function openRule({ app, gateway }: AccountState, rule?: GatewayRule): Promise<void> {
  await app.openFound(
    async () => rule?.port ?? (await gateway.freePort()),
    (port) => ({ kind: 'gateway-rule', ...(rule && { rule }), port }),
  );
}

/** Adds a rule, turns the gateway on, and shows what to copy. */
export async function startRule({ app, gateway }: AccountState, rule: RuleChoices): Promise<void> {
  if (await gateway.start(rule)) app.isInspectorOpen = true;
}

/** Copies the address with the token for a client, as a secret. */
export const copyForClient = (
  { app, gateway }: AccountState,
  rule: GatewayRule,
  client: GatewayClient,
  what: string,
): Promise<void> => copySecret(app, what, () => gateway.copy(rule.id, client));

/** Opens the export dialog for one entry that rotates; it also offers the proxies of the rule. */
export const exportRule = (account: AccountState, shown: ShownRule): Promise<void> =>
  openOnTarget(account, { kind: 'export', goal: 'copy', ruleId: shown.rule.id }, targetOfRule(account, shown));
