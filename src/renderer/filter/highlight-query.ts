import { scanTerms } from '../../shared/query-scan.ts';
import type { QueryProblem } from '../../shared/query-term.ts';

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
