import { fail } from '../../shared/failure.ts';
import { type Line } from '../../shared/gateway/lines.ts';
import { isSameName } from '../../shared/saved.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';
import { namesForLines } from './line-form.svelte.ts';

/**
 * Lists the actions that send a host elsewhere: each opens the dialog of a line for the top of a rule.
 *
 * @param ruleOf finds the name of the rule that carries most requests to the host; null: unknown
 */
export const hostLineActions = (
  account: AccountState,
  host: string,
  ruleOf: () => Promise<string | null>,
): readonly MenuCommand[] => [
  { title: 'Block it…', run: () => void openLine(account, host, ruleOf, () => 'block') },
  { title: 'Send to another rule…', run: () => void openLine(account, host, ruleOf, firstOther) },
];

/** Failure `invalid-input`: there is no other rule. */
function firstOther(own: string, names: readonly string[]): Line['way'] {
  const [other] = namesForLines(own, names);
  if (other !== undefined) return [other];
  throw fail('invalid-input', 'There is no other rule. Add one under Rules first.');
}

async function openLine(
  { app, gateway }: AccountState,
  host: string,
  ruleOf: () => Promise<string | null>,
  wayOf: (own: string, names: readonly string[]) => Line['way'],
): Promise<void> {
  await app.openFound(
    async () => {
      const [name] = await Promise.all([ruleOf(), gateway.reload()]);
      const rules = gateway.rules.map((shown) => shown.rule);
      const rule = rules.find((one) => name !== null && isSameName(one.name, name)) ?? gateway.selected?.rule;
      if (!rule) throw fail('not-found', 'There are no rules. Add one under Rules first.');
      const way = wayOf(
        rule.name,
        rules.map((one) => one.name),
      );
      return { rule, first: { targets: [host], statuses: [], way } };
    },
    ({ rule, first }) => ({ kind: 'gateway-line', rule, index: null, first }),
  );
}
