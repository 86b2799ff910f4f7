import { isSameName } from '../../shared/saved.ts';
import { readLine, readStatuses, thisRule, type Line } from '../../shared/gateway/rule-lines.ts';

/** The fields of the dialog of a line. */
export class LineForm {
  targets = $state('');
  /** `direct`, `block`, or the first of the rules that are tried. */
  first = $state<string>(thisRule);
  /** The rules that are tried after it; the last one is empty. */
  others = $state<string[]>(['']);
  statuses = $state('');
  /** Whether proxies are used, so that there is a next rule, and another proxy to try. */
  readonly usesProxies = $derived(this.first !== 'direct' && this.first !== 'block');
  readonly #read = $derived.by(() => {
    const names = this.usesProxies ? [this.first, ...this.others.filter((name) => name !== '')] : [this.first];
    return readLine(`${this.targets} -> ${names.join(', ')}`);
  });
  readonly #statuses = $derived(readStatuses(this.usesProxies ? this.statuses : ''));
  /** The line; null while a field is wrong. */
  readonly line = $derived.by((): Line | null => {
    if ('problem' in this.#read || 'problem' in this.#statuses) return null;
    return { ...this.#read, statuses: [...new Set([...this.#read.statuses, ...this.#statuses])] };
  });
  /** What is wrong with the targets; null: nothing, or nothing was entered yet. */
  readonly problem = $derived('problem' in this.#read && this.targets.trim() !== '' ? this.#read.problem : null);
  /** What is wrong with the statuses; null: nothing. */
  readonly statusProblem = $derived('problem' in this.#statuses ? this.#statuses.problem : null);

  /** @param line null: a new one */
  constructor(line: Line | null) {
    if (line === null) return;
    this.targets = line.targets.join(', ');
    this.statuses = line.statuses.join(', ');
    const [first = thisRule, ...others] = typeof line.way === 'string' ? [line.way] : line.way;
    this.first = first;
    this.others = [...others, ''];
  }

  /** Chooses the rule that is tried at a place after the first, or none. */
  chooseNext(at: number, name: string): void {
    this.others = [...this.others.with(at, name).filter((each) => each !== ''), ''];
  }

  /** The line becomes one of another rule, whose own proxies have no name in it. */
  moveTo(rule: string): void {
    const nameOf = (name: string): string => (isSameName(name, rule) ? thisRule : name);
    this.first = nameOf(this.first);
    this.others = [...new Set(this.others.map(nameOf).filter((name) => name !== '' && name !== this.first)), ''];
  }

  draft() {
    const { targets, first, others, statuses } = this;
    return { targets, first, others: [...others], statuses };
  }

  takeDraft(draft: ReturnType<LineForm['draft']>): void {
    Object.assign(this, draft);
  }
}

/** The rules that a line of a rule can name, besides the rule itself. `direct` and `block` mean something else in a line. */
export const namesForLines = (own: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => ![own, thisRule, 'direct', 'block'].some((other) => isSameName(name, other)));
