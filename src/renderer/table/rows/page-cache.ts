import type { SortKey } from '../../../shared/filter/query-term.ts';

/** Pages of a long list; drops the least recently used. */
export class PageCache<Row> {
  readonly pageRows: number;
  readonly maxPages: number;
  readonly #pages = new Map<number, readonly Row[]>();

  /** @param pageRows more than a window shows: a new list waits for its first page */
  constructor(pageRows = 100, maxPages = 120) {
    this.pageRows = pageRows;
    this.maxPages = maxPages;
  }

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

  /** Missing pages of a range; `end` is exclusive. */
  missing(first: number, end: number): number[] {
    const missing: number[] = [];
    for (const page of this.#span(first, end)) {
      const rows = this.#pages.get(page);
      if (rows === undefined) missing.push(page);
      else this.#touch(page, rows);
    }
    return missing;
  }

  find(fits: (row: Row) => boolean): number | undefined {
    for (const [page, rows] of this.#pages) {
      const step = rows.findIndex(fits);
      if (step >= 0) return page * this.pageRows + step;
    }
    return undefined;
  }

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

/** Requests with a fixed filter. */
export interface RowQuery<Row> {
  readonly where: string;
  count(): Promise<number>;
  /** First row with a field that begins with a text; null: none. */
  find?(sort: readonly SortKey[], fields: readonly string[], prefix: string): Promise<number | null>;
  indexOf?(sort: readonly SortKey[], id: string): Promise<number | null>;
  rows(sort: readonly SortKey[], offset: number, limit: number): Promise<readonly Row[]>;
}

export interface RowSource<Row> {
  /** Null: nothing to request, or an invalid filter. */
  open(): RowQuery<Row> | null;
  idOf(row: Row): string;
}
