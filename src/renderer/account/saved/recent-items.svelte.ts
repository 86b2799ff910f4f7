import type { JsonObject } from '../../../shared/json.ts';
import { ask } from '../../bridge.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import type { ListName } from '../../../shared/lists.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import { isSecretText } from '../../../shared/records/secret-field.ts';

const maxItems = 5;

type RecentKind = 'recent-copies' | 'recent-files' | 'recent-filters';

/** What was used last in each list of an account, newest first; it is saved with the account. */
export class RecentItems<T> {
  /** By list; null: not loaded. */
  #all = $state.raw<ReadonlyMap<string, readonly T[]> | null>(null);
  readonly #accountId: string;
  readonly #toasts: Toasts;
  readonly #kind: RecentKind;
  readonly #read: (content: JsonObject) => readonly T[];
  readonly #write: (items: readonly T[]) => JsonObject;

  constructor(
    accountId: string,
    toasts: Toasts,
    kind: RecentKind,
    read: (content: JsonObject) => readonly T[],
    write: (items: readonly T[]) => JsonObject,
  ) {
    this.#accountId = accountId;
    this.#toasts = toasts;
    this.#kind = kind;
    this.#read = read;
    this.#write = write;
  }

  async load(): Promise<void> {
    const items = await this.#toasts.attempt(() => ask('saved:list', { accountId: this.#accountId, kind: this.#kind }));
    if (items === undefined) return;
    this.#all = new Map(items.map(({ name, content }) => [name, this.#read(content)]));
  }

  of(list: string): readonly T[] {
    return this.#all?.get(list) ?? [];
  }

  /** Puts an item first; the same one is removed from its earlier place, and the sixth is dropped. */
  protected async put(list: string, item: T, isSame: (other: T) => boolean): Promise<void> {
    // Saving one without the earlier ones would remove those.
    if (this.#all === null) await this.load();
    if (this.#all === null) return;
    const items = [item, ...this.of(list).filter((other) => !isSame(other))].slice(0, maxItems);
    this.#all = new Map(this.#all).set(list, items);
    const saved = { kind: this.#kind, name: list, content: this.#write(items) };
    await this.#toasts.attempt(() => ask('saved:put', { accountId: this.#accountId, ...saved }));
  }
}

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

/**
 * Whether the window may store a filter. People paste proxy lines to find a proxy, and what is stored stays in files of
 * the profile: a text with the shape of credentials is not stored, and neither are words that find nothing, as a
 * password does.
 *
 * @param foundCount how many rows it finds; null: not counted yet
 */
export function mayRemember(list: ListName, text: string, foundCount: number | null): boolean {
  if (isSecretText(text)) return false;
  const parsed = parseQuery(text, list);
  const hasWords = parsed.ok && parsed.query.terms.some(({ key }) => key === null);
  return !hasWords || (foundCount !== null && foundCount > 0);
}
