import { findTyped } from '../../shared/filter/query-edit.ts';
import { scanTerms, type RawTerm } from '../../shared/filter/query.ts';
import type { QueryProblem } from '../../shared/filter/query-term.ts';

export interface QuerySegment {
  readonly text: string;
  readonly part: 'plain' | 'sign' | 'key' | 'value' | 'wrong';
}

/** A term or the text between terms, in colored pieces. */
export interface QueryToken {
  readonly start: number;
  readonly end: number;
  readonly isTerm: boolean;
  readonly isWrong: boolean;
  readonly segments: readonly QuerySegment[];
}

/** Joined, tokens are the text; an unfinished term is one. */
export function tokenizeQuery(text: string, problem: QueryProblem | null): QueryToken[] {
  const tokens: QueryToken[] = [];
  let start = 0;
  const take = (isTerm: boolean, ...pieces: readonly (readonly [QuerySegment['part'], number])[]): void => {
    const segments: QuerySegment[] = [];
    let end = start;
    for (const [part, pieceEnd] of pieces) {
      if (pieceEnd > end) segments.push({ text: text.slice(end, pieceEnd), part });
      end = Math.max(end, pieceEnd);
    }
    const isWrong = segments.some(({ part }) => part === 'wrong');
    if (end > start) tokens.push({ start, end, isTerm, isWrong, segments });
    start = end;
  };
  for (const term of termsOf(text)) {
    take(false, ['plain', term.start]);
    const signEnd = term.start + (term.isNegated ? 1 : 0);
    const keyEnd = signEnd + (term.key === null ? 0 : term.key.length + 1);
    if (problem !== null && problem.start < term.end && term.start < problem.end) {
      take(true, ['wrong', term.end]);
    } else take(true, ['sign', signEnd], ['key', keyEnd], ['value', term.end]);
  }
  if (problem !== null) {
    take(false, ['plain', problem.start]);
    take(false, ['wrong', problem.end]);
  }
  take(false, ['plain', text.length]);
  return tokens;
}

/** The term at or before a caret; undefined: before the first. */
export const termAt = (text: string, caret: number): { start: number; end: number } | undefined =>
  termsOf(text).findLast(({ start }) => start < caret);

export function removeTerm(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, start).trimEnd();
  const after = text.slice(end).trimStart();
  const joined = before === '' || after === '' ? before + after : `${before} ${after}`;
  return { text: joined, caret: before.length };
}

type TermRange = Pick<RawTerm, 'key' | 'isNegated' | 'start' | 'end'>;

/** Includes one that cannot be scanned. */
function termsOf(text: string): readonly TermRange[] {
  const scanned = scanTerms(text);
  if (!('message' in scanned)) return scanned.terms;
  const { termStart: start, termEnd: end } = findTyped(text, scanned.start);
  if (end === start) return [];
  const [, sign = '', key] = /^(-?)(?:([A-Za-z][A-Za-z0-9_]*):)?/.exec(text.slice(start)) ?? [];
  const unfinished = { key: key ?? null, isNegated: sign !== '', start, end };
  const rest = termsOf(text.slice(end)).map((term) => ({
    ...term,
    start: term.start + end,
    end: term.end + end,
  }));
  return [...termsOf(text.slice(0, start)), unfinished, ...rest];
}
