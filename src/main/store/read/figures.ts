import { fail } from '../../../shared/failure.ts';
import {
  countsTries,
  defaultFigures,
  figurePeriods,
  figureSubjects,
  isProxyless,
  type FigurePeriod,
  type FigurePoint,
  type FigureRow,
  type FigureSubject,
} from '../../../shared/records/gateway-figure.ts';
import type { AccountSettings } from '../../../shared/settings.ts';
import { usageKinds } from '../../../shared/records/usage.ts';
import type { FacetValue, Query, QueryTerm } from '../../../shared/filter/query-term.ts';
import { ownLayouts } from '../schema/layout.ts';
import {
  countColumns,
  medianOf,
  periodOf,
  timeBounds,
  totalColumns,
  type TotalKind,
} from '../schema/request-totals.ts';
import { numberOrNull } from '../schema/column-form.ts';
import { connectInMemory, type Connection, type SqlRow, type SqlValue } from '../sqlite/connection.ts';
import type { StoreContext } from '../types.ts';
import { createBrowsableList, type BrowsableList } from './browsable-list.ts';
import { compileQuery } from './query/compile-query.ts';
import { makeSource } from './query/list-source.ts';

/** Keys that choose totals. */
const figureScopes: readonly string[] = ['host', 'proxy', 'rule', 'network', 'service'];

/** For hosts, and one host by network. */
const maxKept = 4;

const hourMs = 3_600_000;
const spans: { readonly [P in FigurePeriod]: readonly [hours: 1 | 24, before: number] } = {
  '1h': [1, 1],
  '24h': [1, 23],
  '7d': [24, 6],
  '30d': [24, 29],
};

/** Of the first hour or day, in UTC. */
function startOf(period: FigurePeriod, nowMs: number): string {
  const [hours, before] = spans[period];
  return periodOf(nowMs - before * hours * hourMs, hours);
}

type GbPrices = Pick<AccountSettings, 'residentialGbPrice' | 'mobileGbPrice'>;

/** An expression on a row `t` of the totals, and its name. */
const subjects: { readonly [S in FigureSubject]: string } = {
  host: 't.name',
  proxy: 't.name',
  network: 't.network',
  service: 't.service_id',
  rule: 't.rule',
  direct: 't.name',
  blocked: 't.name',
};

interface Scope {
  readonly by: FigureSubject;
  readonly period: FigurePeriod;
  /** What is added up. */
  readonly totals: Query;
  /** What is compared with the sums. */
  readonly sums: Query;
}

/**
 * Browses the log's totals, added up on request and cached until totals, names or prices change. The terms of
 * `figureScopes` choose them.
 *
 * @param prices of a gigabyte
 * @returns a list; failure `invalid-input` for missing totals
 */
export function createFigures(context: StoreContext, prices: () => GbPrices): BrowsableList<FigureRow> {
  const { writer } = context;
  let memory: Connection | undefined;
  const kept: { name: string; state: string; table: string; list: BrowsableList<FigureRow> }[] = [];
  const hasLog = writer.get("SELECT 1 FROM pragma_database_list WHERE name = 'request_log'") !== undefined;
  /** Changes with everything that figures are made of. */
  const stateOf = (since: string): string =>
    [writer.state(), hasLog ? writer.pragma('request_log.data_version') : '', since].join(' ');

  const openTable = (at: number): { table: string; list: BrowsableList<FigureRow> } => {
    memory ??= connectInMemory();
    const layout = { ...ownLayouts.hosts, table: `figure_${String(at)}` };
    const columns = layout.columns.map(({ field }) => field).join(', ');
    memory.exec(`CREATE TABLE ${layout.table} (key INTEGER PRIMARY KEY, ${columns})`);
    const connection = memory;
    const inMemory = { ...context, writer: connection, reader: () => connection };
    return { table: layout.table, list: createBrowsableList<FigureRow>(makeSource('hosts', layout), inMemory) };
  };

  const figures = (where: Query): { readonly list: BrowsableList<FigureRow>; readonly where: Query } => {
    const scope = readScope(where);
    const since = startOf(scope.period, context.nowMs());
    const name = JSON.stringify([scope.by, scope.period, scope.totals.terms.map(({ start, end, ...term }) => term)]);
    const state = stateOf(since);
    let found = kept.find((one) => one.name === name);
    if (found?.state !== state) {
      // Fails if the log is unreadable.
      const rows = addUp(writer, scope, since, prices());
      found ??= kept.length < maxKept ? { name, state, ...openTable(kept.length) } : kept.shift();
      if (!found) throw new Error('No figures are kept.');
      fill(found.table, rows);
      Object.assign(found, { name, state });
    }
    // Most recently used last.
    const at = kept.indexOf(found);
    if (at >= 0) kept.splice(at, 1);
    kept.push(found);
    return { list: found.list, where: scope.sums };
  };
  const fill = (table: string, rows: readonly SqlValue[][]): void => {
    const connection = memory;
    if (!connection) return;
    const { columns } = ownLayouts.hosts;
    connection.transact(() => {
      connection.run(`DELETE FROM ${table}`);
      const insert = connection.prepare(
        `INSERT INTO ${table} (${columns.map(({ field }) => field).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) insert.runWith(row);
    });
  };
  const ofId = (id: string) => figures(scopeOfId(id));
  return {
    list(window) {
      const { list, where } = figures(window.where);
      return list.list({ ...window, where });
    },
    readKeys: () => [],
    count(query) {
      const { list, where } = figures(query);
      return list.count(where);
    },
    stillFound(query, ids) {
      const { list, where } = figures(query);
      return list.stillFound(where, ids);
    },
    findRow(window, fields, prefix) {
      const { list, where } = figures(window.where);
      return list.findRow({ ...window, where }, fields, prefix);
    },
    indexOf(window, id) {
      const { list, where } = figures(window.where);
      return list.indexOf({ ...window, where }, id);
    },
    get: (id) => ofId(id).list.get(fullId(id)),
    record: (id, options) => ofId(id).list.record(fullId(id), options),
    *records(window, options) {
      const { list, where } = figures(window.where);
      // All at once: others may ask meanwhile.
      yield* [...list.records({ ...window, where }, options)];
    },
  };
}

const idOf = (by: FigureSubject, period: FigurePeriod, name: string): string => `${by} ${period} ${name}`;

/** A name alone is a host. */
function fullId(id: string): string {
  const [by = '', period = ''] = id.split(' ', 2);
  const isFull = figureSubjects.some((one) => one === by) && figurePeriods.some((one) => one === period);
  return isFull ? id : idOf(defaultFigures.by, defaultFigures.period, id);
}

function scopeOfId(id: string): Query {
  const [by = '', period = ''] = fullId(id).split(' ', 2);
  const term = (key: string, text: string): QueryTerm => ({
    key,
    isNegated: false,
    values: [{ kind: 'text', text }],
    start: 0,
    end: 0,
  });
  return { terms: [term('by', by), term('period', period)] };
}

function readScope({ terms }: Query): Scope {
  const choice = <Value extends string>(key: string, values: readonly Value[], otherwise: Value): Value => {
    const own = terms.filter((term) => term.key === key);
    const [first] = own[0]?.values ?? [];
    if (own.length === 0) return otherwise;
    const value = values.find((one) => first?.kind === 'text' && one === first.text.toLowerCase());
    if (value === undefined || own.length > 1 || own[0]?.isNegated === true || own[0]?.values.length !== 1) {
      throw fail('invalid-input', `"${key}" takes one value here: ${values.join(', ')}.`);
    }
    return value;
  };
  const by = choice('by', figureSubjects, defaultFigures.by);
  const period = choice('period', figurePeriods, defaultFigures.period);
  const isScope = ({ key }: QueryTerm): boolean => key !== null && figureScopes.includes(key);
  const has = (key: string): boolean => by === key || terms.some((term) => term.key === key);
  if (has('host') && has('proxy')) {
    throw fail(
      'invalid-input',
      'Totals are of hosts or of proxies. Requests of both are in the log, if it goes back so far.',
    );
  }
  return {
    by,
    period,
    totals: { terms: terms.filter(isScope) },
    sums: { terms: terms.filter((term) => !isScope(term) && term.key !== 'by' && term.key !== 'period') },
  };
}

function kindOf({ by, totals }: Pick<Scope, 'by' | 'totals'>): TotalKind {
  if (isProxyless(by)) return by;
  return by === 'host' || totals.terms.some(({ key }) => key === 'host') ? 'host' : 'proxy';
}

const requestsAt = ownLayouts.hosts.columns.findIndex(({ field }) => field === 'requests');

/** Most requests first, in the order of columns. */
function addUp(
  writer: Connection,
  { by, period, totals }: Scope,
  since: string,
  prices: Parameters<typeof pricesOf>[0],
): SqlValue[][] {
  const [hours] = spans[period];
  const { sql, params } = compileQuery('hosts', totals);
  const priced = pricesOf(prices);
  const subject = subjects[by];
  const rows = writer.all(
    `WITH price AS MATERIALIZED (SELECT service_id, CASE service_type
         ${usageKinds.map((kind) => `WHEN '${kind}' THEN ${priced[kind]}`).join(' ')} END AS per_gb FROM service)
     SELECT ${subject}, ${totalColumns.map((name) => `sum(t.${name})`).join(', ')},
       ${priced.isKnown ? `sum((t.received_bytes + t.sent_bytes) * (SELECT per_gb FROM price WHERE price.service_id = t.service_id)) / 1e9` : 'NULL'}
     FROM (SELECT * FROM gateway_total r WHERE kind = ? AND hours = ? AND starts_at >= ? AND ${sql}) t
     GROUP BY 1`,
    kindOf({ by, totals }),
    hours,
    since,
    ...params,
  );
  const nameOf = namesOf(writer, by);
  return rows
    .map((row) => describe(row, by, period, nameOf))
    .filter((row) => row !== null)
    .toSorted((one, other) => Number(other[requestsAt]) - Number(one[requestsAt]));
}

function describe(
  row: SqlRow,
  by: FigureSubject,
  period: FigurePeriod,
  nameOf: (value: string) => string | null,
): SqlValue[] | null {
  const value = String(row[0] ?? '');
  const sum = (name: (typeof countColumns)[number]): number => Number(row[1 + countColumns.indexOf(name)]);
  const times = row.slice(1 + countColumns.length, 2 + countColumns.length + timeBounds.length).map(Number);
  const [requests, failed] = countsTries(by) ? [sum('tries'), sum('failed_tries')] : [sum('requests'), sum('failed')];
  const [received, sent] = [sum('received_bytes'), sum('sent_bytes')];
  if (requests === 0 && received + sent === 0) return null;
  const cost = numberOrNull(row.at(-1));
  // A line that blocks has neither worked nor failed.
  const works = requests === 0 || by === 'blocked' ? null : Math.round((1000 * (requests - failed)) / requests) / 10;
  return [
    idOf(by, period, value),
    by,
    period,
    nameOf(value),
    by === 'proxy' && value !== '' ? value : null,
    by === 'service' && value !== '' ? value : null,
    requests,
    failed,
    works,
    medianOf(times),
    received + sent,
    received,
    sent,
    cost === null ? null : Math.round(cost * 1e4) / 1e4,
  ];
}

/**
 * Reads a row of figures by hour or day of its period, the oldest first.
 *
 * @param id of the row that the filter finds
 */
export function readOverTime({ writer, nowMs }: StoreContext, where: Query, id: string): readonly FigurePoint[] {
  const scope = readScope(where);
  const [hours, before] = spans[scope.period];
  const value = id.split(' ').slice(2).join(' ');
  const { sql, params } = compileQuery('hosts', scope.totals);
  const [requests, failed] = countsTries(scope.by) ? ['tries', 'failed_tries'] : ['requests', 'failed'];
  const found = new Map(
    writer
      .all(
        `SELECT starts_at, sum(t.${requests}), sum(t.${failed})
         FROM (SELECT * FROM gateway_total r WHERE kind = ? AND hours = ? AND starts_at >= ? AND ${sql}) t
         WHERE ${subjects[scope.by]} = ? GROUP BY 1`,
        kindOf(scope),
        hours,
        startOf(scope.period, nowMs()),
        ...params,
        value,
      )
      .map(([startsAt, ...counts]) => [String(startsAt), counts.map(Number)]),
  );
  return Array.from({ length: before + 1 }, (_, at) => {
    const starts_at = periodOf(nowMs() - (before - at) * hours * hourMs, hours);
    const [count = 0, failures = 0] = found.get(starts_at) ?? [];
    return { starts_at, requests: count, failed: failures };
  });
}

/** What people call a proxy or a service; what is no longer cached has its ID. */
function namesOf(writer: Connection, by: FigureSubject): (value: string) => string | null {
  const statement =
    by === 'proxy'
      ? `SELECT coalesce(proxy_ip_address, proxy_ip_address_v6) || coalesce(':' || proxy_http_port, '') FROM proxy WHERE proxy_id = ?`
      : by === 'service'
        ? 'SELECT service_name FROM service WHERE service_id = ?'
        : null;
  return (value) => {
    if (value === '') return null;
    const name = statement === null ? null : (writer.get(statement, value)?.[0] ?? null);
    return typeof name === 'string' && name !== '' ? name : value;
  };
}

/** The prices of the user as numbers for SQL; 'NULL': unknown. */
function pricesOf(settings: GbPrices) {
  const number = (text: string): string => (text === '' ? 'NULL' : String(Number(text)));
  const prices = { residential: number(settings.residentialGbPrice), mobile: number(settings.mobileGbPrice) };
  return { ...prices, isKnown: Object.values(prices).some((one) => one !== 'NULL') };
}

/** Values of a key in totals of days, most requests first; none for keys of sums. */
export function countTotals({ writer }: Pick<StoreContext, 'writer'>, key: string): FacetValue[] {
  const by = figureSubjects.find((one) => one === key);
  if (by === undefined || by === 'host' || by === 'proxy' || isProxyless(by)) return [];
  const nameOf = namesOf(writer, by);
  return writer
    .all(
      `SELECT ${subjects[by]}, sum(t.requests) FROM gateway_total t WHERE kind = 'proxy' AND hours = 24
       GROUP BY 1 HAVING ${subjects[by]} <> '' ORDER BY 2 DESC, 1 LIMIT 100`,
    )
    .map(([value, count]) => ({
      value: String(value),
      label: nameOf(String(value)) ?? String(value),
      count: Number(count),
    }));
}
