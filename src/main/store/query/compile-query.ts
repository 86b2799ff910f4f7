import { resolveAges } from '../../../shared/filter/query-age.ts';
import type { Query, QueryList, QueryTerm } from '../../../shared/filter/query-term.ts';
import type { SqlValue } from '../records/column-form.ts';
import { either, joinBalanced, not, textOf, type Condition, type Matcher } from './condition.ts';
import { proxyMatchers, proxyWord } from './query-proxy.ts';
import { ledgerMatchers, ledgerWord } from './query-ledger.ts';
import { serviceMatchers, serviceWord } from './query-service.ts';
import { userMatchers, userWord } from './query-user.ts';

/** What keys and bare words mean in each list. */
const languages: {
  readonly [L in QueryList]: {
    readonly matchers: { readonly [key: string]: Matcher };
    readonly word: (text: string) => Condition;
  };
} = {
  proxies: { matchers: proxyMatchers, word: proxyWord },
  services: { matchers: serviceMatchers, word: serviceWord },
  users: { matchers: userMatchers, word: userWord },
  ledger: { matchers: ledgerMatchers, word: ledgerWord },
};

/**
 * Turns a filter into a condition on the rows `r` of a list. Ages count back from now. The parser
 * has checked its keys and values, and limited them to what SQLite takes in one statement.
 */
export function compileQuery(
  list: QueryList,
  query: Query,
): { readonly sql: string; readonly params: SqlValue[] } {
  const { terms } = resolveAges(query, Date.now());
  const conditions = terms.map((term) => compileTerm(list, term));
  if (conditions.length === 0) return { sql: 'TRUE', params: [] };
  return {
    sql: joinBalanced(
      conditions.map(({ sql }) => sql),
      'AND',
    ),
    params: conditions.flatMap(({ params }) => params),
  };
}

function compileTerm(list: QueryList, term: QueryTerm): Condition {
  const { matchers, word } = languages[list];
  const condition =
    term.key === null
      ? either(term.values.map((value) => compileWord(textOf(value), word)))
      : compileKey(matchers[term.key], term);
  return term.isNegated ? not(condition) : condition;
}

/** An empty word is in everything. */
const compileWord = (text: string, word: (text: string) => Condition): Condition =>
  text === '' ? { sql: 'TRUE', params: [] } : word(text);

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
