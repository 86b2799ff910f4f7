/** Without typing, before saving. */
const restMs = 400;

/** Saves a note when typing rests or the field goes; shows it until the store has it. */
export class NoteDraft {
  #saved = $state('');
  #typed = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Perhaps unsaved; null: nothing. */
  #waiting: string | null = null;
  #saving: string | null = null;
  readonly #save: (text: string) => Promise<boolean>;

  /** @param save resolves with whether it saved */
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

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const text = this.#waiting;
    if (text === null || text === this.#saving) return;
    this.#saving = text;
    const isSaved = await this.#save(text);
    this.#saving = null;
    // Waits for the next attempt.
    if (isSaved && this.#waiting === text) this.#waiting = null;
  }

  /** Shown unless something is waiting: it may have been undone. */
  take(saved: string): void {
    this.#saved = saved;
    if (this.#waiting === null) this.#typed = null;
  }
}
