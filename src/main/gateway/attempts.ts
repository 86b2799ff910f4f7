import { thisRule, type Lines } from '../../shared/gateway/rule-lines.ts';
import { describeTargeting, type Targeting } from '../../shared/gateway/targeting.ts';
import type { GatewayProxy, GatewayRule, Refusal } from '../../shared/gateway/gateway.ts';
import { probeReasons } from '../../shared/test-runs/local-test.ts';
import type { GatewayRequest, RequestKind, RequestTry, Throughput } from '../../shared/records/gateway-request.ts';
import type { Fault, PhaseDurations } from '../../shared/records/test-result.ts';
import { decide, type createAskProxy, type Decision } from '../dial/ask-proxy.ts';
import { dial, type Dialed, createPhases, connectToProxy, type ProxyConnection } from '../dial/dial.ts';
import { classifyError, type Classified, type Verdict } from '../dial/classify-error.ts';
import { canCarry, type Destination, type DialedProxy } from '../dial/tunnel.ts';
import type { Ipv6Route } from '../dial/ipv6-route.ts';
import { addUp, type Activity } from './activity.ts';
import type { Narrowing } from './narrowing.ts';
import type { Order } from './order.ts';
import type { Pause, Pool } from './pool.ts';
import type { Rests } from './rests.ts';
import { describeLine, type Route } from './route.ts';
import { formatTarget, type TargetGuard } from './target.ts';

export interface RuleProxy extends DialedProxy, GatewayProxy {}

export interface ProxySource {
  /**
   * Finds the IDs of a rule's proxies that it does not skip, in the cache's order, those with IPv6 only, and the number
   * found.
   *
   * @param targeting only those that match it
   */
  find(
    rule: GatewayRule,
    targeting?: Targeting,
  ): Promise<{
    readonly ids: readonly string[];
    readonly ipv6Ids?: ReadonlySet<string> | undefined;
    readonly foundCount: number;
  }>;
  /** With the rule's credentials; undefined: no longer cached, or not usable. */
  get(rule: GatewayRule, proxyId: string): RuleProxy | undefined;
}

export interface RunningRule {
  readonly rule: GatewayRule;
  readonly pool: Pool;
  readonly lines: Lines | null;
  readonly narrow: Narrowing['narrow'];
}

export interface Attempt {
  readonly proxy: RuleProxy;
  /** Host and port. */
  readonly target: string;
  readonly phases: PhaseDurations;
  /** `reason` null: it worked. */
  readonly verdict: Verdict;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

/** Timeouts in milliseconds. */
export interface GatewayTimes {
  readonly connect: number;
  readonly handshake: number;
  /** For a target's answer through a working proxy, and for a response that stands still. */
  readonly answer: number;
}
const defaultTimes: GatewayTimes = { connect: 10_000, handshake: 15_000, answer: 300_000 };
const lookupMs = 5_000;

export interface AttemptParts {
  readonly source: ProxySource;
  readonly activity: Activity;
  readonly guard: TargetGuard;
  /** Undefined: turned off. */
  readonly running: (ruleId: number) => RunningRule | undefined;
  /** By the name in lines. */
  readonly named: (name: string) => RunningRule | undefined;
  readonly rests: Rests;
  readonly ask: ReturnType<typeof createAskProxy>;
  readonly onAttempt: (attempt: Attempt) => void;
  /** Called when a request is over. */
  readonly onRequest?: ((request: GatewayRequest) => void) | undefined;
  readonly ipv6: Ipv6Route;
  readonly times?: Partial<GatewayTimes> | undefined;
}

export interface Opened extends Dialed<ProxyConnection> {
  /** Null: direct. */
  readonly proxy: RuleProxy | null;
  readonly via: RunningRule | null;
  readonly phases: PhaseDurations;
}

type Used = Pick<Opened, 'proxy' | 'via'>;

export type Failed = { readonly refusal: Refusal; readonly detail?: string } | { readonly verdict: Verdict };

class GatewayItselfError extends Error {}
class LeadsBackError extends Error {}

/** A name that leads only to refused addresses. */
class RefusedTargetError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** The most that a request tries per rule. */
const maxProxies = 3;

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Tries proxies for one request, one after another, of one rule after another.
 *
 * @param request.client its address
 * @param request.sessionFor what sticks to its proxy of a rule
 * @param request.signal aborts when the client has gone
 */
export function createAttempts(
  { source, activity, guard, running, named, rests, ask, onAttempt, onRequest, ipv6, times: given }: AttemptParts,
  { rule }: RunningRule,
  request: {
    readonly destination: Destination;
    readonly kind: RequestKind;
    readonly client: string;
    readonly sessionFor: (rule: GatewayRule) => string | null;
    readonly targeting: Targeting;
    readonly route: Route;
    readonly signal: AbortSignal;
  },
) {
  const { destination, sessionFor, targeting, route, signal, kind, client } = request;
  const isDirect = route.way === 'direct';
  /** The rules whose proxies may carry it, in order. */
  const names = typeof route.way === 'string' ? [] : route.way;
  const { host, port } = destination;
  const startedAtMs = Date.now();
  const startMs = performance.now();
  const tries: RequestTry[] = [];
  let bytes: Throughput = noBytes;
  let result: Pick<GatewayRequest, 'outcome' | 'reason' | 'fault' | 'status'> = ended;
  const noteTry = (proxy: RuleProxy, { reason, status }: Verdict, phases: PhaseDurations): void => {
    tries.push({ ...toTry(proxy), reason, status, phases });
  };
  const fails = (verdict: Verdict): typeof result => ({ ...verdict, outcome: 'fails', fault: blame(verdict) });
  const blame = (verdict: Verdict): Fault => {
    const fault = faultOf(verdict);
    return isDirect && fault === 'proxy' ? 'target' : fault;
  };
  const target = formatTarget(destination);
  const times = { ...defaultTimes, ...given };
  const tried = new Set<string>();
  let turn = 0;
  let triedOfTurn = 0;
  const nextRule = (): void => {
    turn += 1;
    triedOfTurn = 0;
  };
  /** Failures to be reported with the outcome of the request. */
  let failed: {
    proxy: RuleProxy | null;
    verdict: Verdict;
    pause: Pause | null;
    fault: Fault;
  }[] = [];
  let last: Verdict | undefined;
  let openedMs = startMs;
  /** Whether a rule has a wanted proxy. */
  let hasMatch = false;
  let hasTriedOther = false;
  let hasRepeated = false;

  /** Releases the last proxy. */
  let stopUsing = (): void => undefined;

  const isOn = (): boolean => running(rule.id) !== undefined;
  const chooseFrom = ({ rule: from, pool }: RunningRule, order: Order | undefined): string | undefined => {
    if (triedOfTurn >= maxProxies) return undefined;
    const session = sessionFor(from);
    if (route.statuses.length > 0) {
      const rested = pool.choose(session, { has: (id) => tried.has(id) || rests.has(host, id) }, order);
      // Repeating is worth it only with a proxy that does not rest.
      if (rested !== undefined || hasTriedOther) return rested;
    }
    return pool.choose(session, tried, order);
  };
  const choose = async (): Promise<{ readonly proxy: RuleProxy; readonly via: RunningRule } | undefined> => {
    stopUsing();
    while (isOn() && turn < names.length) {
      const name = names[turn] ?? '';
      const via = name === thisRule ? running(rule.id) : named(name);
      const order = targeting.length === 0 ? undefined : await via?.narrow(targeting);
      const isMatched = targeting.length === 0 || order !== undefined;
      hasMatch ||= isMatched;
      const id = via && isMatched ? chooseFrom(via, order) : undefined;
      if (via === undefined || id === undefined) {
        nextRule();
        continue;
      }
      const proxy = source.get(via.rule, id);
      if (proxy) {
        stopUsing = via.pool.use(id);
        return { proxy, via };
      }
      via.pool.remove(id);
    }
    return undefined;
  };
  const connectTo: typeof connectToProxy = (proxy) => {
    const addresses = proxy.addresses.map(({ address }) => address);
    if (guard.isGateway(addresses, proxy.port)) throw new GatewayItselfError();
    if (guard.mayLeadBack(addresses, destination)) throw new LeadsBackError();
    return connectToProxy(proxy);
  };
  const classify = async ({ proxy, via }: Used, classified: Classified): Promise<Decision> => {
    const { ifProxy, ifTarget } = classified;
    if (!proxy || !via) return { verdict: ifTarget === undefined ? ifProxy : ifTarget, isProven: false };
    return decide(classified, via.pool.hasCarried(proxy.proxy_id), () => ask(proxy, times.handshake));
  };
  /** @returns whether another proxy may do better */
  const noteFailure = (
    { proxy, via }: Used,
    { verdict, isProven }: { readonly verdict: Verdict; readonly isProven: boolean },
    phases: PhaseDurations,
  ): boolean => {
    const { reason } = verdict;
    if (!proxy || !via) {
      last = verdict;
      failed.push({ proxy: null, verdict, pause: null, fault: blame(verdict) });
      return false;
    }
    const { pool } = via;
    const { proxy_id: id } = proxy;
    // Another proxy reached it; two failures say that it is down.
    let isLost = reason === 'unreachable' && pool.isReachedByAnother(id, target);
    if (isLost && last?.reason === 'unreachable') {
      pool.isLost(target);
      isLost = false;
    }
    const fault = isLost ? 'proxy' : faultOf(verdict);
    const pause =
      fault === 'proxy' && reason !== null ? pool.failed(id, reason, isProven && !isLost ? null : host) : null;
    tried.add(id);
    triedOfTurn += 1;
    last = verdict;
    failed.push({ proxy, verdict, pause, fault });
    noteTry(proxy, verdict, phases);
    onAttempt({ proxy, target, phases, verdict, receivedBytes: 0, sentBytes: 0 });
    // Others fail in the same way, unless the target is forbidden for, or has no route from, this proxy.
    return fault === 'proxy' || reason === 'no-route' || reason === 'target-not-allowed';
  };
  const report = (outcome: Parameters<Activity['fail']>[0]['outcome']): void => {
    for (const { proxy, verdict, pause, fault } of failed) {
      if (verdict.reason === null) continue;
      activity.fail({
        ruleId: rule.id,
        target,
        reason: verdict.reason,
        status: verdict.status,
        fault,
        proxy: proxy && shownProxy(proxy),
        outUntil: pause && (pause.leftMs === Infinity ? 'sync' : Date.now() + Math.round(pause.leftMs)),
        outcome,
      });
    }
    failed = [];
  };
  const openDirect = async (): Promise<Opened | Failed> => {
    const phases = createPhases({ ...times, lookup: lookupMs }, signal);
    try {
      const itself = { ...destination, protocol: 'http', credentials: null } as const;
      const dialed = await dial(itself, null, phases, times.handshake, ({ addresses, ...to }) => {
        const checked = addresses.map((each) => ({
          ...each,
          refusal: guard.check({ host: each.address, port }, rule.allowsPrivate),
        }));
        const allowed = checked.filter(({ refusal }) => refusal === null);
        if (allowed.length === 0) throw new RefusedTargetError(checked[0]?.refusal ?? 'private');
        return connectToProxy({ ...to, addresses: allowed });
      });
      if (isOn()) return { proxy: null, via: null, ...dialed, phases: phases.durations() };
      dialed.socket.destroy();
      return { refusal: 'no-proxy' };
    } catch (error) {
      if (error instanceof RefusedTargetError) return { refusal: error.refusal };
      if (signal.aborted) return { verdict: { reason: 'closed', status: null } };
      const verdict = classifyError(phases.current(), error).ifProxy;
      noteFailure({ proxy: null, via: null }, { verdict, isProven: false }, phases.durations());
      return { verdict };
    }
  };
  return {
    /**
     * Opens a connection through the next proxy that works, or directly if the line says so.
     *
     * @param isTunnel false: a plain request, which HTTP proxies take without a tunnel
     */
    async open(isTunnel: boolean): Promise<Opened | Failed> {
      if (isDirect) return openDirect();
      for (;;) {
        const chosen = await choose();
        if (!chosen) break;
        const { proxy, via } = chosen;
        if (!canCarry(proxy)) {
          last = { reason: 'untestable', status: null };
          nextRule();
          continue;
        }
        const hasTunnel = isTunnel || proxy.protocol !== 'http';
        const phases = createPhases({ ...times, lookup: lookupMs }, signal);
        try {
          const dialed = await dial(proxy, hasTunnel ? destination : null, phases, times.handshake, connectTo);
          ipv6.opened(proxy.host);
          if (!isOn()) {
            dialed.socket.destroy();
            return { refusal: 'no-proxy' };
          }
          // A plain request is over with its response.
          if (hasTunnel) via.pool.succeeded(proxy.proxy_id, target);
          openedMs = performance.now();
          return { proxy, via, ...dialed, phases: phases.durations() };
        } catch (error) {
          if (error instanceof LeadsBackError) return { refusal: 'own-address' };
          if (error instanceof GatewayItselfError) {
            via.pool.remove(proxy.proxy_id);
            continue;
          }
          const classified = classifyError(phases.current(), error);
          if (classified.ifProxy.reason === 'no-route') ipv6.failed(proxy.host);
          const { verdict, isProven } = await classify(chosen, classified);
          if (signal.aborted) return { verdict: { reason: 'closed', status: null } };
          const decision = { verdict: verdict ?? classified.ifProxy, isProven };
          if (!noteFailure(chosen, decision, phases.durations())) break;
        }
      }
      if (last !== undefined) return { verdict: last };
      return hasMatch || targeting.length === 0
        ? { refusal: 'no-proxy' }
        : { refusal: 'no-match', detail: describeTargeting(targeting) };
    },
    times,
    route,
    classify,
    /** Notes that the opened proxy failed with a plain request. @returns whether another may do better */
    refuse: noteFailure,
    /**
     * Notes that the request was sent.
     *
     * @param status of a plain response; undefined: a tunnel is open
     */
    sent({ proxy, via, phases }: Opened, status?: number): void {
      const firstByte = status === undefined ? null : performance.now() - openedMs;
      result = { outcome: 'works', reason: null, fault: null, status: status ?? null };
      if (proxy && via) {
        const { proxy_id: id } = proxy;
        noteTry(proxy, { reason: null, status: status ?? null }, { ...phases, firstByte });
        if (status === undefined || status < 500) via.pool.succeeded(id, target);
        // If others reach the target, it is the proxy's fault.
        else if (via.pool.isReachedByAnother(id, target)) via.pool.failed(id, 'unreachable', host);
      }
      report({ kind: 'sent', address: proxy?.address ?? target });
      activity.finish(rule.id, false);
    },
    /**
     * Has the proxy rest for this host if the line names the status of its response to a plain request.
     *
     * @returns whether another proxy may be tried because of it, which happens once
     */
    restIfUnwanted({ proxy, via }: Opened, status: number): boolean {
      if (!proxy || !via || !route.statuses.includes(status)) return false;
      // Such rules are about one address.
      if (via.rule.rotation.kind !== 'fixed') rests.add(host, proxy.proxy_id, via.pool.idCount());
      return !hasTriedOther;
    },
    /** Opens a connection through another proxy after an unwanted status; null: none. */
    async openOther({ proxy, via, phases }: Opened, status: number): Promise<Opened | null> {
      if (!proxy || !via) return null;
      hasTriedOther = true;
      tried.add(proxy.proxy_id);
      triedOfTurn += 1;
      const at = tries.length;
      const other = await this.open(false);
      if (!('socket' in other)) return null;
      hasRepeated = true;
      via.pool.succeeded(proxy.proxy_id, target);
      tries.splice(at, 0, { ...toTry(proxy), reason: 'blocked', status, phases });
      return other;
    },
    hasRepeated: () => hasRepeated,
    tryCount: () => tries.length,
    /** Notes why the client's request was not sent. */
    gaveUp: (why: Failed): void => {
      report({ kind: 'refused' });
      activity.finish(rule.id, true);
      if (route.text !== null) activity.countLine(rule.id, route.text, 'failed');
      result = 'refusal' in why ? refusedFor(why.refusal) : fails(why.verdict);
    },
    /** Notes that a connection broke after data was sent. */
    broke({ proxy }: Used, verdict: Verdict): void {
      failed.push({ proxy, verdict, pause: null, fault: blame(verdict) });
      report({ kind: 'closed' });
      result = { ...fails(verdict), status: result.status };
    },
    /** Notes the bytes of a connection that ended. */
    used({ proxy, phases }: Opened, used: Throughput): void {
      bytes = addUp(bytes, used);
      if (proxy === null) return;
      const at = tries.findLastIndex(({ proxy_id }) => proxy_id === proxy.proxy_id);
      const known = tries[at];
      // Otherwise the client went before the proxy answered.
      if (known) tries[at] = { ...known, bytes: addUp(known.bytes ?? noBytes, used) };
      else tries.push({ ...toTry(proxy), reason: null, status: null, phases, bytes: used });
    },
    /** Ends the request. @param verdict of a response that was not passed on */
    end(verdict?: Verdict): void {
      stopUsing();
      if (verdict && verdict.reason !== null) result = fails(verdict);
      const durationMs = performance.now() - startMs;
      const line = describeLine(route);
      onRequest?.({
        startedAtMs,
        rule: rule.name,
        line,
        client,
        kind,
        host,
        port,
        ...result,
        ...bytes,
        durationMs,
        tries,
      });
    },
  };
}

const toTry = ({ proxy_id, address }: RuleProxy) => ({ proxy_id, address });

/** The parts of a proxy for reports. */
export const shownProxy = ({ proxy_id, address, country_id, city_name }: RuleProxy): GatewayProxy => ({
  proxy_id,
  address,
  country_id,
  city_name,
});

const noBytes: Throughput = { receivedBytes: 0, sentBytes: 0 };
const ended = { outcome: 'ended', reason: null, fault: null, status: null } as const;

/** The log entry of a refused request. */
export const refusedFor = (refusal: Refusal) =>
  ({
    outcome: 'refused',
    reason: refusal,
    fault: refusal === 'no-proxy' ? 'proxy' : 'client',
    status: null,
  }) as const;

const faultOf = ({ reason }: Verdict): Fault => (reason === null ? 'proxy' : probeReasons[reason].fault);
