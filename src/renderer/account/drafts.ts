import { onDestroy } from 'svelte';

/** What was typed into dialogs that were closed without using it, until the account is closed. */
export class Drafts {
  readonly #texts = new Map<string, string>();

  /**
   * Keeps what a dialog has when it closes, if that was changed and not used. Call it while the dialog is set up.
   *
   * @param key what the dialog is about
   * @param take takes what was kept
   * @param read what there is to keep, made of JSON
   * @returns forgets it: it was used
   */
  keep<T>(key: string, { take, read }: { readonly take: (kept: T) => void; readonly read: () => T }): () => void {
    const kept = this.#texts.get(key);
    // Only `read` of the same dialog made it.
    if (kept !== undefined) take(JSON.parse(kept) as T);
    const first = JSON.stringify(read());
    let isUsed = false;
    onDestroy(() => {
      const last = JSON.stringify(read());
      if (!isUsed && last !== first) this.#texts.set(key, last);
    });
    return () => {
      isUsed = true;
      this.#texts.delete(key);
    };
  }
}
