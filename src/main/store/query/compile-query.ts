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
      return value.text === '' ? { sql: 'TRUE', params: [] } : languages[list].word(value.text);
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
  const { matchers } = languages[list];
  const matcher = Object.hasOwn(matchers, key) ? matchers[key] : undefined;
  if (matcher) return matcher;
  throw nonsense(`"${key}" is not a filter key. The keys are ${Object.keys(matchers).join(', ')}.`);
}
