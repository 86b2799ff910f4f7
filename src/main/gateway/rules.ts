import { fail } from '../../shared/failure.ts';
import type { GatewayRule, RuleChoices } from '../../shared/gateway/gateway.ts';
import { findMark } from '../../shared/gateway/targeting.ts';
import { readRules, ruleSchema } from '../../shared/gateway/gateway-schema.ts';
import { readQuery } from '../../shared/filter/query.ts';
import { isWordOfLines, linesOf, rulesOfLines } from '../../shared/gateway/rule-lines.ts';
import { isSameName } from '../../shared/saved.ts';
import type { Store } from '../store/index.ts';
import { makeToken } from '../token.ts';

const kind = 'gateway-rule';

/** Lists the rules by age. */
export const listRules = (store: Store): readonly GatewayRule[] => readRules(store.saved.list(kind));

/**
 * Finds a rule by name, ignoring case.
 *
 * @throws FailureError `not-found`, with the existing names
 */
export function findRule(store: Store, name: string): GatewayRule {
  const rules = listRules(store);
  const found = rules.find((rule) => isSameName(rule.name, name));
  if (found) return found;
  const names = rules.map((rule) => rule.name).join(', ');
  throw fail(
    'not-found',
    `The rule "${name}" of the gateway does not exist. ${names === '' ? 'Add rules in the window, under Gateway.' : `The rules are: ${names}.`}`,
  );
}

/**
 * Saves a rule; without `id` a new one.
 *
 * @throws FailureError `name-taken`, `not-found`; `invalid-input` for a filter, lines or name, or a new name while
 *   other lines have the old one
 */
export function putRule(store: Store, choices: RuleChoices, id?: number): GatewayRule {
  const { data, error } = ruleSchema.safeParse(choices);
  if (data === undefined) {
    const [issue] = error.issues;
    const field = issue?.path[0];
    throw fail('invalid-input', `The rule was not saved. ${issue?.message ?? ''}`, {
      ...(typeof field === 'string' && { field }),
    });
  }
  readQuery(data.where, 'proxies');
  const { name, ...content } = data;
  const rules = listRules(store);
  const others = rules.filter((rule) => rule.id !== id);
  const mark = findMark(name);
  // Old names stay valid.
  const isNewName = rules.find((rule) => rule.id === id)?.name !== name;
  if (isNewName && isWordOfLines(name)) {
    throw fail(
      'invalid-input',
      `The rule was not saved. In lines, "${name}" is not the name of a rule. Choose another name.`,
      { field: 'name' },
    );
  }
  if (isNewName && mark !== undefined) {
    throw fail(
      'invalid-input',
      `The rule was not saved. "${mark}-" in its name would be read as a part of a user name that narrows it. Choose another name.`,
      { field: 'name' },
    );
  }
  const taken = others.find((rule) => isSameName(rule.name, name));
  if (taken) throw fail('name-taken', `There is already a rule named "${taken.name}". Choose another name.`);
  const unknown = rulesOfLines(linesOf(data.lines)).find(
    (wanted) => ![data, ...others].some((rule) => isSameName(rule.name, wanted)),
  );
  if (unknown !== undefined) {
    throw fail('invalid-input', `A line names the rule "${unknown}", which does not exist. The rule was not saved.`);
  }
  if (id !== undefined) refuseIfNamed(store, id, name);
  const saved = store.saved.put({
    kind,
    name,
    content,
    ...(id !== undefined && { id }),
  });
  return { ...data, id: saved.id };
}

export type RuleChanges = { readonly [K in keyof RuleChoices]?: RuleChoices[K] | undefined };

/**
 * Changes a saved rule; what is not given stays as it is saved by then.
 *
 * @throws FailureError those of `putRule`
 */
export function changeRule(store: Store, id: number, changes: RuleChanges): GatewayRule {
  const rule = listRules(store).find((one) => one.id === id);
  if (!rule) throw fail('not-found', 'This rule of the gateway no longer exists. Nothing was changed.');
  const { id: _, ...before } = rule;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  // Its values are those of `changes`, and are parsed again.
  return putRule(store, { ...before, ...(given as Partial<RuleChoices>) }, id);
}

/** Failure `invalid-input`: lines of another rule name this one, and would lead nowhere. @param newName the name that it gets */
function refuseIfNamed(store: Store, id: number, newName?: string): void {
  const rules = listRules(store);
  const rule = rules.find((one) => one.id === id);
  if (!rule || (newName !== undefined && isSameName(newName, rule.name))) return;
  const user = rules.find(
    (one) => one.id !== id && rulesOfLines(linesOf(one.lines)).some((name) => isSameName(name, rule.name)),
  );
  if (!user) return;
  throw fail(
    'invalid-input',
    `Lines of "${user.name}" send targets to "${rule.name}". Change them first. Nothing was changed.`,
  );
}

/**
 * Removes a rule and its token.
 *
 * @throws FailureError `invalid-input` while lines of another rule name it
 */
export function removeRule(store: Store, id: number): void {
  refuseIfNamed(store, id);
  store.saved.remove(kind, id);
  store.gatewayTokens.remove(id);
}

/** The token of a rule, made on first use. Needs an unlocked store. */
export function tokenOf(store: Store, ruleId: number): string {
  const known = store.gatewayTokens.get(ruleId);
  if (known !== undefined) return known;
  return renewToken(store, ruleId);
}

export function renewToken(store: Store, ruleId: number): string {
  const token = makeToken();
  store.gatewayTokens.put(ruleId, token);
  return token;
}
