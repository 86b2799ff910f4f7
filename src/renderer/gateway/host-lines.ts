import { fail } from '../../shared/failure.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { GatewayRule, RuleChoices } from '../../shared/gateway/gateway.ts';
import { compileLines, linesOf, thisRule, type Line } from '../../shared/gateway/rule-lines.ts';
import { findMark } from '../../shared/gateway/targeting.ts';
import { isSameName } from '../../shared/saved.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';
import { namesForLines } from './line-form.svelte.ts';
import { freeName } from './rule-form.svelte.ts';

/** Finds the name of the rule that carries most requests in question; null: unknown. */
type RuleOf = () => Promise<string | null>;

/**
 * Lists the actions that send a host elsewhere: each opens the dialog of a line for the top of a rule.
 *
 * @param isBlocked whether a line blocks the host now
 */
export const hostLineActions = (
  account: AccountState,
  host: string,
  ruleOf: RuleOf,
  isBlocked: boolean,
): readonly MenuCommand[] => [
  ...(isBlocked ? [] : [{ title: 'Block it…', run: () => void openLine(account, host, ruleOf, () => 'block') }]),
  { title: 'Send to another rule…', run: () => void openLine(account, host, ruleOf, firstOther) },
];

/** Failure `invalid-input`: there is no other rule. */
function firstOther({ name }: GatewayRule, rules: readonly GatewayRule[]): Line['way'] {
  const [other] = namesForLines(
    name,
    rules.map((one) => one.name),
  );
  if (other !== undefined) return [other];
  throw fail('invalid-input', 'There is no other rule. Add one under Rules first.');
}

async function openLine(
  account: AccountState,
  host: string,
  ruleOf: RuleOf,
  wayOf: (rule: GatewayRule, rules: readonly GatewayRule[]) => Line['way'],
): Promise<void> {
  await account.app.openFound(
    async () => {
      const { rule, rules } = await findRule(account, ruleOf);
      return { rule, first: { targets: [host], statuses: [], way: wayOf(rule, rules) } };
    },
    ({ rule, first }) => ({ kind: 'gateway-line', rule, index: null, first }),
  );
}

/** Failure `not-found`: there are no rules. */
async function findRule({ gateway }: AccountState, ruleOf: RuleOf) {
  const [name] = await Promise.all([ruleOf(), gateway.reload()]);
  const rules = gateway.rules.map((shown) => shown.rule);
  const rule = rules.find((one) => name !== null && isSameName(one.name, name)) ?? gateway.selected?.rule;
  if (rule) return { rule, rules };
  throw fail('not-found', 'There are no rules. Add one under Rules first.');
}

/**
 * Keeps a network from a host: opens the dialog of a new rule, which is the one that carries the host now without that network, and then
 * that of a line which sends the host there.
 */
export async function skipNetwork(account: AccountState, host: string, network: string, ruleOf: RuleOf): Promise<void> {
  const { app, gateway } = account;
  await app.openFound(
    async () => {
      const { rule, rules } = await findRule(account, ruleOf);
      const carrier = carrierOf(rule, rules, host);
      const view = account.savedViews.all.find(({ id }) => id === carrier.viewId);
      const names = rules.map(({ name }) => name);
      const start = ruleWithout(network, { ...carrier, where: view?.where ?? carrier.where }, names);
      return { rule, start };
    },
    ({ rule, start }) => ({
      kind: 'gateway-rule',
      port: start.port,
      start,
      onadd: ({ name }) => {
        gateway.selectedId = rule.id;
        const first: Line = { targets: [host], statuses: [], way: [name] };
        app.dialog = { kind: 'gateway-line', rule, index: null, first };
      },
    }),
  );
}

/** The rule whose proxies carry a host, by the lines of another one. Failure `invalid-input`: none does. */
function carrierOf(rule: GatewayRule, rules: readonly GatewayRule[], host: string): GatewayRule {
  if (rule.lines === '') return rule;
  const lines = compileLines(linesOf(rule.lines));
  const way = lines.lines[lines.find(host, 443)]?.way;
  const name = typeof way === 'object' ? way[0] : undefined;
  const carrier = name === thisRule ? rule : rules.find((one) => name !== undefined && isSameName(one.name, name));
  if (carrier) return carrier;
  throw fail('invalid-input', `The lines of ${rule.name} send ${host} through no proxies.`);
}

const longestName = 64;

/** A new rule with the proxies of another one that are not of a network. @param names those of all rules */
export function ruleWithout(network: string, rule: RuleChoices, names: readonly string[]): RuleChoices {
  const slug = network
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const wanted = `${rule.name}-without-${slug}`.slice(0, longestName - 3).replace(/-$/, '');
  const base = findMark(wanted) === undefined ? wanted : rule.name;
  const { isOn, port, protocol, rotation, skipsFailed, skipsOffline, failuresInRow, pauseMinutes, proxyUserId } = rule;
  return {
    ...{ isOn, port, protocol, rotation, skipsFailed, skipsOffline, failuresInRow, pauseMinutes, proxyUserId },
    name: freeName(names, base),
    viewId: null,
    where: `${rule.where} -${formatTerm('network', [network], true)}`.trimStart(),
    lines: '',
    // Only lines use it.
    needsToken: true,
    allowsPrivate: false,
    isShared: false,
  };
}
