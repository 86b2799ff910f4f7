import type { Completion, Suggestion } from '../../../shared/filter/query-completion.ts';

/** A suggestion; one that opens something does that instead of going into the text. */
export interface OfferedSuggestion extends Suggestion {
  open?(): void;
}
interface OfferedCompletion extends Completion {
  readonly suggestions: readonly OfferedSuggestion[];
}

/** Requests ways to continue a text at the caret; undefined: there are none. */
export type Complete = (text: string, caret: number) => Promise<OfferedCompletion | undefined>;

/** The rows of what was typed come first; a person does not see so short a wait. */
const restMs = 40;

/** The suggestions under a field. */
export class CompletionState {
  readonly #complete: Complete;
  #completion = $state.raw<OfferedCompletion | null>(null);
  /** -1: none is chosen, and Enter belongs to the filter itself. */
  active = $state(-1);
  readonly suggestions = $derived(this.#completion?.suggestions ?? []);
  readonly isOpen = $derived(this.suggestions.length > 0);
  #askedText: string | null = null;
  /** Whether an arrow key chose the active suggestion. */
  #isChosen = false;
  /** The text that the suggestions are of; more may have been typed since. */
  #answeredText = '';

  constructor(complete: Complete) {
    this.#complete = complete;
  }

  /** Requests suggestions; a response that comes after another request or `close` is discarded. */
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

  /** Waits for the suggestions of this text if they were asked for; their place may be an older text's. */
  async catchUp(text: string, caret: number): Promise<void> {
    if (this.isBehind(text)) await this.ask(text, caret);
  }

  /** Asks when the typing has rested for a moment. */
  async askSoon(text: string, caret: number): Promise<void> {
    const asked = `${caret} ${text}`;
    this.#askedText = asked;
    await new Promise((done) => setTimeout(done, restMs));
    if (this.#askedText === asked) await this.ask(text, caret);
  }

  /**
   * The suggestion that Tab takes: the one that an arrow key chose, or else the only continuation of what was typed. Tab
   * passes a field, so it must not change what is merely the beginning or a part of something.
   */
  get ofTab(): OfferedSuggestion | undefined {
    if (this.#isChosen) return this.suggestions[this.active];
    return this.#completion?.isFirstOnlyContinuation === true ? this.suggestions[0] : undefined;
  }

  /** Whether the suggestions are of an older text than this one. */
  isBehind = (text: string): boolean => this.#askedText !== null && this.#answeredText !== text;

  close(): void {
    this.#askedText = null;
    this.#completion = null;
    this.#isChosen = false;
    this.active = -1;
  }

  /** Chooses the next or the one before; past the ends none, then round again. */
  move(step: 1 | -1): void {
    const places = this.suggestions.length + 1;
    this.active = ((this.active + 1 + step + places) % places) - 1;
    this.#isChosen = this.active >= 0;
  }

  /** The text with a suggestion taken, and where the caret goes. */
  take(text: string, suggestion: Suggestion): { readonly text: string; readonly caret: number } {
    const { start, end } = this.#completion ?? { start: text.length, end: text.length };
    // What was typed into the word before its answer came is a part of what is replaced.
    const typedSince = text.length - this.#answeredText.length;
    const before = text.slice(0, start) + suggestion.insert;
    return { text: before + text.slice(Math.max(start, end + typedSince)), caret: before.length };
  }
}

/** The option of a list that has this place among all options of the list. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * The attributes of a text field with a list of options, for `<input {...comboboxAttributes(…)}>`. The field keeps
 * the focus; a screen reader follows the active option.
 *
 * @param listId the ID of the `Options` below the field
 * @param active the place of the active option; -1: none is
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
