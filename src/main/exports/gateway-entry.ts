import { detailFields, type ExportChoices, type RowDetails } from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import { gatewayHosts } from '../../shared/gateway/gateway.ts';
import { readRules } from '../../shared/gateway/gateway-schema.ts';
import type { Store } from '../store/index.ts';
import type { ProxyAddress } from '../store/types.ts';
import type { ExportFormat } from './format.ts';

/** Nothing is known about the gateway but its address. */
const unknownDetails = Object.fromEntries(detailFields.map((field) => [field, null]));

/** A rule of the gateway as an export writes it in place of proxies. */
interface GatewayEntry {
  /** For formats whose entries have one. */
  readonly name: string;
  readonly address: ProxyAddress;
}

/**
 * The entry of an export that is for the gateway; undefined: it is for proxies.
 *
 * @throws FailureError `not-found` if the rule, or the token that the format needs, does not exist; `passwords-locked`
 */
export function readGatewayEntry(
  store: Store,
  { gatewayRuleId, ip }: ExportChoices,
  format: ExportFormat,
): GatewayEntry | undefined {
  if (gatewayRuleId === undefined) return undefined;
  const rules = readRules(store.saved.list('gateway-rule'));
  const rule = rules.find(({ id }) => id === gatewayRuleId);
  if (!rule) {
    throw fail('not-found', 'This rule of the gateway no longer exists. Select another one.');
  }
  const { name, port } = rule;
  const token = format.hasCredentials ? store.gatewayTokens.get(gatewayRuleId) : '';
  if (token === undefined) {
    throw fail('not-found', `The rule ${name} has no token. Turn the gateway on once to make one.`);
  }
  const [ipv4, ipv6] = gatewayHosts;
  return {
    name,
    address: {
      proxy_id: '',
      host: ip === '4' ? ipv4 : ipv6,
      port,
      // Every field but the ID can be null; the entries do not say so.
      details: { ...unknownDetails, proxy_id: '' } as unknown as RowDetails,
      tags: [],
      defaultCredentials: { username: name, password: token },
    },
  };
}
