import { parseQuery } from '../../../shared/filter/query.ts';
import { hasValue, removeWordBeforeColon, toggleValue, waitsFor } from '../../../shared/filter/query-edit.ts';
import type { ListName } from '../../../shared/lists.ts';
import { withoutKey } from './narrow-filter.ts';
import { GridRows } from './grid-rows.svelte.ts';
import type { RowQuery } from './page-cache.ts';

/** A list with its filter text. An invalid text leaves the rows as they are. */
export class ListState<Row> {
  readonly name: ListName;
  readonly grid: GridRows<Row>;
  /** Counts the terms that were begun elsewhere, so that the filter field goes to each. */
  begun = $state(0);
  /** Counts the times that the whole filter was set by anything but its field. */
  replacedCount = $state(0);
  #text = $state('');
  /** The last finished text, while the term at the caret is unfinished; null: the text itself. */
  #finishedText = $state<string | null>(null);
  /** The filter of the rows while the text cannot be read; null: they are those of before. */
  #readableText = $state<string | null>(null);
  readonly parsed = $derived.by(() => parseQuery(this.text, this.name));
  /** `appliedText`, parsed. */
  readonly applied = $derived.by(() =>
    this.appliedText === this.#text.trim() ? this.parsed : parseQuery(this.appliedText, this.name),
  );
  readonly problem = $derived(this.parsed.ok || this.#finishedText !== null ? null : this.parsed.problem);

  /** @param requests.query the requests for the rows of a filter */
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

  /** Sets the filter without loading its rows. */
  set text(text: string) {
    this.#set(text);
    this.replacedCount += 1;
  }

  #set(text: string): void {
    this.#text = text;
    this.#finishedText = null;
    if (this.parsed.ok) this.#readableText = null;
  }

  /** The text without an unfinished term: the filter of the rows, or of those being loaded. */
  get appliedText(): string {
    return (this.#readableText ?? this.#finishedText ?? this.#text).trim();
  }

  /** Whether the rows wait for the end of the term at the caret, or for its suggestions. */
  get isWaiting(): boolean {
    return this.#finishedText !== null;
  }

  /** The filter that leaving the field would apply: the whole text, unless it is invalid. */
  get leftText(): string {
    return this.parsed.ok ? this.#text.trim() : this.appliedText;
  }

  /** `leftText`, parsed. */
  get left(): ReturnType<typeof parseQuery> {
    return this.parsed.ok ? this.parsed : this.applied;
  }

  /** The filter of the visible rows; '' finds everything. */
  get where(): string {
    return this.grid.shown?.query.where ?? '';
  }

  /** Sets the filter and loads its rows at once. */
  filter(text: string): void {
    this.text = text;
    void this.grid.reload();
  }

  /** Sets the filter, and loads its rows if it is another one. */
  apply(text: string): void {
    const before = this.appliedText;
    this.#set(text);
    // What was a word until now, and mostly found nothing, is a key that does not exist.
    if (!this.parsed.ok) this.#readableText ??= removeWordBeforeColon(before, text);
    if (this.appliedText !== before) void this.grid.reload();
  }

  /**
   * Takes the text of the filter field. An unfinished term at the caret waits, and the rows stay;
   * a code waits until `settle` tells whether it is complete.
   */
  type(text: string, caret: number): void {
    if (waitsFor(text, caret, this.name) === null) {
      this.apply(text);
      return;
    }
    this.#finishedText ??= this.#text;
    this.#text = text;
  }

  /** Applies a code that waits for the suggestions of its text, unless it is the beginning of one. */
  settle(text: string, caret: number, isBeginning: boolean): void {
    if (text !== this.#text || isBeginning) return;
    if (waitsFor(text, caret, this.name) === 'suggestions') this.apply(text);
  }

  /**
   * Begins a term in the filter field, which suggests its values; rows stay until one is taken. A
   * term of the same key is replaced.
   */
  begin(key: string): void {
    const text = [...withoutKey(this.text, this.name, key), `${key}:`].join(' ');
    this.type(text, text.length);
    this.begun += 1;
  }

  /** Applies a term that was left unfinished. */
  finish(): void {
    this.apply(this.#text.trim());
  }

  /**
   * Adds a value to a key's term or removes it; `isExact`: it is a full name. `isNegated`: the
   * term excludes the value. A value that is added is removed from the opposite term.
   */
  toggle(key: string, value: string, isExact = false, isNegated = false): void {
    const rest = hasValue(this.parsed, key, value, !isNegated)
      ? toggleValue(this.text, this.name, key, value, isExact, !isNegated)
      : this.text;
    this.filter(toggleValue(rest, this.name, key, value, isExact, isNegated));
  }
}
