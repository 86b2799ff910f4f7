import type { SortKey } from '../../../shared/filter/query-term.ts';

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
