import { mostIds, tooManyIds } from '../../../shared/bounded-json.ts';
import { fail } from '../../../shared/failure.ts';
import type { ProxySelection } from '../../../shared/test-run.ts';
import type { GridRows } from './grid-rows.svelte.ts';
import {
  addIds,
  countSelected,
  forgetIds,
  isSelected,
  namedIds,
  nothingSelected,
  selectIds,
  selectQuery,
  toggleId,
  toProxySelection,
  type Selection,
} from './selection.ts';

type StillFound = (where: string, ids: readonly string[]) => Promise<readonly string[]>;

/** The ticked rows of a table. Another filter unticks all: what is ticked is what one sees. */
export class Selected<Row> {
  readonly #grid: GridRows<Row>;
  readonly #stillFound: StillFound;
  #ticked = $state.raw<{ readonly where: string; readonly selection: Selection }>({
    where: '',
    selection: nothingSelected,
  });
  #anchor = 0;
  #rangeTicket = 0;
  readonly selection = $derived.by(() =>
    this.#ticked.where === this.#where ? this.#ticked.selection : nothingSelected,
  );
  readonly count = $derived.by(() => countSelected(this.selection, this.#grid.count));

  /** @param stillFound those of the ids that a filter finds now */
  constructor(grid: GridRows<Row>, stillFound: StillFound) {
    this.#grid = grid;
    this.#stillFound = stillFound;
  }

  get #where(): string {
    return this.#grid.shown?.query.where ?? '';
  }

  has(id: string): boolean {
    return isSelected(this.selection, id);
  }

  get isAll(): boolean {
    return this.count > 0 && this.#grid.isCounted && this.count === this.#grid.count;
  }

  /** The IDs of the ticked rows; null: everything that the filter finds, but some. */
  get ids(): readonly string[] | null {
    return this.selection.kind === 'ids' ? [...this.selection.ids] : null;
  }

  /** As requests carry it. */
  get asRequest(): ProxySelection {
    return toProxySelection(this.selection);
  }

  clear(): void {
    this.#set(nothingSelected);
  }

  /** Unticks what the filter no longer finds; call it after the rows changed. */
  async recheck(): Promise<void> {
    const where = this.#where;
    const asked = namedIds(this.selection);
    if (asked.size === 0) return;
    const found = new Set(await this.#stillFound(where, [...asked]));
    const gone = asked.difference(found);
    // Ticked or unticked meanwhile: only what is gone is taken out.
    if (gone.size > 0 && where === this.#where) {
      this.#ticked = { where, selection: forgetIds(this.selection, gone) };
    }
  }

  /** Everything that the present filter finds, loaded or not. */
  all(): void {
    this.#set(selectQuery(this.#where));
  }

  toggle(index: number): void {
    const id = this.#idAt(index);
    if (id === undefined) return;
    this.#anchor = index;
    this.#set(toggleId(this.selection, id));
  }

  /** From the row that was ticked last to this one. */
  async extendTo(index: number, isAdded: boolean): Promise<void> {
    const before = this.selection;
    const where = this.#where;
    const first = Math.min(this.#anchor, index);
    const last = Math.max(this.#anchor, index);
    if (this.#grid.isCounted && first === 0 && last === this.#grid.count - 1) {
      this.all();
      return;
    }
    if (last - first >= mostIds) throw fail('invalid-input', tooManyIds);
    // A longer range may answer later than a shorter one that was drawn after it.
    const ticket = (this.#rangeTicket += 1);
    const ids = await this.#grid.idsBetween(first, last);
    if (ticket === this.#rangeTicket && where === this.#where)
      this.#set(isAdded ? addIds(before, ids) : selectIds(ids));
  }

  /** The ticked rows in the order of the table, wherever they are. */
  async rows(): Promise<readonly Row[]> {
    await this.#grid.untilCounted();
    const isTicked = (row: Row): boolean => this.has(this.#grid.source.idOf(row));
    return this.#grid.rowsWhere(isTicked, this.count);
  }

  /** Where a range begins that Shift draws with the keyboard. */
  setAnchor(index: number): void {
    this.#anchor = Math.max(0, index);
  }

  #idAt(index: number): string | undefined {
    const row = this.#grid.row(index);
    return row === undefined ? undefined : this.#grid.source.idOf(row);
  }

  #set(selection: Selection): void {
    this.#rangeTicket += 1;
    this.#ticked = { where: this.#where, selection };
  }
}
