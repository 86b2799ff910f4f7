import { ask } from '../../bridge.ts';
import { attempt } from '../../kit/async/promises.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { isListName, type ListName } from '../../../shared/lists.ts';
import type { SavedItem } from '../../../shared/saved.ts';
import { readLayout, writeLayout, type ColumnLayout } from '../../table/columns/column-layout.ts';

export class SavedViews {
  all = $state.raw<readonly SavedView[]>([]);
  /** By ID, as far as counted. */
  counts = $state.raw<ReadonlyMap<number, number>>(new Map());
  openedId = $state<number | null>(null);
  readonly #accountId: string;
  readonly #toasts: Toasts;

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  /**
   * `view`: renames or updates it.
   *
   * @throws FailureError `name-taken`
   */
  async put(name: string, look: ListLook, view?: SavedView): Promise<void> {
    const accountId = this.#accountId;
    const content = writeLook(look);
    const saved = await ask('saved:put', { accountId, kind: 'view', name, content, id: view?.id });
    this.openedId = saved.id;
    await this.load();
  }

  /**
   *
   *
   * @param turn delays each count behind what the user waits for
   */
  async count(turn: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const accountId = this.#accountId;
    const isCanceled = (): boolean => signal.aborted;
    for (const { id, list, where } of this.all) {
      await turn();
      if (isCanceled()) return;
      const count = await attempt(
        () => ask('list:count', { accountId, list, where }, signal),
        () => undefined,
      );
      if (isCanceled()) return;
      const counts = new Map(this.counts);
      if (count === undefined) counts.delete(id);
      else counts.set(id, count);
      this.counts = counts;
    }
  }

  /** With undo. */
  async remove(view: SavedView): Promise<void> {
    const accountId = this.#accountId;
    const done = await this.#toasts.attempt(() => ask('saved:remove', { accountId, kind: 'view', id: view.id }));
    if (done === undefined) return;
    await this.load();
    this.#toasts.notify(`Removed the view “${view.name}”.`, {
      title: 'Undo',
      run: () => void this.#restore(view),
    });
  }

  async #restore(view: SavedView): Promise<void> {
    const accountId = this.#accountId;
    const { name, position } = view;
    const content = writeLook(view);
    await this.#toasts.attempt(() => ask('saved:put', { accountId, kind: 'view', name, content, position }));
    await this.load();
  }

  async load(): Promise<void> {
    const accountId = this.#accountId;
    const items = await this.#toasts.attempt(() => ask('saved:list', { accountId, kind: 'view' }));
    if (items !== undefined) this.all = items.flatMap((item) => readView(item) ?? []);
  }
}

export interface ListLook {
  readonly list: ListName;
  readonly where: string;
  readonly sort: readonly SortKey[];
  readonly columns: ColumnLayout;
}

export interface SavedView extends ListLook {
  readonly id: number;
  readonly name: string;
  readonly position: number;
}

export const writeLook = ({ list, where, sort, columns }: ListLook): JsonObject => ({
  list,
  where,
  sort: sort.map(({ field, isDescending }) => ({ field, isDescending })),
  columns: writeLayout(columns),
});

/** Reads a saved view; null: of an unknown list. */
export function readView({ id, name, position, content }: SavedItem): SavedView | null {
  const { list, where, sort, columns } = content;
  if (!isListName(list)) return null;
  return {
    id,
    name,
    position,
    list,
    where: typeof where === 'string' ? where : '',
    sort: readSort(sort),
    columns: readLayout(isJsonObject(columns ?? null) ? (columns as JsonObject) : {}),
  };
}

/** Reads sort keys; skips anything else. */
export function readSort(sort: JsonValue | undefined): readonly SortKey[] {
  const keys = Array.isArray(sort) ? sort : [];
  return keys.flatMap((key: JsonValue) =>
    isJsonObject(key) && typeof key['field'] === 'string'
      ? [{ field: key['field'], isDescending: key['isDescending'] === true }]
      : [],
  );
}

export const isSameLook = (one: ListLook, other: ListLook): boolean =>
  JSON.stringify(writeLook(one)) === JSON.stringify(writeLook(other));
