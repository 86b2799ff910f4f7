/** Rows of a long list by windows; the least recently used window goes when there are too many. */
export class PageCache<Row> {
  readonly pageRows: number;
  readonly maxPages: number;
  readonly #pages = new Map<number, readonly Row[]>();
  /** Windows of which only the beginning is here. */
  readonly #begun = new Set<number>();

  constructor(pageRows = 100, maxPages = 120) {
    this.pageRows = pageRows;
    this.maxPages = maxPages;
  }

  /** The row at an index, if its window is here. */
  row(index: number): Row | undefined {
    const page = Math.floor(index / this.pageRows);
    return this.#pages.get(page)?.[index - page * this.pageRows];
  }

  /** Keeps a window, or with `isBegun` its first rows only. */
  put(page: number, rows: readonly Row[], isBegun = false): void {
    this.#touch(page, rows);
    if (isBegun) this.#begun.add(page);
    else this.#begun.delete(page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.maxPages) break;
      this.#pages.delete(oldest);
    }
  }

  /** Numbers of the windows that rows `first` to `end` (exclusive) need and that are not here. */
  missing(first: number, end: number): number[] {
    const missing: number[] = [];
    for (const page of this.#span(first, end)) {
      const rows = this.#pages.get(page);
      const isEnough =
        rows !== undefined && (!this.#begun.has(page) || end <= page * this.pageRows + rows.length);
      if (isEnough) this.#touch(page, rows);
      else missing.push(page);
    }
    return missing;
  }

  /** Index of the first row here that fits, among rows `first` to `end` (exclusive). */
  find(first: number, end: number, fits: (row: Row) => boolean): number | undefined {
    for (let index = first; index < end; index += 1) {
      const row = this.row(index);
      if (row !== undefined && fits(row)) return index;
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
