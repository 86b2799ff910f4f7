import type { Failure } from '../../../shared/failure.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { attempt, createLatestRunner } from '../../kit/async/promises.ts';
import { type RowQuery, type RowSource, PageCache } from './page-cache.ts';

interface Shown<Row> {
  readonly query: RowQuery<Row>;
  readonly sort: readonly SortKey[];
  readonly pages: PageCache<Row>;
  readonly firstRows: readonly Row[];
}

const maxRequestsAtOnce = 2;
/** The contract's limit. */
const rangeRows = 10_000;

/** The rows of a table: pages on demand, old rows until new ones come, the active row. */
export class GridRows<Row> {
  readonly source: RowSource<Row>;
  sort = $state.raw<readonly SortKey[]>([]);
  shown = $state.raw<Shown<Row> | null>(null);
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  activeIndex = $state(-1);
  activeId = $state<string | null>(null);
  /** Another list: the table goes to its top. */
  placeReset = $state(0);
  /** For a view that is opened again. */
  topPx = $state(0);
  toReveal = $state<number | null>(null);
  /** A new object for each page. */
  loaded = $state.raw<{ readonly first: number }>({ first: 0 });
  #counted = $state<number | null>(null);
  #visible = { first: 0, end: 0 };
  #ticket = 0;
  #isNewPlace = true;
  #isRestored = false;
  readonly #loadLatest = createLatestRunner();
  /** Rows must not wait for an obsolete count. */
  readonly #countLatest = createLatestRunner();
  #counting: Promise<void> = Promise.resolve();
  #underWay: readonly number[] = [];

  constructor(source: RowSource<Row>) {
    this.source = source;
  }

  /** Until counted, the number of first rows. */
  get count(): number {
    return this.#counted ?? this.shown?.firstRows.length ?? 0;
  }

  get firstRows(): readonly Row[] {
    return this.shown?.firstRows ?? [];
  }

  get isCounted(): boolean {
    return this.#counted !== null;
  }

  async untilCounted(): Promise<void> {
    if (!this.isCounted) await this.#counting;
  }

  /** Undefined: on its way. */
  row(index: number): Row | undefined {
    // Read first, so that a later page shows up.
    void this.loaded;
    return this.shown?.pages.row(index);
  }

  /** Undefined: loading, or no longer in the list. */
  get activeRow(): Row | undefined {
    const row = this.row(this.activeIndex);
    return row !== undefined && this.source.idOf(row) === this.activeId ? row : undefined;
  }

  /** Of loaded rows. */
  indexOf(id: string): number | undefined {
    return this.shown?.pages.find((row) => this.source.idOf(row) === id);
  }

  /** `end` is exclusive. */
  hasAll(first: number, end: number): boolean {
    for (let index = first; index < end; index += 1) {
      if (this.row(index) === undefined) return false;
    }
    return true;
  }

  clear(): void {
    this.#ticket += 1;
    this.shown = null;
    this.#counted = null;
    this.failure = null;
    this.isLoading = false;
    this.setActive(-1);
    this.#moveToTop();
  }

  /** Requests rows of another filter or order; old ones stay, and only the latest request waits. */
  async reload(): Promise<void> {
    this.#moveToTop();
    await this.#loadLatest(() => this.#load());
  }

  #moveToTop(): void {
    this.#visible = { first: 0, end: 0 };
    this.#isNewPlace = true;
  }

  /** Requests again in place, because the store changed. */
  async refresh(): Promise<void> {
    await this.#loadLatest(() => this.#load());
  }

  /** Before the first load. */
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

  /** Activates a row and scrolls to it; false: not in the list. */
  async show(id: string): Promise<boolean> {
    const { shown } = this;
    const index = this.indexOf(id) ?? (await shown?.query.indexOf?.(shown.sort, id)) ?? null;
    if (index === null || this.shown !== shown) return false;
    this.activeIndex = index;
    this.activeId = id;
    this.toReveal = index;
    return true;
  }

  /** Fetches missing pages in sight. */
  setVisibleRange(first: number, end: number): void {
    this.#visible = { first, end };
    this.#fetchMissing();
  }

  /** `last` is inclusive; in order. */
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

  /** The first `most` in order; loaded rows first. */
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

  /** The first row with a field that begins with a text; null: none. */
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
    // First, because the same thread counts.
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
    // New lists show before they are counted; others keep their length.
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

  /** Reports failures unless superseded. */
  #attempt<T>(ticket: number, work: () => Promise<T>): Promise<T | undefined> {
    return attempt(work, (failure) => {
      if (ticket === this.#ticket) this.failure = failure;
    });
  }

  /** The active row stays when an edit removes it from the filter: details show the outcome. */
  #keepActive(): void {
    if (this.activeRow !== undefined) return;
    if (this.activeId !== null) {
      const index = this.indexOf(this.activeId);
      this.activeIndex = index ?? Math.min(this.activeIndex, this.count - 1);
    } else if (this.activeIndex >= 0) {
      // The keyboard may be ahead of pages.
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
