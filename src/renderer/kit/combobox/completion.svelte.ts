import type { Completion, Suggestion } from '../../../shared/filter/query-completion.ts';

/** `open` replaces inserting it. */
export interface OfferedSuggestion extends Suggestion {
  open?(): void;
}
interface OfferedCompletion extends Completion {
  readonly suggestions: readonly OfferedSuggestion[];
}

export type Complete = (text: string, caret: number) => Promise<OfferedCompletion | undefined>;

/** Rows come first; nobody notices the wait. */
const restMs = 40;

export class CompletionState {
  readonly #complete: Complete;
  #completion = $state.raw<OfferedCompletion | null>(null);
  /** -1: none, and Enter is the filter's. */
  active = $state(-1);
  readonly suggestions = $derived(this.#completion?.suggestions ?? []);
  readonly isOpen = $derived(this.suggestions.length > 0);
  #askedText: string | null = null;
  /** By an arrow key. */
  #isChosen = false;
  /** More may have been typed since. */
  #answeredText = '';

  constructor(complete: Complete) {
    this.#complete = complete;
  }

  /** Drops superseded responses. */
  async ask(text: string, caret: number): Promise<void> {
    const asked = `${caret} ${text}`;
    this.#askedText = asked;
    const completion = await this.#complete(text, caret);
    if (this.#askedText !== asked) return;
    this.#completion = completion ?? null;
    this.#isChosen = false;
    this.#answeredText = text;
    this.active = completion?.isFirstPreselected === true && this.isOpen ? 0 : -1;
  }

  /** Waits for suggestions of this text, if requested. */
  async catchUp(text: string, caret: number): Promise<void> {
    if (this.isBehind(text)) await this.ask(text, caret);
  }

  /** After a pause in typing. */
  async askSoon(text: string, caret: number): Promise<void> {
    const asked = `${caret} ${text}`;
    this.#askedText = asked;
    await new Promise((done) => setTimeout(done, restMs));
    if (this.#askedText === asked) await this.ask(text, caret);
  }

  /** What Tab takes: a chosen suggestion or the only continuation, because Tab also leaves the field. */
  get ofTab(): OfferedSuggestion | undefined {
    if (this.#isChosen) return this.suggestions[this.active];
    return this.#completion?.isFirstOnlyContinuation === true ? this.suggestions[0] : undefined;
  }

  isBehind = (text: string): boolean => this.#askedText !== null && this.#answeredText !== text;

  close(): void {
    this.#askedText = null;
    this.#completion = null;
    this.#isChosen = false;
    this.active = -1;
  }

  /** Wraps around, through none. */
  move(step: 1 | -1): void {
    const places = this.suggestions.length + 1;
    this.active = ((this.active + 1 + step + places) % places) - 1;
    this.#isChosen = this.active >= 0;
  }

  take(text: string, suggestion: Suggestion): { readonly text: string; readonly caret: number } {
    const { start, end } = this.#completion ?? { start: text.length, end: text.length };
    // Text typed meanwhile is replaced too.
    const typedSince = text.length - this.#answeredText.length;
    const before = text.slice(0, start) + suggestion.insert;
    return { text: before + text.slice(Math.max(start, end + typedSince)), caret: before.length };
  }
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * Attributes of a field with options; screen readers follow the active one.
 *
 * @param active -1: none
 */
export function comboboxAttributes(listId: string, isOpen: boolean, active: number) {
  return {
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: false,
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': isOpen && active >= 0 ? optionId(listId, active) : undefined,
  } as const;
}
