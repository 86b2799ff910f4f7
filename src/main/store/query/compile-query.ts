import { assertNever } from '../../../shared/failure.ts';
import { resolveAges } from '../../../shared/filter/query-age.ts';
import type { Query, QueryList, QueryTerm } from '../../../shared/filter/query-term.ts';
import type { SqlValue } from '../records/column-form.ts';
import { either, joinBalanced, nonsense, not, type Condition, type Matcher } from './condition.ts';
import { proxyMatchers, proxyWord } from './query-proxy.ts';
import { ledgerMatchers, ledgerWord } from './query-ledger.ts';
import { serviceMatchers, serviceWord } from './query-service.ts';
import { userMatchers, userWord } from './query-user.ts';

/** SQLite allows 32,766 parameters in one statement; some are left for the rest of it. */
const maxParams = 32_000;

/**
 * Turns a parsed filter into a condition on the rows `r` of a list. Ages count
 * back from now.
 *
 * @throws FailureError `invalid-input` for a value that is invalid for its key, and for
 *   more values than one statement allows
 */
export function compileQuery(
  list: QueryList,
  query: Query,
): { readonly sql: string; readonly params: SqlValue[] } {
  const { terms } = resolveAges(query, Date.now());
  const conditions = terms.map((term) => compileTerm(list, term));
  if (conditions.length === 0) return { sql: 'TRUE', params: [] };
  const params = conditions.flatMap((condition) => condition.params);
  if (params.length > maxParams) {
    throw nonsense('The filter has too many words and values at once. Nothing was changed.');
  }
  return {
    sql: joinBalanced(
      conditions.map(({ sql }) => sql),
      'AND',
    ),
    params,
  };
}

function compileTerm(list: QueryList, term: QueryTerm): Condition {
  const condition =
    term.key === null ? compileWord(list, term) : compileKey(findMatcher(list, term.key), term);
  return term.isNegated ? not(condition) : condition;
}

function compileWord(list: QueryList, term: QueryTerm): Condition {
  return either(
    term.values.map((value) => {
      if (value.kind !== 'text') throw nonsense('> and < need a key before them: port:>8000.');
      // An empty word is in everything.
      return value.text === '' ? { sql: 'TRUE', params: [] } : wordOf(list, value.text);
    }),
  );
}

function compileKey({ match, any, scope }: Matcher, term: QueryTerm): Condition {
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

function findMatcher(list: QueryList, key: string): Matcher {
  const table = matchersOf(list);
  const matcher = Object.hasOwn(table, key) ? table[key] : undefined;
  if (matcher) return matcher;
  throw nonsense(`"${key}" is not a filter key. The keys are ${Object.keys(table).join(', ')}.`);
}

function matchersOf(list: QueryList): { readonly [key: string]: Matcher } {
  switch (list) {
    case 'proxies':
      return proxyMatchers;
    case 'services':
      return serviceMatchers;
    case 'users':
      return userMatchers;
    case 'ledger':
      return ledgerMatchers;
    default:
      return assertNever(list);
  }
}

function wordOf(list: QueryList, text: string): Condition {
  switch (list) {
    case 'proxies':
      return proxyWord(text);
    case 'services':
      return serviceWord(text);
    case 'users':
      return userWord(text);
    case 'ledger':
      return ledgerWord(text);
    default:
      return assertNever(list);
  }
}
