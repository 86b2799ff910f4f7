import { parseQuery, toggleValue } from '../../../shared/query.ts';
import type { ListRequest, QueryList } from '../../../shared/query-term.ts';
import { GridRows } from './grid-rows.svelte.ts';

/** How a list is asked for; the account is the current one. */
export interface ListCalls<Row> {
  accountId(): string | null;
  list(request: ListRequest): Promise<readonly Row[]>;
  count(request: { readonly accountId: string; readonly where: string }): Promise<number>;
  idOf(row: Row): string;
}

/** A list with its filter text. A text that makes no sense leaves the rows as they are. */
export class ListState<Row> {
  readonly name: QueryList;
  readonly grid: GridRows<Row>;
  text = $state('');
  readonly parsed = $derived.by(() => parseQuery(this.text, this.name));
  readonly problem = $derived(this.parsed.ok ? null : this.parsed.problem);

  constructor(name: QueryList, calls: ListCalls<Row>) {
    this.name = name;
    this.grid = new GridRows<Row>({
      idOf: (row) => calls.idOf(row),
      open: () => {
        const accountId = calls.accountId();
        if (accountId === null || !parseQuery(this.text, name).ok) return null;
        const where = this.text.trim();
        return {
          where,
          count: () => calls.count({ accountId, where }),
          rows: (sort, offset, limit) => calls.list({ accountId, where, sort, offset, limit }),
        };
      },
    });
  }

  /** The filter of the rows that are shown; '' finds everything. */
  get where(): string {
    return this.grid.shown?.query.where ?? '';
  }

  /** Takes another filter, as it is typed or whole, and asks at once. */
  filter(text: string): void {
    this.text = text;
    void this.grid.reload();
  }

  /** Adds a value to a key's term or takes it out; `isExact`: it is a whole name. */
  toggle(key: string, value: string, isExact = false): void {
    this.filter(toggleValue(this.text, this.name, key, value, isExact));
  }

  /** Starts over for another account. */
  restart(): void {
    this.text = '';
    this.grid.clear();
    void this.grid.reload();
  }
}
