import { onDestroy } from 'svelte';

/** What a dialog has to keep. */
export interface DraftField<T> {
  /** Takes what was kept. */
  readonly take: (kept: T) => void;
  /** What there is to keep, made of JSON; null: nothing was typed. */
  readonly read: () => T | null;
}

/** Begins to keep what a dialog has, and returns what forgets it: it was used. */
export type KeepDraft<T> = (field: DraftField<T>) => () => void;

/** What was typed into dialogs that were closed without using it, until the app ends. */
export class Drafts {
  readonly #texts = new Map<string, string>();

  /**
   * Keeps what a dialog has when it closes, if that was changed and not used. Call it while the dialog is set up.
   *
   * @param key what the dialog is about
   * @returns forgets it: it was used
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

  /** `keep` for one dialog, which does not know what it is about. */
  keeper<T>(key: string): KeepDraft<T> {
    return (field) => this.keep(key, field);
  }
}
