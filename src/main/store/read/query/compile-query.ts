import { resolveAges } from '../../../../shared/filter/query.ts';
import type { Query, QueryTerm } from '../../../../shared/filter/query-term.ts';
import type { ListName } from '../../../../shared/lists.ts';
import type { SqlValue } from '../../sqlite/connection.ts';
import { either, joinBalanced, not, textOf, type Condition, type Matcher } from './condition.ts';
import { matchers, matchWord } from './matchers.ts';

/**
 * Turns a filter into a condition on the rows `r` of a list. Ages count back from now. The parser
 * has checked its keys and values, and limited them to what SQLite takes in one statement.
 */
export function compileQuery(list: ListName, query: Query): { readonly sql: string; readonly params: SqlValue[] } {
  const conditions = compileTerms(list, query);
  if (conditions.length === 0) return { sql: 'TRUE', params: [] };
  return {
    sql: joinBalanced(
      conditions.map(({ sql }) => sql),
      'AND',
    ),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** The condition of each term; all of them must be true. */
export function compileTerms(list: ListName, query: Query): Condition[] {
  return resolveAges(query, Date.now()).terms.map((term) => compileTerm(list, term));
}

function compileTerm(list: ListName, term: QueryTerm): Condition {
  const condition =
    term.key === null
      ? either(term.values.map((value) => compileWord(list, textOf(value))))
      : compileKey(matchers[list].get(term.key), term);
  return term.isNegated ? not(condition) : condition;
}

/** An empty word is in everything. */
const compileWord = (list: ListName, text: string): Condition =>
  text === '' ? { sql: 'TRUE', params: [] } : matchWord(list, text);

function compileKey(matcher: Matcher | undefined, term: QueryTerm): Condition {
  if (!matcher) throw new Error(`Nothing matches the key ${String(term.key)}.`);
  const { match, any, scope } = matcher;
  const scoped = (inner: Condition): Condition =>
    scope ? { sql: scope.open + inner.sql + scope.close, params: inner.params } : inner;
  const matches: Condition[] = [];
  let isNoneAsked = false;
  for (const value of term.values) {
    if (value.kind === 'text' && value.text === '') isNoneAsked = true;
    else if (value.kind === 'text' && value.text === '*' && !value.isExact) matches.push(any);
    else matches.push(match(value));
  }
  return either([
    // One subquery for all values: the index of the other table is then used once.
    ...(matches.length > 0 ? [scoped(either(matches))] : []),
    ...(isNoneAsked ? [not(scoped(any))] : []),
  ]);
}
