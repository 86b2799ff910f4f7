import type { JsonObject } from '../../../shared/json.ts';
import { ask } from '../../bridge.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import type { ListName } from '../../../shared/lists.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import { isSecretText } from '../../../shared/records/secret-field.ts';

const maxItems = 5;

type RecentKind = 'recent-copies' | 'recent-files' | 'recent-filters';

/** Last used in each list, newest first; saved. */
export class RecentItems<T> {
  /** Null: not loaded. */
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

  /** Without repetition; drops the sixth. */
  protected async put(list: string, item: T, isSame: (other: T) => boolean): Promise<void> {
    // Saving would remove earlier ones.
    if (this.#all === null) await this.load();
    if (this.#all === null) return;
    const items = [item, ...this.of(list).filter((other) => !isSame(other))].slice(0, maxItems);
    this.#all = new Map(this.#all).set(list, items);
    const saved = { kind: this.#kind, name: list, content: this.#write(items) };
    await this.#toasts.attempt(() => ask('saved:put', { accountId: this.#accountId, ...saved }));
  }
}

export class RecentFilters extends RecentItems<string> {
  constructor(accountId: string, toasts: Toasts) {
    super(accountId, toasts, 'recent-filters', readFilters, (filters) => ({ filters }));
  }

  /** Unless empty, invalid or perhaps secret. */
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
 * Whether to store a filter: no credentials of pasted proxies, and no words without results, such as passwords.
 *
 * @param foundCount null: not counted
 */
export function mayRemember(list: ListName, text: string, foundCount: number | null): boolean {
  if (isSecretText(text)) return false;
  const parsed = parseQuery(text, list);
  const hasWords = parsed.ok && parsed.query.terms.some(({ key }) => key === null);
  return !hasWords || (foundCount !== null && foundCount > 0);
}
