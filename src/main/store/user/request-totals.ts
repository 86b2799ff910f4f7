import type { GatewayRequest, RequestTry } from '../../../shared/records/gateway-request.ts';
import { judgeTry } from '../../../shared/gateway/judge-try.ts';
import {
  countColumns,
  periodOf,
  timeSlot,
  totalColumns,
  totalKeys,
  totalKinds,
  type TotalKind,
} from '../schema/request-totals.ts';
import type { Connection, SqlValue } from '../sqlite/connection.ts';

/** Totals of days are kept for so long, and those of hours. */
const totalDays = 30;
const hourDays = 2;
const dayMs = 86_400_000;

/**
 * Rows per period and kind. Beyond, the rarest networks of a host, then the rarest hosts are added up: bounded, and
 * exact for those that matter.
 */
const maxRows = { 1: 2_000, 24: 4_000 } as const;
type Hours = keyof typeof maxRows;
const spans: readonly Hours[] = [1, 24];

type Count = (typeof countColumns)[number];
const at = Object.fromEntries(countColumns.map((name, index) => [name, index])) as Record<Count, number>; // One for each.

const keyList = totalKeys.join(', ');
const counts = totalColumns.join(', ');
const addUp = totalColumns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
const upsert = `ON CONFLICT (${keyList}) DO UPDATE SET ${addUp}`;
const add = `INSERT INTO gateway_total (${keyList}, ${counts})
  VALUES (${[...totalKeys, ...totalColumns].map(() => '?').join(', ')}) ${upsert}`;
const ofPeriod = 'kind = ? AND hours = ? AND starts_at = ?';
/** What is added up, in this order: rows that differ only in the first column become one. */
const folds = {
  host: ['network', 'name'],
  proxy: ['name'],
  direct: ['name'],
  blocked: ['name'],
} as const satisfies Record<TotalKind, unknown>;
type Folded = (typeof folds)[keyof typeof folds][number];

/** Names decide ties, so that both statements agree. */
const rarest = (column: Folded): string => `SELECT ${keyList} FROM gateway_total WHERE ${ofPeriod} AND ${column} <> ''
  ORDER BY tries, name, rule, network, service_id LIMIT ?`;
/** Other hosts have no network either. */
const foldedKeys = (column: Folded): string =>
  totalKeys
    .map((key) => (key === column || (key === 'network' && column === 'name') ? `'' AS ${key}` : key))
    .join(', ');
const fold = (column: Folded): string => `INSERT INTO gateway_total (${keyList}, ${counts})
  SELECT ${foldedKeys(column)}, ${totalColumns.map((name) => `sum(${name})`).join(', ')}
  FROM gateway_total WHERE (${keyList}) IN (${rarest(column)})
  GROUP BY ${column === 'name' ? '' : 'name, '}rule, service_id ${upsert}`;
const removeFolded = (column: Folded): string => `DELETE FROM gateway_total WHERE (${keyList}) IN (${rarest(column)})`;

/** Writes the totals of the log. */
export function createRequestTotals(writer: Connection) {
  const networkOf = (proxyId: string): readonly [network: string, serviceId: string] => {
    const row = writer.get('SELECT asn_name, service_id FROM proxy WHERE proxy_id = ?', proxyId);
    return [String(row?.[0] ?? ''), String(row?.[1] ?? '')];
  };
  const countRows = (...period: readonly [kind: string, hours: Hours, startsAt: string]): number =>
    Number(writer.get(`SELECT count(*) FROM gateway_total WHERE ${ofPeriod}`, ...period)?.[0]);
  /** Adds the rarest rows of a period up if it has half more than it may, so that this is seldom. */
  const bound = (...period: readonly [kind: TotalKind, hours: Hours, startsAt: string]): void => {
    const [kind, hours] = period;
    const most = maxRows[hours];
    for (const column of folds[kind]) {
      const count = countRows(...period);
      if (count <= 1.5 * most) return;
      writer.run(fold(column), ...period, count - most);
      writer.run(removeFolded(column), ...period, count - most);
    }
  };
  return {
    /** Adds requests to their hour and day; within a transaction. */
    add(requests: readonly GatewayRequest[]): void {
      const sums = new Map<string, { readonly keys: SqlValue[]; readonly counts: number[] }>();
      const periods = new Map<string, readonly [TotalKind, Hours, string]>();
      /** Counts of a row of the table, for each span that the request is in. */
      const countsOf = (
        kind: TotalKind,
        { startedAtMs, rule }: GatewayRequest,
        [name, ...place]: readonly [name: string, network: string, serviceId: string],
      ): readonly number[][] =>
        spans.map((hours) => {
          const startsAt = periodOf(startedAtMs, hours);
          const keys = [kind, hours, startsAt, name, rule, ...place];
          const key = keys.join('\0');
          const sum = sums.get(key) ?? { keys, counts: totalColumns.map(() => 0) };
          sums.set(key, sum);
          periods.set(`${kind} ${startsAt}`, [kind, hours, startsAt]);
          return sum.counts;
        });
      const places = new Map<string, readonly [string, string]>();
      const placeOf = (id: string): readonly [string, string] => {
        const known = places.get(id) ?? networkOf(id);
        places.set(id, known);
        return known;
      };
      for (const request of requests) {
        for (const [index, attempt] of request.tries.entries()) {
          const place = placeOf(attempt.proxy_id);
          for (const kind of ['host', 'proxy'] as const) {
            const name = kind === 'host' ? request.host : attempt.proxy_id;
            for (const each of countsOf(kind, request, [name, ...place])) count(each, request, attempt, index);
          }
        }
        const way = proxylessWay(request);
        if (way === null) continue;
        for (const each of countsOf(way, request, [request.host, '', ''])) countProxyless(each, request);
      }
      const statement = writer.prepare(add);
      for (const sum of sums.values()) statement.runWith([...sum.keys, ...sum.counts]);
      for (const period of periods.values()) bound(...period);
    },
    /** Removes totals of periods that are too old. @param nowMs since 1970 */
    removeOld(nowMs: number): void {
      const kinds = totalKinds.map(() => '?').join(', ');
      const remove = `DELETE FROM gateway_total WHERE kind IN (${kinds}) AND hours = ? AND starts_at < ?`;
      for (const [hours, days] of [[1, hourDays] as const, [24, totalDays] as const]) {
        writer.run(remove, ...totalKinds, hours, periodOf(nowMs - days * dayMs, hours));
      }
    },
    clear(): void {
      writer.run('DELETE FROM gateway_total');
    },
  };
}

/** Adds one try of a request; requests that were refused or ended by their client, or failed because of this machine, are nobody's. */
function count(counts: number[], request: GatewayRequest, attempt: RequestTry, place: number): void {
  const more = (index: number, amount: number): void => {
    counts[index] = (counts[index] ?? 0) + amount;
  };
  const isLast = place === request.tries.length - 1;
  const { works, fault } = judgeTry(request, place);
  if (works !== null && fault !== 'machine') {
    more(at.tries, 1);
    if (!works) more(at.failed_tries, 1);
    if (isLast && request.outcome !== 'ended') {
      more(at.requests, 1);
      if (!works) more(at.failed, 1);
    }
  }
  if (works === true) more(countColumns.length + timeSlot(timeOf(attempt)), 1);
  const { receivedBytes, sentBytes } = isLast ? restOf(request) : bytesOf(attempt);
  more(at.received_bytes, receivedBytes);
  more(at.sent_bytes, sentBytes);
}

/** How a line sent a request without a proxy; null: it did not. */
function proxylessWay({ line, reason }: GatewayRequest): 'direct' | 'blocked' | null {
  if (reason === 'blocked-by-line') return 'blocked';
  return line?.endsWith(' direct') === true ? 'direct' : null;
}

/** Adds a request without a proxy. What was never loaded has no bytes. */
function countProxyless(counts: number[], { outcome, reason, fault, receivedBytes, sentBytes }: GatewayRequest): void {
  const isBlocked = reason === 'blocked-by-line';
  const isCounted = isBlocked || outcome === 'works' || (outcome === 'fails' && fault !== 'machine');
  const hasFailed = outcome === 'fails';
  const add: { readonly [C in Count]: number } = {
    requests: Number(isCounted),
    failed: Number(isCounted && hasFailed),
    // The rarest are found by them.
    tries: Number(isCounted),
    failed_tries: Number(isCounted && hasFailed),
    received_bytes: receivedBytes,
    sent_bytes: sentBytes,
  };
  for (const name of countColumns) counts[at[name]] = (counts[at[name]] ?? 0) + add[name];
}

/** Until the tunnel was open or the plain response began. */
const timeOf = ({ phases }: RequestTry): number =>
  (phases.lookup ?? 0) + (phases.connect ?? 0) + (phases.handshake ?? 0) + (phases.firstByte ?? 0);

const bytesOf = ({ bytes }: RequestTry) => bytes ?? { receivedBytes: 0, sentBytes: 0 };

/** The bytes that the tries before the last one did not use. */
function restOf({ receivedBytes, sentBytes, tries }: GatewayRequest) {
  const rest = { receivedBytes, sentBytes };
  for (const attempt of tries.slice(0, -1)) {
    const used = bytesOf(attempt);
    rest.receivedBytes -= used.receivedBytes;
    rest.sentBytes -= used.sentBytes;
  }
  return rest;
}
