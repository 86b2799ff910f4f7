import { maxIds, tooManyIds } from '../../../shared/request-text.ts';
import { fail } from '../../../shared/failure.ts';
import type { RowList, Rows } from '../../../shared/rows.ts';
import type { GridRows } from './grid-rows.svelte.ts';

type StillFound = (where: string, ids: readonly string[]) => Promise<readonly string[]>;

interface Ticked {
  /** At ticking. */
  readonly where: string;
  /** Everything found except `ids`, or only `ids`. */
  readonly isQuery: boolean;
  readonly ids: ReadonlySet<string>;
}

/** Ticked rows. Another filter unticks all: what is ticked is visible. */
export class Selected<Row, List extends RowList = RowList> {
  readonly #list: List;
  readonly #grid: GridRows<Row>;
  readonly #stillFound: StillFound;
  #lastTicked = $state.raw<Ticked>({ where: '', isQuery: false, ids: new Set() });
  readonly #ticked = $derived.by<Ticked>(() =>
    this.#lastTicked.where === this.#where ? this.#lastTicked : { where: this.#where, isQuery: false, ids: new Set() },
  );
  /** The start of ranges, with its index and list. */
  #anchor: { readonly id: string; readonly index: number; readonly placeReset: number } | null = null;
  #rangeTicket = 0;
  /** The bar would take rows from under the pointer. */
  isDrawn = $state(false);
  readonly count = $derived.by(() => {
    const { isQuery, ids } = this.#ticked;
    return isQuery ? Math.max(0, this.#grid.count - ids.size) : ids.size;
  });

  /** @param stillFound the IDs that a filter finds */
  constructor(list: List, grid: GridRows<Row>, stillFound: StillFound) {
    this.#list = list;
    this.#grid = grid;
    this.#stillFound = stillFound;
  }

  get #where(): string {
    return this.#grid.shown?.query.where ?? '';
  }

  has(id: string): boolean {
    return this.#ticked.ids.has(id) !== this.#ticked.isQuery;
  }

  get isAll(): boolean {
    return this.count > 0 && this.#grid.isCounted && this.count === this.#grid.count;
  }

  /** Null: everything found, but some. */
  get ids(): readonly string[] | null {
    return this.#ticked.isQuery ? null : [...this.#ticked.ids];
  }

  get ticked(): Ticked {
    return this.#ticked;
  }

  get asRows(): Rows & { readonly list: List } {
    const { where, isQuery, ids } = this.#ticked;
    const list = this.#list;
    return isQuery ? { list, kind: 'query', where, excludedIds: [...ids] } : { list, kind: 'ids', ids: [...ids] };
  }

  get hasBar(): boolean {
    return this.count > 0 && !this.isDrawn;
  }

  clear(): void {
    this.#set(false, new Set());
  }

  /** Unticks rows that the filter lost; after rows changed. */
  async recheck(): Promise<void> {
    const { where, ids: asked } = this.#ticked;
    if (asked.size === 0) return;
    const found = new Set(await this.#stillFound(where, [...asked]));
    const gone = asked.difference(found);
    // Ticks may have changed meanwhile.
    const { isQuery, ids } = this.#ticked;
    if (gone.size > 0 && where === this.#where) {
      this.#lastTicked = { where, isQuery, ids: ids.difference(gone) };
    }
  }

  /** Everything the filter finds, loaded or not. */
  all(): void {
    this.#set(true, new Set());
  }

  toggle(index: number): void {
    const row = this.#grid.row(index);
    if (row === undefined) return;
    this.setAnchor(index);
    const { isQuery, ids } = this.#ticked;
    this.#set(isQuery, ids.symmetricDifference(new Set([this.#grid.source.idOf(row)])));
  }

  /**
   * Ticks from the anchor to a row.
   *
   * @param isAdded keeps earlier ticks
   */
  async extendTo(index: number, isAdded: boolean, before: Ticked = this.#ticked): Promise<void> {
    const { where, isQuery, ids } = before;
    const anchor = this.#findAnchor();
    if (anchor === undefined) this.setAnchor(index);
    const first = Math.min(anchor ?? index, index);
    const last = Math.max(anchor ?? index, index);
    if (this.#grid.isCounted && first === 0 && last === this.#grid.count - 1) {
      this.all();
      return;
    }
    if (last - first >= maxIds) throw fail('invalid-input', tooManyIds);
    // A longer range may answer after a later one.
    const ticket = (this.#rangeTicket += 1);
    const range = new Set(await this.#grid.idsBetween(first, last));
    if (ticket !== this.#rangeTicket || where !== this.#where) return;
    if (!isAdded) this.#set(false, range);
    else this.#set(isQuery, isQuery ? ids.difference(range) : ids.union(range));
  }

  /** In the table's order. */
  async rows(): Promise<readonly Row[]> {
    await this.#grid.untilCounted();
    const isTicked = (row: Row): boolean => this.has(this.#grid.source.idOf(row));
    return this.#grid.rowsWhere(isTicked, this.count);
  }

  setAnchor(index: number): void {
    const { source, placeReset } = this.#grid;
    const row = this.#grid.row(index);
    this.#anchor = row === undefined ? null : { id: source.idOf(row), index, placeReset };
  }

  /** An unloaded row keeps its place in the same list. */
  #findAnchor(): number | undefined {
    if (this.#anchor === null) return undefined;
    const { id, index, placeReset } = this.#anchor;
    const isSameList = placeReset === this.#grid.placeReset && this.#grid.row(index) === undefined;
    return this.#grid.indexOf(id) ?? (isSameList ? index : undefined);
  }

  #set(isQuery: boolean, ids: ReadonlySet<string>): void {
    this.#rangeTicket += 1;
    this.#lastTicked = { where: this.#where, isQuery, ids };
  }
}
