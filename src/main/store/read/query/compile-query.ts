import { ownValue } from '../../../../shared/own-value.ts';
import { resolveAges } from '../../../../shared/filter/query.ts';
import type { Query, QueryTerm, QueryValue } from '../../../../shared/filter/query-term.ts';
import { type ListName, mapLists } from '../../../../shared/lists.ts';
import type { SqlValue } from '../../sqlite/connection.ts';
import {
  either,
  joinBalanced,
  not,
  textOf,
  type Condition,
  type Matcher,
  isPartOf,
  matchChoice,
  matchCode,
  matchDatetime,
  matchFlag,
  matchId,
  matchName,
  matchNumber,
  matchWords,
  within,
} from './condition.ts';
import { queryKeys, type QueryKey } from '../../../../shared/filter/query-keys.ts';
import { proxyWordFields } from '../../../../shared/records/proxy.ts';
import { endedStatuses } from '../../../../shared/records/service.ts';
import { annotatedLists } from '../../../../shared/tag.ts';
import { fold } from '../../sqlite/sql-functions.ts';
import { accessibleTo } from './access-condition.ts';
import { matchAddress, matchSubnet } from './address-condition.ts';
import { dataUsedPercent, furtherExpressions, nameOfService, worksElsewhere } from './list-source.ts';
import { annotationWord, byNote, byTag } from './query-annotation.ts';

type MakeMatcher = (row: QueryKey) => Matcher;

/** By the kind of the key; some kinds compare a name, too. */
function matcherOf({ kind }: QueryKey, expression: string, name?: string): Matcher {
  switch (kind) {
    case 'code':
      return matchCode([expression]);
    case 'named-code':
      return matchCode([expression], name === undefined ? [] : [name]);
    case 'id':
      return matchId(expression);
    case 'name':
      return name === undefined ? matchName([expression]) : matchName([name], [expression]);
    case 'number':
      return matchNumber(expression);
    case 'datetime':
      return matchDatetime(expression);
    case 'flag':
      return matchFlag(expression);
    case 'choice':
      return matchChoice(expression);
    case 'address':
      throw new Error('Addresses have matchers of their own.');
  }
}

/** Compares rows of another table; `open` begins the subquery. */
const inTable =
  (expression: string, open: string): MakeMatcher =>
  (row) =>
    within(matcherOf(row, expression), open);
const inTests = (expression: string): MakeMatcher =>
  inTable(expression, 'r.proxy_id IN (SELECT proxy_id FROM proxy_test');

/** By the service's clock if it tested, else this machine's, in UTC. */
const testedAt = `CASE WHEN last_source IN ('here', 'gateway')
  THEN datetime(last_received_at_ms / 1000, 'unixepoch') ELSE last_datetime END`;

/** Results in a run at the proxy's present address. */
const inRuns = (results: string): MakeMatcher =>
  inTable(
    'test_run_id',
    `r.proxy_id IN (SELECT proxy_id FROM (SELECT proxy_id, test_run_id FROM tested_proxy WHERE ${results} AND is_replaced = 0)`,
  );

const ofService = ({ sql, params }: Condition): Condition => ({
  sql: `r.service_id IN (SELECT s.service_id FROM service s WHERE ${sql})`,
  params,
});

/** Compares the cached proxy of a test. */
const ofTested: MakeMatcher = (row) => {
  const { field, label } = row;
  const expression = ownValue(furtherExpressions, field ?? '') ?? `p.${field ?? ''}`;
  const matcher = matcherOf(row, expression, label && `p.${label}`);
  // The plus has SQLite start with the run, not with the proxies.
  return within(matcher, '+r.proxy_id IN (SELECT p.proxy_id FROM proxy p');
};

/** A single run is a key range or has an index. */
const ofRun =
  (one: (id: number) => Condition): MakeMatcher =>
  (row) => {
    const others = matcherOf(row, 'r.test_run_id');
    return {
      ...others,
      match(value) {
        const id = value.kind === 'text' ? Number(value.text) : NaN;
        return Number.isSafeInteger(id) ? one(id) : others.match(value);
      },
    };
  };

const matchListed =
  (column: string): MakeMatcher =>
  () => ({
    any: { sql: `${column} IS NOT NULL`, params: [] },
    match: (value) => ({
      sql: `instr(',' || fold(${column}) || ',', ',' || ? || ',') > 0`,
      params: [fold(textOf(value))],
    }),
  });

const tagOfTested = inTable(
  'tag.name',
  '+r.proxy_id IN (SELECT t.proxy_id FROM tag CROSS JOIN proxy_tag t ON t.tag_id = tag.id',
);
const inRunsOf = 'r.test_run_id IN (SELECT o.id FROM test_run o';
/** Lists whose rows name a proxy. */
const proxyMatchers = { country: ofTested, city: ofTested, network: ofTested, service: ofTested, tag: tagOfTested };
const testedMatchers = {
  ...proxyMatchers,
  subnet: ofTested,
  source: inTable('o.source', inRunsOf),
  tested: inTable("replace(rtrim(o.started_at, 'Z'), 'T', ' ')", inRunsOf),
} as const;

/** Keys with an SQL of their own. */
const special: { readonly [L in ListName]?: { readonly [key: string]: MakeMatcher } } = {
  proxies: {
    service: matchService,
    user: matchUser,
    ip: () => matchAddress('ip'),
    ip6: () => matchAddress('ip6'),
    subnet: () => matchSubnet(['r.subnet_id', 'r.subnet_id_v6']),
    last: matchLastTest,
    from: inTests('last_source'),
    fault: inTests('last_fault'),
    tested: inTests(testedAt),
    failed: inTests('last_failed_at'),
    success: inTests('(100.0 * success_count / nullif(test_count, 0))'),
    latency: inTests('last_response_time'),
    sync: inTable(
      'c.sync_id',
      `r.proxy_id IN (SELECT c.record_id FROM (SELECT record_id, sync_id FROM change WHERE list = 'proxies') c`,
    ),
    run: inRuns('result_count > 0'),
    works: inRuns('result_count > 0 AND success_count = result_count'),
    fails: inRuns('success_count < result_count'),
    tag: inTable('tag.name', byTag('proxies')),
    note: inTable('n.note', byNote('proxies')),
  },
  services: {
    ending: matchEnding,
    tag: inTable('tag.name', byTag('services')),
    note: inTable('n.note', byNote('services')),
  },
  proxy_users: {
    service: inTable('value', 'r.key IN (SELECT row_key FROM proxy_user_service'),
    proxy: inTable('value', 'r.key IN (SELECT row_key FROM proxy_user_proxy'),
    used: (row) => matcherOf(row, dataUsedPercent),
  },
  changes: {
    field: inTable('f.key', `EXISTS (SELECT 1 FROM json_each(r.rest, '$.fields."values"') f`),
    tag: inTable(
      'tag.name',
      `r.record_id IN (
        SELECT t.proxy_id FROM tag CROSS JOIN proxy_tag t ON t.tag_id = tag.id AND r.list = 'proxies'`,
    ),
  },
  tested: {
    ...testedMatchers,
    run: ofRun((id) => ({ sql: '(r.key >= ? << 32 AND r.key < (? + 1) << 32)', params: [id, id] })),
    reason: matchListed('r.errors'),
    elsewhere: (row) => matcherOf(row, worksElsewhere),
  },
  results: {
    ...testedMatchers,
    run: ofRun((id) => ({ sql: 'r.test_run_id = ?', params: [id] })),
  },
  requests: {
    ...proxyMatchers,
    id: (row) => matcherOf(row, 'r.key'),
    // Line 1, or 1 direct, is not line 10.
    line: () => matchWords('r.line'),
    time: (row) => matcherOf(row, "replace(rtrim(r.requested_at, 'Z'), 'T', ' ')"),
  },
  // `figureScopes` select totals, others compare sums.
  hosts: {
    host: (row) => matcherOf(row, 'r.name'),
    proxy: (row) => matcherOf(row, 'r.name'),
    service: matchService,
  },
};

function matchService(): Matcher {
  const byId = matchCode(['r.service_id']);
  const byName = matchName(['s.service_name']);
  return {
    any: either([byId.any, ofService(byName.any)]),
    match: (value: QueryValue) => either([byId.match(value), ofService(byName.match(value))]),
  };
}

/** `endingOf` in SQL. */
const endingSql = `CASE
  WHEN r.service_is_pending_cancellation = 1
    OR r.service_status IN (${endedStatuses.map((status) => `'${status}'`).join(', ')}) THEN 'canceled'
  WHEN r.service_is_automatic_collection IS NULL THEN 'unknown'
  WHEN r.service_is_automatic_collection = 1 THEN 'automatic' ELSE 'manual' END`;

function matchEnding(): Matcher {
  return {
    any: { sql: 'TRUE', params: [] },
    match: (value) => ({ sql: `${endingSql} = ?`, params: [fold(textOf(value))] }),
  };
}

/** Without a result it failed, as in a run's summary. */
function matchLastTest(): Matcher {
  const isTested = (where = 'TRUE'): Condition => ({
    sql: `r.proxy_id IN (SELECT proxy_id FROM proxy_test WHERE ${where})`,
    params: [],
  });
  return {
    any: isTested(),
    match(value) {
      const result = fold(textOf(value));
      if (result === 'never') return not(isTested());
      return isTested(`last_is_successful IS ${result === 'works' ? '1' : 'NOT 1'}`);
    },
  };
}

function matchUser(): Matcher {
  return {
    any: accessibleTo({ sql: 'TRUE', params: [] }),
    match: (value) => accessibleTo({ sql: 'fold(u.proxy_user_id) = ?', params: [fold(textOf(value))] }),
  };
}

function makeMatchers(list: ListName): ReadonlyMap<string, Matcher> {
  return new Map(
    Object.entries(queryKeys[list]).map(([key, row]) => {
      const { field, label, labelOf } = row;
      const make = ownValue(special[list] ?? {}, key);
      if (make) return [key, make(row)];
      if (field === null) throw new Error(`Nothing matches the key ${key} of ${list}.`);
      const name = label && (labelOf === 'service' ? nameOfService(field) : `r.${label}`);
      return [key, matcherOf(row, `r.${field}`, name)];
    }),
  );
}

const matchers = mapLists<{ readonly [L in ListName]: ReadonlyMap<string, Matcher> }>(makeMatchers);

/** In searched fields, tags or note. */
function matchWord(list: ListName, word: string): Condition {
  if (list === 'proxies') return matchProxyWord(word);
  const searched = Object.values(queryKeys[list]).flatMap(({ field, isSearched }) =>
    isSearched && field !== null ? [`r.${field}`] : [],
  );
  const inFields = isPartOf(searched, word);
  const annotated = annotatedLists.find((other) => other === list);
  return annotated ? either([inFields, ...annotationWord(annotated, word)]) : inFields;
}

/** In `search`, the codes, the service's name, tags or the note. */
function matchProxyWord(word: string): Condition {
  const text = fold(word);
  const columns = ['search', ...proxyWordFields.codes];
  const { sql, params } = either(columns.map((column) => ({ sql: `instr(r.${column}, ?) > 0`, params: [text] })));
  return either([
    { sql, params, word: text },
    ofService({ sql: 'instr(fold(s.service_name), ?) > 0', params: [text] }),
    ...annotationWord('proxies', word),
  ]);
}

/** Compiles a filter for rows `r`. Ages count back from now. */
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

/** The condition of each term; all must be true. */
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
    // One subquery, which uses the other table's index once.
    ...(matches.length > 0 ? [scoped(either(matches))] : []),
    ...(isNoneAsked ? [not(scoped(any))] : []),
  ]);
}
