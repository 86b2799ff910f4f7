import type { JsonObject } from '../../../shared/json.ts';
import type { Query, SortKey } from '../../../shared/filter/query-term.ts';
import type { ProxySelection } from '../../../shared/test-run.ts';

export interface ListWindow {
  readonly where: Query;
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

/** A list that is browsed: rows for the table, records with every field. */
export interface BrowsableList<Row> {
  list(window: ListWindow): Row[];
  count(where: Query): number;
  /**
   * The index of the first row of a list with a field whose text begins with a prefix, in any
   * case; null: there is none. Failure `invalid-input` for a field that the list does not have.
   */
  findRow(
    list: Pick<ListWindow, 'where' | 'sort'>,
    fields: readonly string[],
    prefix: string,
  ): number | null;
  get(id: string): Row | undefined;
  /**
   * Records exactly as received, one at a time. With `secrets` they contain
   * the passwords (failure `passwords-locked` without the password key).
   */
  records(window: ListWindow, options: { readonly secrets: boolean }): IterableIterator<JsonObject>;
  record(id: string, options: { readonly secrets: boolean }): JsonObject | undefined;
}

/** A selection whose query text has been parsed. */
export type ResolvedSelection =
  | { readonly kind: 'query'; readonly where: Query; readonly excludedIds: readonly string[] }
  | Extract<ProxySelection, { kind: 'ids' }>;
