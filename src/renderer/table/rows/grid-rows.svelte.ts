import type { Failure } from '../../../shared/failure.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { attempt, createLatestRunner } from '../../kit/async/promises.ts';
import { type RowQuery, type RowSource, PageCache } from './page-cache.ts';

interface Shown<Row> {
  readonly query: RowQuery<Row>;
  readonly sort: readonly SortKey[];
  readonly pages: PageCache<Row>;
  /** The rows that came with it. */
  readonly firstRows: readonly Row[];
}

const maxRequestsAtOnce = 2;
/** How many rows are asked for at once where many are wanted; the contract's most. */
const rangeRows = 10_000;

/**
 * The rows behind a table: pages as they are needed, the old rows until the new
 * ones are here, and the row that is looked at.
 */
export class GridRows<Row> {
  readonly source: RowSource<Row>;
  sort = $state.raw<readonly SortKey[]>([]);
  shown = $state.raw<Shown<Row> | null>(null);
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  activeIndex = $state(-1);
  activeId = $state<string | null>(null);
  /** Counts up when another list is shown, so that the table goes to its top. */
  placeReset = $state(0);
  /** How far the table is scrolled, so that a view that is opened again is where it was. */
  topPx = $state(0);
  /** The index of a row that the table shall scroll to; null: none. */
  toReveal = $state<number | null>(null);
  /** The page that came last, by its first row; another object for each. */
  loaded = $state.raw<{ readonly first: number }>({ first: 0 });
  #counted = $state<number | null>(null);
  #visible = { first: 0, end: 0 };
  #ticket = 0;
  #isNewPlace = false;
  #isRestored = false;
  readonly #loadLatest = createLatestRunner();
  /** Of its own, so that rows don't wait for a count that nobody wants any more. */
  readonly #countLatest = createLatestRunner();
  #counting: Promise<void> = Promise.resolve();
  #underWay: readonly number[] = [];

  constructor(source: RowSource<Row>) {
    this.source = source;
  }

  /** How many rows the list has; until they are counted, how many came first. */
  get count(): number {
    return this.#counted ?? this.shown?.firstRows.length ?? 0;
  }

  /** The rows that came first with the list that is shown. */
  get firstRows(): readonly Row[] {
    return this.shown?.firstRows ?? [];
  }

  /** Whether `count` is that of the whole list. */
  get isCounted(): boolean {
    return this.#counted !== null;
  }

  /** Waits for the count of the rows that are shown, where it is still on its way. */
  async untilCounted(): Promise<void> {
    if (!this.isCounted) await this.#counting;
  }

  /** The row at an index, undefined while it is on its way. */
  row(index: number): Row | undefined {
    // Read first, so that a page that lands later shows up.
    void this.loaded;
    return this.shown?.pages.row(index);
  }

  /** The active row; undefined while it is loading, and if the list no longer has it. */
  get activeRow(): Row | undefined {
    const row = this.row(this.activeIndex);
    return row !== undefined && this.source.idOf(row) === this.activeId ? row : undefined;
  }

  /** The index of a row that is loaded. */
  indexOf(id: string): number | undefined {
    return this.shown?.pages.find((row) => this.source.idOf(row) === id);
  }

  /** Whether every row from `first` to before `end` is here. */
  hasAll(first: number, end: number): boolean {
    for (let index = first; index < end; index += 1) {
      if (this.row(index) === undefined) return false;
    }
    return true;
  }

  /** Forgets everything, for another list. */
  clear(): void {
    this.#ticket += 1;
    this.shown = null;
    this.#counted = null;
    this.failure = null;
    this.isLoading = false;
    this.setActive(-1);
    this.#moveToTop();
  }

  /**
   * Requests the rows of another filter or order; the rows stay until the response is
   * here. While one is on its way only the latest question waits for its turn.
   */
  async reload(): Promise<void> {
    this.#moveToTop();
    await this.#loadLatest(() => this.#load());
  }

  /** What is loaded next is shown from its first row on. */
  #moveToTop(): void {
    this.#visible = { first: 0, end: 0 };
    this.#isNewPlace = true;
  }

  /** Asks the same again because the store changed; the place is kept. */
  async refresh(): Promise<void> {
    await this.#loadLatest(() => this.#load());
  }

  /** Starts with an order and a place that were saved; call it before the first load. */
  restore(sort: readonly SortKey[], topPx: number): void {
    this.sort = sort;
    this.topPx = topPx;
    this.#isRestored = true;
  }

  setSort(sort: readonly SortKey[]): void {
    this.sort = sort;
    void this.reload();
  }

  setActive(index: number): void {
    this.activeIndex = index;
    const row = index < 0 ? undefined : this.row(index);
    this.activeId = row === undefined ? null : this.source.idOf(row);
  }

  /** Makes the row with an ID active and scrolls to it; false: the list that is shown does not have it. */
  async show(id: string): Promise<boolean> {
    const { shown } = this;
    const index = this.indexOf(id) ?? (await shown?.query.indexOf?.(shown.sort, id)) ?? null;
    if (index === null || this.shown !== shown) return false;
    this.activeIndex = index;
    this.activeId = id;
    this.toReveal = index;
    return true;
  }

  /** Says which rows are seen; missing pages are fetched, those scrolled past are not. */
  setVisibleRange(first: number, end: number): void {
    this.#visible = { first, end };
    this.#fetchMissing();
  }

  /** Ids of rows `first` to `last` inclusive, in their order, wherever they are. */
  async idsBetween(first: number, last: number): Promise<string[]> {
    const shown = this.shown;
    if (shown === null) return [];
    const here = this.#idsHere(first, last);
    if (here !== undefined) return here;
    const ids: string[] = [];
    for (let offset = first; offset <= last; offset += rangeRows) {
      const limit = Math.min(rangeRows, last - offset + 1);
      const rows = await shown.query.rows(shown.sort, offset, limit);
      ids.push(...rows.map((row) => this.source.idOf(row)));
    }
    return ids;
  }

  /** The first `most` rows that fit, in their order; loaded rows are checked first. */
  async rowsWhere(fits: (row: Row) => boolean, most: number): Promise<readonly Row[]> {
    const shown = this.shown;
    if (shown === null || most === 0) return [];
    const here = shown.pages.rowsWhere(fits);
    if (here.length >= most) return here.slice(0, most);
    const found: Row[] = [];
    for (let offset = 0; found.length < most; offset += rangeRows) {
      const rows = await shown.query.rows(shown.sort, offset, rangeRows);
      found.push(...rows.filter(fits));
      if (rows.length < rangeRows) break;
    }
    return found.slice(0, most);
  }

  /** The index of the first row with a field that begins with a text; null: there is none. */
  async find(fields: readonly string[], prefix: string): Promise<number | null> {
    const { query, sort } = this.shown ?? {};
    return (await query?.find?.(sort ?? [], fields, prefix)) ?? null;
  }

  #idsHere(first: number, last: number): string[] | undefined {
    const ids: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const row = this.shown?.pages.row(index);
      if (row === undefined) return undefined;
      ids.push(this.source.idOf(row));
    }
    return ids;
  }

  async #load(): Promise<void> {
    const query = this.source.open();
    if (query === null) return;
    const isNewPlace = this.#isNewPlace;
    const isRestored = this.#isRestored;
    this.#isNewPlace = false;
    this.#isRestored = false;
    const ticket = (this.#ticket += 1);
    const { sort } = this;
    this.isLoading = true;
    this.failure = null;
    const pages = new PageCache<Row>();
    const page = Math.floor(this.#visible.first / pages.pageRows);
    const offset = page * pages.pageRows;
    const limit = pages.pageRows;
    // Asked for first: after a start the same thread counts them.
    const reading = this.#attempt(ticket, () => query.rows(sort, offset, limit));
    const found: { count: number | null } = { count: null };
    const counting = (this.#counting = this.#countLatest(async () => {
      if (ticket !== this.#ticket) return;
      found.count = (await this.#attempt(ticket, () => query.count())) ?? null;
      if (found.count === null || this.shown?.query !== query) return;
      this.#counted = found.count;
      this.#fetchMissing();
    }));
    const rows = await reading;
    // Rows of a new list are shown before they are counted; one that is looked at keeps its length.
    if (!isNewPlace) await counting;
    if (ticket !== this.#ticket) return;
    this.isLoading = false;
    if (rows === undefined || (!isNewPlace && found.count === null)) return;
    const isAll = offset === 0 && rows.length < limit;
    pages.put(page, rows);
    this.#underWay = [];
    this.shown = { query, sort, pages, firstRows: rows };
    this.#counted = found.count ?? (isAll ? rows.length : null);
    if (isNewPlace) {
      if (!isRestored) {
        this.topPx = 0;
        this.placeReset += 1;
      }
      this.setActive(-1);
    }
    this.#fetchMissing();
    this.#keepActive();
  }

  /** What goes wrong is said unless something else has been asked for meanwhile. */
  #attempt<T>(ticket: number, work: () => Promise<T>): Promise<T | undefined> {
    return attempt(work, (failure) => {
      if (ticket === this.#ticket) this.failure = failure;
    });
  }

  /**
   * Follows the active row to its index. A row that the filter no longer finds stays active,
   * because an edit may be the reason and its details show the outcome.
   */
  #keepActive(): void {
    if (this.activeRow !== undefined) return;
    if (this.activeId !== null) {
      const index = this.indexOf(this.activeId);
      this.activeIndex = index ?? Math.min(this.activeIndex, this.count - 1);
    } else if (this.activeIndex >= 0) {
      // The keyboard may have reached a row before its page arrived.
      this.setActive(this.activeIndex);
    }
  }

  #fetchMissing(): void {
    const shown = this.shown;
    if (shown === null) return;
    const end = Math.min(this.#visible.end, this.count);
    for (const page of shown.pages.missing(this.#visible.first, end)) {
      if (this.#underWay.length >= maxRequestsAtOnce) return;
      if (!this.#underWay.includes(page)) void this.#fetch(shown, page);
    }
  }

  async #fetch(shown: Shown<Row>, page: number): Promise<void> {
    this.#underWay = [...this.#underWay, page];
    const { pageRows } = shown.pages;
    const rows = await attempt(
      () => shown.query.rows(shown.sort, page * pageRows, pageRows),
      (failure) => {
        if (this.shown === shown) this.failure = failure;
      },
    );
    if (this.shown !== shown) return;
    this.#underWay = this.#underWay.filter((other) => other !== page);
    if (rows === undefined) return;
    shown.pages.put(page, rows);
    this.loaded = { first: page * pageRows };
    this.#fetchMissing();
    this.#keepActive();
  }
}
