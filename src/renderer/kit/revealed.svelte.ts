import type { Attachment } from 'svelte/attachments';

const shownMs = 30_000;

/** A secret on screen, hidden after 30 seconds, without the window's focus, and with its element. */
export class Revealed<T> {
  #value = $state.raw<T | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAway = false;

  /** Null: hidden. */
  get value(): T | null {
    return this.#value;
  }

  show(value: T): void {
    this.hide();
    this.#value = value;
    this.#timer = setTimeout(this.hide, shownMs);
  }

  /** Unless nobody is looking at the answer. */
  async showAnswer(answer: Promise<T | undefined>): Promise<void> {
    this.#comeBack();
    const value = await answer;
    if (value !== undefined && !this.#isAway) this.show(value);
  }

  readonly hide = (): void => {
    clearTimeout(this.#timer);
    this.#value = null;
  };

  readonly #leave = (): void => {
    this.#isAway = true;
    this.hide();
  };

  readonly #comeBack = (): void => {
    this.#isAway = false;
  };

  /** @param copy copies selections with the secret, which the browser would not mark as secret */
  guard(copy: (text: string) => void): Attachment<HTMLElement> {
    return (element) => {
      const oncopy = (event: ClipboardEvent): void => {
        const selection = getSelection();
        if (this.#value === null || selection?.containsNode(element, true) !== true) return;
        event.preventDefault();
        copy(selection.toString());
      };
      addEventListener('blur', this.#leave);
      addEventListener('focus', this.#comeBack);
      addEventListener('copy', oncopy);
      return () => {
        removeEventListener('blur', this.#leave);
        removeEventListener('focus', this.#comeBack);
        removeEventListener('copy', oncopy);
        this.#leave();
      };
    };
  }
}
