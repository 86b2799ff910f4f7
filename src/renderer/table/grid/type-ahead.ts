/** Letters that follow within this time belong together. */
const pauseMs = 1000;

/**
 * Collects what is typed into a table. Its first letter must not be a shortcut, unless Shift is
 * held; then every letter belongs to it until the typing pauses.
 */
export class TypeAhead {
  #typed = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isActive(): boolean {
    return this.#typed !== '';
  }

  /** Whether a key press may begin or continue the text. */
  takes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    return this.isActive ? key.length === 1 : /^[\p{L}\p{N}]$/u.test(key);
  }

  /** Ends the text before the typing pauses. */
  end(): void {
    clearTimeout(this.#timer);
    this.#typed = '';
  }

  /** Adds a letter; returns the whole text. */
  add(key: string): string {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.end();
    }, pauseMs);
    this.#typed += key;
    return this.#typed;
  }
}
