import type { ListName } from '../../../shared/lists.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import { mayRemember } from './may-remember.ts';
import { RecentItems } from './recent-items.svelte.ts';

/** The filters that were used last in each list of an account. */
export class RecentFilters extends RecentItems<string> {
  constructor(accountId: string, toasts: Toasts) {
    super(accountId, toasts, 'recent-filters', readFilters, (filters) => ({ filters }));
  }

  /** Puts the filter of a list first, unless it is empty, invalid or may hold a secret. */
  add(list: {
    name: ListName;
    text: string;
    problem: unknown;
    grid: { readonly isCounted: boolean; readonly count: number };
  }): void {
    const text = list.text.trim();
    const { isCounted, count } = list.grid;
    if (!mayRemember(list.name, text, isCounted ? count : null)) return;
    if (text === '' || list.problem !== null || text === this.of(list.name)[0]) return;
    void this.put(list.name, text, (other) => other === text);
  }
}

const readFilters = ({ filters }: JsonObject): readonly string[] =>
  Array.isArray(filters) ? filters.filter((filter) => typeof filter === 'string') : [];
