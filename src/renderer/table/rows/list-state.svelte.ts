import { parseQuery, toggleValue } from '../../../shared/query.ts';
import type { ListRequest, QueryList } from '../../../shared/query-term.ts';
import { GridRows } from './grid-rows.svelte.ts';

/** The requests that fill a list. */
export interface ListRequests<Row> {
  list(request: ListRequest): Promise<readonly Row[]>;
  count(request: { readonly accountId: string; readonly where: string }): Promise<number>;
  idOf(row: Row): string;
}

/** A list with its filter text. An invalid text leaves the rows as they are. */
export class ListState<Row> {
  readonly name: QueryList;
  readonly grid: GridRows<Row>;
  text = $state('');
  readonly parsed = $derived.by(() => parseQuery(this.text, this.name));
  readonly problem = $derived(this.parsed.ok ? null : this.parsed.problem);

  constructor(accountId: string, name: QueryList, requests: ListRequests<Row>) {
    this.name = name;
    this.grid = new GridRows<Row>({
      idOf: (row) => requests.idOf(row),
      open: () => {
        if (!parseQuery(this.text, name).ok) return null;
        const where = this.text.trim();
        return {
          where,
          count: () => requests.count({ accountId, where }),
          rows: (sort, offset, limit) => requests.list({ accountId, where, sort, offset, limit }),
        };
      },
    });
  }

  /** The filter of the visible rows; '' finds everything. */
  get where(): string {
    return this.grid.shown?.query.where ?? '';
  }

  /** Sets the filter and loads its rows at once. */
  filter(text: string): void {
    this.text = text;
    void this.grid.reload();
  }

  /** Adds a value to a key's term or removes it; `isExact`: it is a full name. */
  toggle(key: string, value: string, isExact = false): void {
    this.filter(toggleValue(this.text, this.name, key, value, isExact));
  }
}
