/** The word or value at a place in a filter, which may be unfinished. */
export interface TypedPart {
  /** The key of the value; null: a bare word, which may become a key. */
  readonly key: string | null;
  /** The part of the word or value before the caret, without quotes. */
  readonly typed: string;
  /** The range that a suggestion replaces, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The range of its term, in UTF-16 units. */
  readonly termStart: number;
  readonly termEnd: number;
  /** Whether the typed part has an opening quote but no closing one. */
  readonly isQuoteOpen: boolean;
}

const keyPattern = /^-?([A-Za-z][A-Za-z0-9_]*):/;

/**
 * Finds the word or value at the caret. Never fails: an open quote extends to the end of
 * the text, and between terms the typed part is empty.
 *
 * @param caret from 0 to the length of the text
 */
export function findTyped(text: string, caret: number): TypedPart {
  const bounds = findTerm(text, caret);
  if (bounds === undefined)
    return {
      key: null,
      typed: '',
      start: caret,
      end: caret,
      termStart: caret,
      termEnd: caret,
      isQuoteOpen: false,
    };
  const { start: termStart, end: termEnd, commas, isQuoteOpen } = bounds;
  const term = text.slice(termStart, termEnd);
  const key = keyPattern.exec(term);
  const signLength = term.startsWith('-') ? 1 : 0;
  if (key === null || caret < termStart + key[0].length) {
    const start = Math.min(termStart + signLength, caret);
    // After the caret, only the rest of the key is replaced, never its values.
    const end = key === null ? termEnd : termStart + key[0].length;
    const typed = unquote(text.slice(start, caret));
    return { key: null, typed, start, end, termStart, termEnd, isQuoteOpen };
  }
  const valuesStart = termStart + key[0].length;
  const start = Math.max(valuesStart, ...commas.filter((at) => at < caret).map((at) => at + 1));
  const end = Math.min(termEnd, ...commas.filter((at) => at >= caret));
  const name = (key[1] ?? '').toLowerCase();
  const typed = unquote(text.slice(start, caret));
  return { key: name, typed, start, end, termStart, termEnd, isQuoteOpen };
}

/** The term at the caret or directly before it, with the commas between its values. */
function findTerm(
  text: string,
  caret: number,
): { start: number; end: number; commas: readonly number[]; isQuoteOpen: boolean } | undefined {
  let start: number | null = null;
  let isQuoted = false;
  let commas: number[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    const isBetween = at === text.length || (!isQuoted && /\s/.test(character));
    if (isBetween) {
      if (start !== null && caret >= start && caret <= at)
        return { start, end: at, commas, isQuoteOpen: isQuoted };
      start = null;
      commas = [];
      continue;
    }
    start ??= at;
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) commas.push(at);
  }
  return undefined;
}

function unquote(typed: string): string {
  const bare = typed.replace(/^=/, '');
  return bare.startsWith('"') ? bare.slice(1).replace(/"$/, '').replace(/\\(.)/g, '$1') : bare;
}
