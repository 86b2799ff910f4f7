import type { Socket } from 'node:net';
import {
  recentRequests,
  throughputPoints,
  type GatewayConnection,
  type GatewayFailure,
  type LineCounts,
  type RuleState,
} from '../../shared/gateway/gateway.ts';
import type { Throughput } from '../../shared/records/gateway-request.ts';
import type { Lines } from '../../shared/gateway/rule-lines.ts';
import type { Destination } from '../dial/tunnel.ts';

/** The most of each in a report. */
const maxConnections = 200;
const maxFailures = 200;
/** The longest name with a port: clients without a token choose it, too. */
const longestText = 260;
const cut = (text: string): string => text.slice(0, longestText);

type Counts = { -readonly [K in keyof LineCounts]: number };
type Totals = Pick<RuleState, 'connections' | 'failed' | 'blocked' | 'receivedBytes' | 'sentBytes'>;

export interface Open extends Omit<GatewayConnection, 'receivedBytes' | 'sentBytes'> {
  readonly destination: Destination;
  /** Those of its rule when it was opened; null: none. */
  readonly lines: Lines | null;
  /** The rule whose proxy carries it, by its name in the line, or `direct`. */
  readonly carrier: string;
  readonly socket: Socket;
  readonly end: () => void;
}

interface Tracked {
  /** So far. */
  readonly bytes: () => Throughput;
  /** Ends it; counts once. */
  readonly close: () => Throughput;
}

export type Activity = ReturnType<typeof createActivity>;

/**
 * Counts connections, failures and totals in memory.
 *
 * @param onChange called for each connection, its end, and each failure
 */
export function createActivity(onChange: () => void) {
  const open = new Map<number, Open>();
  const totals = new Map<number, { -readonly [K in keyof Totals]: number }>();
  /** By rule, then line: a combined key would be a long text per request. */
  const lines = new Map<number, Map<string, Counts>>();
  /** Whether the newest requests failed, by rule. */
  const outcomes = new Map<number, readonly boolean[]>();
  let failures: GatewayFailure[] = [];
  let failureCount = 0;
  let lastId = 0;
  let ended: Throughput = { receivedBytes: 0, sentBytes: 0 };
  let sampled: Throughput = ended;
  let points: Throughput[] = [];

  const totalsOf = (ruleId: number) => {
    const known = totals.get(ruleId);
    if (known) return known;
    const fresh = { connections: 0, failed: 0, blocked: 0, receivedBytes: 0, sentBytes: 0 };
    totals.set(ruleId, fresh);
    return fresh;
  };
  const bytesOf = ({ socket }: Pick<Open, 'socket'>): Throughput => ({
    receivedBytes: socket.bytesRead,
    sentBytes: socket.bytesWritten,
  });
  return {
    /** @param connection its `end` closes it */
    open(connection: Omit<Open, 'id' | 'startedAtMs'>): Tracked {
      lastId += 1;
      const { target } = connection;
      const entry = { ...connection, target: cut(target), id: lastId, startedAtMs: Date.now() };
      open.set(entry.id, entry);
      totalsOf(entry.ruleId).connections += 1;
      onChange();
      return {
        bytes: () => bytesOf(entry),
        close() {
          const bytes = bytesOf(entry);
          if (!open.delete(entry.id)) return bytes;
          // Direct traffic counts for no rule.
          if (entry.proxy === null) {
            onChange();
            return bytes;
          }
          ended = addUp(ended, bytes);
          const sum = totalsOf(entry.ruleId);
          sum.receivedBytes += bytes.receivedBytes;
          sum.sentBytes += bytes.sentBytes;
          onChange();
          return bytes;
        },
      };
    },
    fail(failure: Omit<GatewayFailure, 'id' | 'atMs'>): void {
      failureCount += 1;
      const entry = { ...failure, target: cut(failure.target), id: failureCount, atMs: Date.now() };
      failures = [entry, ...failures].slice(0, maxFailures);
      if (failure.ruleId !== null) totalsOf(failure.ruleId).failed += 1;
      onChange();
    },
    /** Counts a request of a line, or its failure. @param line its text */
    countLine(ruleId: number, line: string, what: keyof LineCounts): void {
      const ofRule = lines.get(ruleId) ?? new Map<string, Counts>();
      const counts = ofRule.get(line) ?? { requests: 0, failed: 0 };
      counts[what] += 1;
      lines.set(ruleId, ofRule.set(line, counts));
      onChange();
    },
    /** By text: moved lines keep their counts. */
    ofLine: (ruleId: number, line: string): LineCounts => ({
      ...(lines.get(ruleId)?.get(line) ?? { requests: 0, failed: 0 }),
    }),
    block(ruleId: number): void {
      totalsOf(ruleId).blocked += 1;
    },
    finish(ruleId: number, hasFailed: boolean): void {
      outcomes.set(ruleId, [...(outcomes.get(ruleId) ?? []), hasFailed].slice(-recentRequests));
    },
    count(isCounted: (entry: Open) => boolean): number {
      let count = 0;
      for (const entry of open.values()) if (isCounted(entry)) count += 1;
      return count;
    },
    /** Ends a connection, those of a rule, those that fit, or all. */
    end(
      which: { readonly id?: number; readonly ruleId?: number; readonly isMeant?: (entry: Open) => boolean } = {},
    ): void {
      for (const entry of open.values()) {
        if (which.id !== undefined && entry.id !== which.id) continue;
        if (which.ruleId !== undefined && entry.ruleId !== which.ruleId) continue;
        if (which.isMeant && !which.isMeant(entry)) continue;
        entry.end();
      }
    },
    /** Adds a point; called in equal intervals. */
    sample(): void {
      let now = ended;
      for (const entry of open.values()) if (entry.proxy) now = addUp(now, bytesOf(entry));
      points = [
        ...points.slice(1 - throughputPoints),
        {
          receivedBytes: now.receivedBytes - sampled.receivedBytes,
          sentBytes: now.sentBytes - sampled.sentBytes,
        },
      ];
      sampled = now;
    },
    openCount: () => open.size,
    failureCount: () => failureCount,
    failures: (): readonly GatewayFailure[] => failures,
    throughput: (): readonly Throughput[] => points,
    connections: (): readonly GatewayConnection[] =>
      [...open.values()]
        .slice(-maxConnections)
        .reverse()
        .map((entry) => {
          const { id, ruleId, client, protocol, target, line, proxy, startedAtMs } = entry;
          return { id, ruleId, client, protocol, target, line, proxy, startedAtMs, ...bytesOf(entry) };
        }),
    /** Includes open connections. */
    ofRule(ruleId: number): Totals & Pick<RuleState, 'open' | 'recent'> {
      const newest = outcomes.get(ruleId) ?? [];
      const recent = { requests: newest.length, failed: newest.filter(Boolean).length };
      const sum = { ...totalsOf(ruleId), open: 0, recent };
      for (const entry of open.values()) {
        if (entry.ruleId !== ruleId) continue;
        const bytes = bytesOf(entry);
        sum.open += 1;
        if (entry.proxy === null) continue;
        sum.receivedBytes += bytes.receivedBytes;
        sum.sentBytes += bytes.sentBytes;
      }
      return sum;
    },
  };
}

export const addUp = (one: Throughput, other: Throughput): Throughput => ({
  receivedBytes: one.receivedBytes + other.receivedBytes,
  sentBytes: one.sentBytes + other.sentBytes,
});
