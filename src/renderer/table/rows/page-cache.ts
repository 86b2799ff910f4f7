import type { SortKey } from '../../../shared/filter/query-term.ts';

/** Rows of a long list by pages; the least recently used page goes when there are too many. */
export class PageCache<Row> {
  readonly pageRows: number;
  readonly maxPages: number;
  readonly #pages = new Map<number, readonly Row[]>();

  /** @param pageRows of more rows than a window shows: a new list waits for its first page */
  constructor(pageRows = 100, maxPages = 120) {
    this.pageRows = pageRows;
    this.maxPages = maxPages;
  }

  /** The row at an index, if its page is here. */
  row(index: number): Row | undefined {
    const page = Math.floor(index / this.pageRows);
    return this.#pages.get(page)?.[index - page * this.pageRows];
  }

  put(page: number, rows: readonly Row[]): void {
    this.#touch(page, rows);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.maxPages) break;
      this.#pages.delete(oldest);
    }
  }

  /** Numbers of the pages that rows `first` to `end` (exclusive) need and that are not here. */
  missing(first: number, end: number): number[] {
    const missing: number[] = [];
    for (const page of this.#span(first, end)) {
      const rows = this.#pages.get(page);
      if (rows === undefined) missing.push(page);
      else this.#touch(page, rows);
    }
    return missing;
  }

  /** Index of a row here that fits. */
  find(fits: (row: Row) => boolean): number | undefined {
    for (const [page, rows] of this.#pages) {
      const step = rows.findIndex(fits);
      if (step >= 0) return page * this.pageRows + step;
    }
    return undefined;
  }

  /** The rows here that fit, in the order of the list. */
  rowsWhere(fits: (row: Row) => boolean): readonly Row[] {
    const pages = [...this.#pages].sort(([left], [right]) => left - right);
    return pages.flatMap(([, rows]) => rows.filter(fits));
  }

  #touch(page: number, rows: readonly Row[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, rows);
  }

  #span(first: number, end: number): number[] {
    if (end <= first) return [];
    const from = Math.floor(first / this.pageRows);
    const to = Math.floor((end - 1) / this.pageRows);
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  }
}

/** One question to the store, its filter already fixed. */
export interface RowQuery<Row> {
  /** The filter in the filter language; '' finds everything. */
  readonly where: string;
  count(): Promise<number>;
  /** The index of the first row with a field that begins with a text; null: there is none. */
  find?(sort: readonly SortKey[], fields: readonly string[], prefix: string): Promise<number | null>;
  /** The index of the row with an ID; null: there is none. */
  indexOf?(sort: readonly SortKey[], id: string): Promise<number | null>;
  rows(sort: readonly SortKey[], offset: number, limit: number): Promise<readonly Row[]>;
}

export interface RowSource<Row> {
  /** The question to ask now; null: there is nothing to ask, or the filter makes no sense. */
  open(): RowQuery<Row> | null;
  idOf(row: Row): string;
}
