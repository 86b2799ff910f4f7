import { ownValue } from '../../shared/own-value.ts';
import { defaultRule, ruleRows, type RuleChoices } from '../../shared/gateway/gateway.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { isSameName } from '../../shared/saved.ts';
import { OptionsForm } from '../kit/options-form.svelte.ts';

/** The fields of the dialog of a rule. */
export class RuleForm {
  readonly #isOn: boolean;
  readonly fields: OptionsForm<typeof ruleRows>;
  /** '': the filter below. */
  viewId = $state('');
  where = $state('');
  readonly filterProblem = $derived.by(() => {
    const parsed = parseQuery(this.where, 'proxies');
    return this.viewId !== '' || parsed.ok ? null : parsed.problem.message;
  });
  /** Whether the fields about pauses are shown: one proxy has none, but a text that has to be corrected is never hidden. */
  readonly showsPauses = $derived.by(
    () =>
      this.fields.texts['rotation'] !== 'fixed' ||
      ['failuresInRow', 'pauseMinutes'].some((name) => ownValue(this.fields.problems, name) !== undefined),
  );

  /** @param rule null: a new one, whose name none of `names` is */
  constructor(rule: RuleChoices | null, port: number, names: readonly string[]) {
    const from: RuleChoices = rule ?? { ...defaultRule, name: freeName(names) };
    this.#isOn = from.isOn;
    this.fields = new OptionsForm(ruleRows, { ...from, port });
    this.viewId = from.viewId === null ? '' : String(from.viewId);
    this.where = from.where;
  }

  /** What was entered, as `takeDraft` takes it. */
  draft() {
    const { viewId, where } = this;
    return { viewId, where, texts: { ...this.fields.texts }, flags: { ...this.fields.flags } };
  }

  takeDraft({ viewId, where, texts, flags }: ReturnType<RuleForm['draft']>): void {
    this.viewId = viewId;
    this.where = where;
    Object.assign(this.fields.texts, texts);
    Object.assign(this.fields.flags, flags);
  }

  /** The rule, or null while a field is wrong. */
  read(proxyUserId: string): RuleChoices | null {
    const { values } = this.fields;
    if (values === null || this.filterProblem !== null) return null;
    return {
      ...values,
      isOn: this.#isOn,
      viewId: this.viewId === '' ? null : Number(this.viewId),
      where: this.where,
      proxyUserId: proxyUserId === '' ? null : proxyUserId,
    };
  }
}

/** What differs between a rule as it was opened and as it is wanted. */
export const changesOf = (before: RuleChoices, after: RuleChoices): Partial<RuleChoices> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(ownValue(before, name))),
  );

/** The base, or with a number behind it, if a rule has that name. */
export function freeName(names: readonly string[], base: string = defaultRule.name): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${String(number)}`;
    if (!names.some((taken) => isSameName(taken, name))) return name;
  }
}
