import type { Failure } from '../../shared/failure.ts';
import type { QueryList } from '../../shared/query-term.ts';
import { ask, attempt } from '../bridge.ts';
import {
  defaultLayout,
  readLayout,
  writeLayout,
  type ColumnLayout,
} from '../table/columns/column-layout.ts';

/** Pulling an edge makes a layout with every move; only the last is worth keeping. */
const settleMs = 300;

/** Remembers how the columns of each list stand, by account. */
export class KeptColumns {
  readonly #onFailure: (failure: Failure) => void;
  readonly #timers = new Map<QueryList, ReturnType<typeof setTimeout>>();
  #accountId: string | null = null;

  constructor(onFailure: (failure: Failure) => void) {
    this.#onFailure = onFailure;
  }

  /** Puts the kept layouts of an account, or none, into the tables. */
  async enter(
    accountId: string | null,
    tables: { readonly [L in QueryList]: { layout: ColumnLayout } },
  ): Promise<void> {
    this.#accountId = accountId;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const items =
      accountId === null
        ? []
        : await attempt(() => ask('saved:list', { accountId, kind: 'columns' }), this.#onFailure);
    if (accountId !== this.#accountId) return;
    const kept = new Map(items?.map(({ name, content }) => [name, readLayout(content)]));
    for (const [list, table] of Object.entries(tables)) {
      table.layout = kept.get(list) ?? defaultLayout;
    }
  }

  put(list: QueryList, layout: ColumnLayout): void {
    const accountId = this.#accountId;
    if (accountId === null) return;
    clearTimeout(this.#timers.get(list));
    const keep = (): Promise<unknown> =>
      attempt(
        () =>
          ask('saved:put', {
            accountId,
            kind: 'columns',
            name: list,
            content: writeLayout(layout),
          }),
        this.#onFailure,
      );
    this.#timers.set(
      list,
      setTimeout(() => void keep(), settleMs),
    );
  }
}
