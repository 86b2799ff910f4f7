import { setTimeout as wait } from 'node:timers/promises';
import {
  throughputSeconds,
  type GatewayRule,
  type GatewayState,
  type RuleProblem,
} from '../../shared/gateway/gateway.ts';
import { thisRule, type Lines } from '../../shared/gateway/rule-lines.ts';
import { isSameName } from '../../shared/saved.ts';
import type { GatewayRequest } from '../../shared/records/gateway-request.ts';
import { asFailure } from '../../shared/failure.ts';
import { createQueue } from '../../shared/queue.ts';
import { createAskProxy } from '../dial/ask-proxy.ts';
import { createIpv6Route, type Ipv6Route } from '../dial/ipv6-route.ts';
import { createActivity, type Open } from './activity.ts';
import type { Attempt, GatewayTimes, ProxySource, RunningRule } from './attempts.ts';
import type { RuleWithToken } from './client-login.ts';
import { createFront } from './front.ts';
import { createHttpFront } from './http-front.ts';
import type { ReadList } from './list-front.ts';
import { listen, silenceMsByDefault, type Listener } from './listener.ts';
import { createNarrowing, type Narrowing } from './narrowing.ts';
import { createPool } from './pool.ts';
import { createRests } from './rests.ts';
import { findRoute, prepareLines } from './route.ts';
import { createTargetGuard } from './target.ts';

interface Running extends RunningRule {
  readonly expire: Narrowing['expire'];
  foundCount: number;
  problem: RuleProblem | null;
}

const isSame = (one: GatewayRule, other: GatewayRule): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The most paused proxies in a report of a rule. */
const maxOut = 50;

const drainLookMs = 50;

export type Gateway = ReturnType<typeof createGateway>;

/**
 * Creates the gateway of an account, without rules.
 *
 * @param parts.onAttempt called after every use of a proxy
 * @param parts.onRequest called after every request of a rule
 * @param parts.onChange called often when `state` has changed
 */
export function createGateway(parts: {
  readonly source: ProxySource;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly onRequest?: (request: GatewayRequest) => void;
  readonly onChange: () => void;
  /** Default: no lists. */
  readonly readList?: ReadList;
  readonly times?: Partial<GatewayTimes>;
  /** Default: no route seen. */
  readonly ipv6?: Ipv6Route;
  /** How long a client that should send something may be silent. */
  readonly silenceMs?: number;
}) {
  const { source, onChange, silenceMs = silenceMsByDefault, ipv6 = createIpv6Route() } = parts;
  const sinceMs = Date.now();
  const activity = createActivity(onChange);
  let configured: readonly RuleWithToken[] = [];
  const running = new Map<number, Running>();
  const listeners = new Map<number, Listener>();
  const portProblems = new Map<number, RuleProblem>();
  const guard = createTargetGuard((port) => listeners.has(port));
  const front = createFront({
    ...parts,
    silenceMs,
    ipv6,
    activity,
    ask: createAskProxy(),
    guard,
    rulesOf: (port) => configured.filter(({ rule }) => rule.isOn && rule.port === port),
    running: (ruleId) => running.get(ruleId),
    named: (name) => running.values().find(({ rule }) => isSameName(rule.name, name)),
    rests: createRests(),
  });
  const http = createHttpFront(front, parts.readList ?? (() => Promise.resolve(null)));
  const sampler = setInterval(() => {
    activity.sample();
  }, throughputSeconds * 1000).unref();

  const fill = async (entry: Running, isSynced: boolean): Promise<void> => {
    try {
      const { ids, ipv6Ids, foundCount } = await source.find(entry.rule);
      entry.pool.replace(ids, isSynced, ipv6Ids);
      entry.foundCount = foundCount;
      entry.problem = null;
    } catch (error) {
      entry.pool.replace([], isSynced);
      entry.foundCount = 0;
      entry.problem = { kind: 'failed', message: asFailure(error).message };
    }
    // Later, an order filled meanwhile would miss ended pauses.
    entry.expire();
  };
  const isElsewhere = ({ rule, lines }: Running, { destination, carrier }: Open): boolean => {
    const { way } = findRoute(lines, destination);
    if (typeof way === 'string') return way !== 'direct' || carrier !== 'direct';
    return !way.some((name) => isSameName(name === thisRule ? rule.name : name, carrier));
  };
  /** Reports count all connections, and rules may have a thousand lines. */
  const elsewhere = new WeakMap<Open, { readonly lines: Lines | null; readonly isElsewhere: boolean }>();
  /** Whether the lines would send an open connection elsewhere now. */
  const goesElsewhere = (open: Open): boolean => {
    const entry = running.get(open.ruleId);
    if (!entry || entry.lines === open.lines) return false;
    const known = elsewhere.get(open);
    if (known?.lines === entry.lines) return known.isElsewhere;
    const found = { lines: entry.lines, isElsewhere: isElsewhere(entry, open) };
    elsewhere.set(open, found);
    return found.isElsewhere;
  };
  const inTurn = createQueue();
  const apply = async (rules: readonly RuleWithToken[]): Promise<void> => {
    const on = rules.filter(({ rule }) => rule.isOn);
    for (const id of running.keys()) {
      if (on.some(({ rule }) => rule.id === id)) continue;
      running.delete(id);
      activity.end({ ruleId: id });
    }
    portProblems.clear();
    const ports = new Set(on.map(({ rule }) => rule.port));
    for (const [port, listener] of listeners) {
      if (ports.has(port)) continue;
      listeners.delete(port);
      await listener.close();
    }
    for (const { rule } of on) {
      const known = running.get(rule.id);
      if (known && isSame(known.rule, rule)) continue;
      const lines = known?.rule.lines === rule.lines ? known.lines : prepareLines(rule.lines);
      // Lines do not change sessions and pauses.
      if (known && isSame({ ...known.rule, lines: '' }, { ...rule, lines: '' })) {
        running.set(rule.id, { ...known, rule, lines });
        continue;
      }
      // The old pool works until the proxies are found.
      const pool = createPool(rule, undefined, ipv6.isMissing);
      const narrowing = createNarrowing(pool, (targeting) => source.find(rule, targeting));
      const entry: Running = { rule, lines, pool, ...narrowing, foundCount: 0, problem: null };
      await fill(entry, false);
      running.set(rule.id, entry);
    }
    configured = rules;
    for (const port of ports) {
      if (listeners.has(port)) continue;
      const listener = await listen(port, front, http, silenceMs);
      if ('problem' in listener) portProblems.set(port, listener.problem);
      else listeners.set(port, listener);
    }
    onChange();
  };

  return {
    /** Starts, changes and stops rules to match these. A taken port is a problem of its rule. */
    apply: (rules: readonly RuleWithToken[]): Promise<void> => inTurn(() => apply(rules)),
    /**
     * Reads all proxies again.
     *
     * @param isSynced refused credentials may be right now
     */
    refresh: (isSynced = true): Promise<void> =>
      inTurn(async () => {
        for (const entry of running.values()) await fill(entry, isSynced);
        onChange();
      }),
    /** Ends a connection, those that a rule's lines would send elsewhere, or all. */
    end(which: { readonly id?: number | undefined; readonly elsewhereOf?: number | undefined } = {}): void {
      const { id, elsewhereOf } = which;
      if (elsewhereOf !== undefined) activity.end({ ruleId: elsewhereOf, isMeant: goesElsewhere });
      else activity.end(id === undefined ? {} : { id });
    },
    /** Ends the pause of a proxy, or all pauses of a rule. */
    useAgain(ruleId: number, proxyId?: string): void {
      running.get(ruleId)?.pool.useAgain(proxyId);
      onChange();
    },
    openCount: () => activity.openCount(),
    state: (): GatewayState => ({
      sinceMs,
      rules: configured.map(({ rule }) => {
        const entry = running.get(rule.id);
        const paused = [...(entry?.pool.paused() ?? [])].reverse();
        return {
          ruleId: rule.id,
          problem: entry ? (portProblems.get(rule.port) ?? entry.problem) : null,
          inRotation: entry?.pool.inRotation() ?? 0,
          proxyCount: entry?.foundCount ?? 0,
          ipv6Skipped: entry?.pool.ipv6Skipped() ?? 0,
          ...activity.ofRule(rule.id),
          lines: entry?.lines?.texts.map((line) => activity.ofLine(rule.id, line)) ?? [],
          elsewhere: activity.count((open) => open.ruleId === rule.id && goesElsewhere(open)),
          out: paused.slice(0, maxOut).map(([proxy_id, { reason, failures, leftMs }]) => ({
            proxy_id,
            address: source.get(rule, proxy_id)?.address ?? '',
            reason,
            failures,
            untilMs: leftMs === Infinity ? null : Date.now() + Math.round(leftMs),
          })),
          outCount: paused.length,
        };
      }),
      connections: activity.connections(),
      openCount: activity.openCount(),
      failures: activity.failures(),
      failureCount: activity.failureCount(),
      throughput: activity.throughput(),
    }),
    /** Accepts nothing new; waits up to `patienceMs` for open requests. */
    async drain(patienceMs: number): Promise<void> {
      const opened = [...listeners.values()];
      for (const listener of opened) listener.stop();
      const endAtMs = performance.now() + patienceMs;
      for (;;) {
        // Clients keep connections for a next request.
        http.closeIdleConnections();
        if (opened.every((listener) => listener.isEmpty()) || performance.now() >= endAtMs) return;
        await wait(drainLookMs);
      }
    },
    close: (): Promise<void> =>
      inTurn(async () => {
        clearInterval(sampler);
        activity.end();
        await Promise.all([...listeners.values()].map((listener) => listener.close()));
        http.close();
        listeners.clear();
        running.clear();
        configured = [];
      }),
  };
}
