import type { QueryList } from '../../shared/filter/query-term.ts';
import { ask } from '../bridge.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';

const mostFilters = 5;
const kind = 'recent-filters';

/** The filters that were used last in each list of an account, newest first. */
export class RecentFilters {
  #all = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  readonly #accountId: string;
  readonly #toasts: Toasts;

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  async load(): Promise<void> {
    const items = await this.#toasts.attempt(() =>
      ask('saved:list', { accountId: this.#accountId, kind }),
    );
    this.#all = new Map(
      items?.map(({ name, content: { filters } }) => [
        name,
        Array.isArray(filters) ? filters.filter((filter) => typeof filter === 'string') : [],
      ]),
    );
  }

  of(list: QueryList): readonly string[] {
    return this.#all.get(list) ?? [];
  }

  /** Puts the filter of a list first, unless it is empty or invalid. */
  add(list: { name: QueryList; text: string; problem: unknown }): void {
    const { name } = list;
    const text = list.text.trim();
    const earlier = this.of(name);
    if (text === '' || list.problem !== null || text === earlier[0]) return;
    const filters = [text, ...earlier.filter((filter) => filter !== text)].slice(0, mostFilters);
    this.#all = new Map(this.#all).set(name, filters);
    const item = { kind, name, content: { filters } } as const;
    void this.#toasts.attempt(() => ask('saved:put', { accountId: this.#accountId, ...item }));
  }
}
