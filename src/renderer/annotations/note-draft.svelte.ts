/** How long typing has to rest before the note is saved. */
const restMs = 400;

/**
 * A note while it is typed: saved when typing rests, and at once when the field is left
 * or goes away. What was typed stays on screen until the store has it.
 */
export class NoteDraft {
  #saved = $state('');
  #typed = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was typed and is not known to be saved; null: nothing. */
  #waiting: string | null = null;
  #saving: string | null = null;
  readonly #save: (text: string) => Promise<boolean>;

  /** @param save resolves with whether the text was saved */
  constructor(save: (text: string) => Promise<boolean>) {
    this.#save = save;
  }

  get text(): string {
    return this.#typed ?? this.#saved;
  }

  type(text: string): void {
    this.#typed = text;
    this.#waiting = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), restMs);
  }

  /** Saves what is not saved yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const text = this.#waiting;
    if (text === null || text === this.#saving) return;
    this.#saving = text;
    const isSaved = await this.#save(text);
    this.#saving = null;
    // A note that was not saved waits for the next attempt, at the latest when the field goes away.
    if (isSaved && this.#waiting === text) this.#waiting = null;
  }

  /** Takes what the store has; it is shown where nothing typed waits: it may have been undone. */
  take(saved: string): void {
    this.#saved = saved;
    if (this.#waiting === null) this.#typed = null;
  }
}
