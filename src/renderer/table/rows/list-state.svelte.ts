import { parseQuery } from '../../../shared/filter/query.ts';
import {
  findTyped,
  hasValue,
  removeWordBeforeColon,
  toggleValue,
  waitsFor,
} from '../../../shared/filter/query-edit.ts';
import type { ListName } from '../../../shared/lists.ts';
import { withoutLogins } from '../../../shared/written-proxy.ts';
import { withoutKey } from './narrow-filter.ts';
import { GridRows } from './grid-rows.svelte.ts';
import type { RowQuery } from './page-cache.ts';

/** A list and its filter. An invalid text leaves the rows. Logins of proxies stay only while they are being typed. */
export class ListState<Row> {
  readonly name: ListName;
  readonly grid: GridRows<Row>;
  /** The filter field follows terms begun elsewhere. */
  begun = $state(0);
  /** By anything but the field. */
  replacedCount = $state(0);
  #text = $state('');
  /** While a term is unfinished; null: the text. */
  #finishedText = $state<string | null>(null);
  /** While the text is invalid; null: unchanged. */
  #readableText = $state<string | null>(null);
  readonly parsed = $derived.by(() => parseQuery(this.text, this.name));
  readonly applied = $derived.by(() =>
    this.appliedText === this.#text.trim() ? this.parsed : parseQuery(this.appliedText, this.name),
  );
  readonly problem = $derived(this.parsed.ok || this.#finishedText !== null ? null : this.parsed.problem);

  /** @param requests.query for a filter's rows */
  constructor(
    name: ListName,
    requests: {
      readonly query: (where: string) => RowQuery<Row>;
      readonly idOf: (row: Row) => string;
    },
  ) {
    this.name = name;
    this.grid = new GridRows<Row>({
      idOf: requests.idOf,
      open: () => (this.applied.ok ? requests.query(this.appliedText) : null),
    });
  }

  get text(): string {
    return this.#text;
  }

  /** Setting it does not load rows. */
  set text(text: string) {
    this.#set(text);
    this.replacedCount += 1;
  }

  #set(text: string): void {
    this.#text = withoutLogins(text);
    this.#finishedText = null;
    if (this.parsed.ok) this.#readableText = null;
  }

  /** Without an unfinished term. */
  get appliedText(): string {
    return (this.#readableText ?? this.#finishedText ?? this.#text).trim();
  }

  /** Whether the rows wait for the end of a term, or for its suggestions. */
  get isWaiting(): boolean {
    return this.#finishedText !== null;
  }

  /** Applied on leaving the field: the text unless invalid. */
  get leftText(): string {
    return this.parsed.ok ? withoutLogins(this.#text.trim()) : this.appliedText;
  }

  get left(): ReturnType<typeof parseQuery> {
    return this.parsed.ok ? this.parsed : this.applied;
  }

  /** Of the visible rows. */
  get where(): string {
    return this.grid.shown?.query.where ?? '';
  }

  /** Sets the filter, and loads its rows at once. */
  filter(text: string): void {
    this.text = text;
    void this.grid.reload();
  }

  apply(text: string): void {
    const before = this.appliedText;
    this.#set(text);
    // A word became an unknown key.
    if (!this.parsed.ok) this.#readableText ??= removeWordBeforeColon(before, text);
    if (this.appliedText !== before) void this.grid.reload();
  }

  /** Takes typed text. Unfinished terms wait, codes until `settle`, logins until their term is left. */
  type(text: string, caret: number): void {
    const { termStart, termEnd } = findTyped(text, caret);
    const term = text.slice(termStart, termEnd);
    if (withoutLogins(term) !== term) {
      // The rows of its address.
      this.apply(text);
      this.#finishedText = this.#text;
      this.#text = text;
      return;
    }
    if (waitsFor(text, caret, this.name) === null) {
      this.apply(text);
      return;
    }
    this.#finishedText ??= this.#text;
    this.#text = text;
  }

  /** Applies a waiting code unless it is a beginning. */
  settle(text: string, caret: number, isBeginning: boolean): void {
    if (text !== this.#text || isBeginning) return;
    if (waitsFor(text, caret, this.name) === 'suggestions') this.apply(text);
  }

  /** Begins a term in the field, replacing its key's. */
  begin(key: string): void {
    const text = [...withoutKey(this.text, this.name, key), `${key}:`].join(' ');
    this.type(text, text.length);
    this.begun += 1;
  }

  finish(): void {
    this.apply(this.#text.trim());
  }

  /**
   * Adds or removes a value; adding removes it from the opposite term. `isExact`: the full name; `isNegated`: excludes.
   */
  toggle(key: string, value: string, isExact = false, isNegated = false): void {
    const rest = hasValue(this.parsed, key, value, !isNegated)
      ? toggleValue(this.text, this.name, key, value, isExact, !isNegated)
      : this.text;
    this.filter(toggleValue(rest, this.name, key, value, isExact, isNegated));
  }
}
