import { maxIds, tooManyIds } from '../../../shared/request-text.ts';
import { fail } from '../../../shared/failure.ts';
import type { RowList, Rows } from '../../../shared/rows.ts';
import type { GridRows } from './grid-rows.svelte.ts';

type StillFound = (where: string, ids: readonly string[]) => Promise<readonly string[]>;

/** What is ticked at one time, as a set. */
interface Ticked {
  /** The filter under which the rows were ticked. */
  readonly where: string;
  /** Whether everything that the filter finds is ticked, except `ids`; else only `ids` are. */
  readonly isQuery: boolean;
  readonly ids: ReadonlySet<string>;
}

const barMarginPx = 16;

/** The ticked rows of a table. Another filter unticks all: what is ticked is what one sees. */
export class Selected<Row, List extends RowList = RowList> {
  readonly #list: List;
  readonly #grid: GridRows<Row>;
  readonly #stillFound: StillFound;
  #lastTicked = $state.raw<Ticked>({ where: '', isQuery: false, ids: new Set() });
  readonly #ticked = $derived.by<Ticked>(() =>
    this.#lastTicked.where === this.#where ? this.#lastTicked : { where: this.#where, isQuery: false, ids: new Set() },
  );
  /** The row where a range begins, and where it was in which order of the list. */
  #anchor: { readonly id: string; readonly index: number; readonly placeReset: number } | null = null;
  #rangeTicket = 0;
  /** Height of the floating bar of the selection, in CSS pixels: bound by the bar. */
  barPx = $state(0);
  /** Whether a range is being drawn with the mouse; a bar would come between the pointer and the rows. */
  isDrawn = $state(false);
  readonly count = $derived.by(() => {
    const { isQuery, ids } = this.#ticked;
    return isQuery ? Math.max(0, this.#grid.count - ids.size) : ids.size;
  });

  /** @param stillFound those of the ids that a filter finds now */
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

  /** The IDs of the ticked rows; null: everything that the filter finds, but some. */
  get ids(): readonly string[] | null {
    return this.#ticked.isQuery ? null : [...this.#ticked.ids];
  }

  get ticked(): Ticked {
    return this.#ticked;
  }

  /** As actions and requests take it. */
  get asRows(): Rows & { readonly list: List } {
    const { where, isQuery, ids } = this.#ticked;
    const list = this.#list;
    return isQuery ? { list, kind: 'query', where, excludedIds: [...ids] } : { list, kind: 'ids', ids: [...ids] };
  }

  /** Whether the floating bar is there. */
  get hasBar(): boolean {
    return this.count > 0 && !this.isDrawn;
  }

  /** Height at the bottom of the table that the bar covers, in CSS pixels; 0 without a bar. */
  get coveredPx(): number {
    return this.hasBar && this.barPx > 0 ? this.barPx + 2 * barMarginPx : 0;
  }

  clear(): void {
    this.#set(false, new Set());
  }

  /** Unticks what the filter no longer finds; call it after the rows changed. */
  async recheck(): Promise<void> {
    const { where, ids: asked } = this.#ticked;
    if (asked.size === 0) return;
    const found = new Set(await this.#stillFound(where, [...asked]));
    const gone = asked.difference(found);
    // Ticked or unticked meanwhile: only what is gone is taken out.
    const { isQuery, ids } = this.#ticked;
    if (gone.size > 0 && where === this.#where) {
      this.#lastTicked = { where, isQuery, ids: ids.difference(gone) };
    }
  }

  /** Everything that the present filter finds, loaded or not. */
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
   * Ticks the rows from the one that was clicked or ticked last to this one; without one only this one.
   *
   * @param isAdded whether what was ticked before stays
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
    // A longer range may answer later than a shorter one that was drawn after it.
    const ticket = (this.#rangeTicket += 1);
    const range = new Set(await this.#grid.idsBetween(first, last));
    if (ticket !== this.#rangeTicket || where !== this.#where) return;
    if (!isAdded) this.#set(false, range);
    else this.#set(isQuery, isQuery ? ids.difference(range) : ids.union(range));
  }

  /** The ticked rows in the order of the table, wherever they are. */
  async rows(): Promise<readonly Row[]> {
    await this.#grid.untilCounted();
    const isTicked = (row: Row): boolean => this.has(this.#grid.source.idOf(row));
    return this.#grid.rowsWhere(isTicked, this.count);
  }

  /** Begins the next range at a row. */
  setAnchor(index: number): void {
    const { source, placeReset } = this.#grid;
    const row = this.#grid.row(index);
    this.#anchor = row === undefined ? null : { id: source.idOf(row), index, placeReset };
  }

  /** Where the anchor is now; a row that is not loaded is where it was, unless the list is another. */
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
