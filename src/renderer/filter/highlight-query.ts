import { scanTerms } from '../../shared/filter/query-scan.ts';
import type { QueryProblem } from '../../shared/filter/query-term.ts';

export interface QuerySegment {
  readonly text: string;
  readonly part: 'plain' | 'sign' | 'key' | 'value' | 'wrong';
}

/** Cuts a query into colored pieces; joined they are the text again. */
export function highlightQuery(text: string, problem: QueryProblem | null): QuerySegment[] {
  const segments: QuerySegment[] = [];
  let done = 0;
  const take = (end: number, part: QuerySegment['part']): void => {
    if (end > done) segments.push({ text: text.slice(done, end), part });
    done = Math.max(done, end);
  };
  const scanned = scanTerms(text);
  const terms = 'message' in scanned ? [] : scanned.terms;
  for (const term of terms) {
    take(term.start, 'plain');
    if (problem !== null && problem.start < term.end && term.start < problem.end) {
      take(term.end, 'wrong');
      continue;
    }
    if (term.isNegated) take(term.start + 1, 'sign');
    if (term.key !== null) take(done + term.key.length + 1, 'key');
    take(term.end, 'value');
  }
  if (problem !== null) {
    take(problem.start, 'plain');
    take(problem.end, 'wrong');
  }
  take(text.length, 'plain');
  return segments;
}

/** A term of a query, or the text between two terms. */
export interface QueryToken {
  readonly start: number;
  readonly end: number;
  readonly isTerm: boolean;
  readonly isWrong: boolean;
  readonly segments: readonly QuerySegment[];
}

/** Groups the colored pieces of a query by its terms; a text that cannot be scanned has none. */
export function tokenizeQuery(text: string, problem: QueryProblem | null): QueryToken[] {
  const terms = termsOf(text);
  const tokens: QueryToken[] = [];
  let at = 0;
  for (const segment of highlightQuery(text, problem)) {
    const term = terms.find(({ start, end }) => at >= start && at < end);
    const last = tokens.at(-1);
    const end = at + segment.text.length;
    if (term !== undefined && last?.isTerm === true && last.start === term.start) {
      tokens.splice(-1, 1, {
        ...last,
        end,
        isWrong: last.isWrong || segment.part === 'wrong',
        segments: [...last.segments, segment],
      });
    } else {
      const isWrong = segment.part === 'wrong';
      tokens.push({ start: at, end, isTerm: term !== undefined, isWrong, segments: [segment] });
    }
    at = end;
  }
  return tokens;
}

/** The term that a caret is in or behind; undefined: it is before the first one, or nothing can be scanned. */
export const termAt = (text: string, caret: number): { start: number; end: number } | undefined =>
  termsOf(text).findLast(({ start }) => start < caret);

/** A query without one of its terms, and where the caret goes. */
export function removeTerm(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, start).trimEnd();
  const after = text.slice(end).trimStart();
  const joined = before === '' || after === '' ? before + after : `${before} ${after}`;
  return { text: joined, caret: before.length };
}

function termsOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const scanned = scanTerms(text);
  return 'message' in scanned ? [] : scanned.terms;
}
