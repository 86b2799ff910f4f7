import type { JsonObject } from '../../../shared/json.ts';
import { ask } from '../../bridge.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';

const mostItems = 5;

/** What was used last in each list of an account, newest first; it is saved with the account. */
export class RecentItems<T> {
  /** By list; null: not loaded. */
  #all = $state.raw<ReadonlyMap<string, readonly T[]> | null>(null);
  readonly #accountId: string;
  readonly #toasts: Toasts;
  readonly #kind: 'recent-copies' | 'recent-filters';
  readonly #read: (content: JsonObject) => readonly T[];
  readonly #write: (items: readonly T[]) => JsonObject;

  constructor(
    accountId: string,
    toasts: Toasts,
    kind: 'recent-copies' | 'recent-filters',
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
    const items = [item, ...this.of(list).filter((other) => !isSame(other))].slice(0, mostItems);
    this.#all = new Map(this.#all).set(list, items);
    const saved = { kind: this.#kind, name: list, content: this.#write(items) };
    await this.#toasts.attempt(() => ask('saved:put', { accountId: this.#accountId, ...saved }));
  }
}
