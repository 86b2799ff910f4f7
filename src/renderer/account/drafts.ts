import { onDestroy } from 'svelte';

interface DraftField<T> {
  readonly take: (kept: T) => void;
  /** JSON; null: nothing typed. */
  readonly read: () => T | null;
}

/** Returns what forgets a used draft. */
export type KeepDraft<T> = (field: DraftField<T>) => () => void;

/** Unused text of closed dialogs, until the app ends. */
export class Drafts {
  readonly #texts = new Map<string, string>();

  /**
   * Keeps a changed, unused draft at closing; call it in set-up.
   *
   * @param key the dialog's subject
   * @returns forgets it
   */
  keep<T>(key: string, { take, read }: DraftField<T>): () => void {
    const kept = this.#texts.get(key);
    // Only `read` of the same dialog made it.
    if (kept !== undefined) take(JSON.parse(kept) as T);
    const first = JSON.stringify(read());
    let isUsed = false;
    onDestroy(() => {
      const value = read();
      const last = JSON.stringify(value);
      if (isUsed || last === first) return;
      if (value === null) this.#texts.delete(key);
      else this.#texts.set(key, last);
    });
    return () => {
      isUsed = true;
      this.#texts.delete(key);
    };
  }

  keeper<T>(key: string): KeepDraft<T> {
    return (field) => this.keep(key, field);
  }
}
