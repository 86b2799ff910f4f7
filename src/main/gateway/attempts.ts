import { describeTargeting, type Targeting } from '../../shared/gateway/targeting.ts';
import type { GatewayProxy, GatewayRule, Refusal, Throughput } from '../../shared/gateway/gateway.ts';
import { probeReasons } from '../../shared/test-runs/local-test.ts';
import type { GatewayRequest, RequestKind, RequestTry } from '../../shared/records/gateway-request.ts';
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
import { formatTarget, type TargetGuard } from './target.ts';

/** A proxy as it is cached now. */
export interface RuleProxy extends DialedProxy, GatewayProxy {}

/** Where the proxies of rules come from. */
export interface ProxySource {
  /**
   * IDs of the proxies that a rule finds and does not skip, in the order of the cache, those of them that have no IPv4
   * address, and how many it finds.
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
  /** The proxy with the credentials of the rule; undefined: it is no longer cached, or cannot be used. */
  get(rule: GatewayRule, proxyId: string): RuleProxy | undefined;
}

/** A rule that is on, with its proxies. */
export interface RunningRule {
  readonly rule: GatewayRule;
  readonly pool: Pool;
  readonly narrow: Narrowing['narrow'];
}

/** What became of one attempt to use a proxy. */
export interface Attempt {
  readonly proxy: RuleProxy;
  /** Host and port. */
  readonly target: string;
  readonly phases: PhaseDurations;
  /** Reason null: it worked. */
  readonly verdict: Verdict;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

/** The longest waits, in milliseconds. */
export interface GatewayTimes {
  readonly connect: number;
  readonly handshake: number;
  /** Until a target that was asked through a proxy that works sends its answer, and for a response that stands still. */
  readonly answer: number;
}
const defaultTimes: GatewayTimes = { connect: 10_000, handshake: 15_000, answer: 300_000 };
const lookupMs = 5_000;

export interface AttemptParts {
  readonly source: ProxySource;
  readonly activity: Activity;
  readonly guard: TargetGuard;
  /** The rule as it is now; undefined: it was turned off. */
  readonly running: (ruleId: number) => RunningRule | undefined;
  /** Asks a proxy about itself. */
  readonly ask: ReturnType<typeof createAskProxy>;
  readonly onAttempt: (attempt: Attempt) => void;
  /** Learns of every request when it is over. */
  readonly onRequest?: ((request: GatewayRequest) => void) | undefined;
  readonly ipv6: Ipv6Route;
  readonly times?: Partial<GatewayTimes> | undefined;
}

export interface Opened extends Dialed<ProxyConnection> {
  readonly proxy: RuleProxy;
  readonly phases: PhaseDurations;
}

/** Why a request could not be sent. */
export type Failed = { readonly refusal: Refusal; readonly detail?: string } | { readonly verdict: Verdict };

/** A proxy is the gateway itself. */
class GatewayItselfError extends Error {}
/** A proxy could lead to the gateway. */
class LeadsBackError extends Error {}

/** The first proxy, and two more. */
const maxProxies = 3;

/** Tries proxies for one request, one after another. */
export type Attempts = ReturnType<typeof createAttempts>;

/**
 * @param request.client the address of the client
 * @param request.session what sticks to its proxy
 * @param request.targeting which proxies of the rule the client wants; empty: any
 * @param request.signal the client has gone
 */
export function createAttempts(
  { source, activity, guard, running, ask, onAttempt, onRequest, ipv6, times: given }: AttemptParts,
  { rule, pool, narrow }: RunningRule,
  request: {
    readonly destination: Destination;
    readonly kind: RequestKind;
    readonly client: string;
    readonly session: string | null;
    readonly targeting: Targeting;
    readonly signal: AbortSignal;
  },
) {
  const { destination, session, targeting, signal, kind, client } = request;
  const { host, port } = destination;
  const startedAtMs = Date.now();
  const startMs = performance.now();
  const tries: RequestTry[] = [];
  let bytes = { receivedBytes: 0, sentBytes: 0 };
  let result: Pick<GatewayRequest, 'outcome' | 'reason' | 'fault' | 'status'> = ended;
  const noteTry = ({ proxy_id, address }: RuleProxy, { reason, status }: Verdict, phases: PhaseDurations): void => {
    tries.push({ proxy_id, address, reason, status, phases });
  };
  const fails = (verdict: Verdict): typeof result => ({ ...verdict, outcome: 'fails', fault: faultOf(verdict) });
  const target = formatTarget(destination);
  const times = { ...defaultTimes, ...given };
  const tried = new Set<string>();
  /** Failures whose outcome is not known yet. */
  let failed: {
    proxy: RuleProxy;
    verdict: Verdict;
    pause: Pause | null;
    fault: Fault;
  }[] = [];
  let last: Verdict | undefined;
  /** When a proxy was connected to last. */
  let openedMs = startMs;
  /** The proxies that the client wants, once they are known. */
  let order: Order | undefined;

  /** Ends the use of the proxy that was chosen last. */
  let stopUsing = (): void => undefined;

  const isOn = (): boolean => running(rule.id) !== undefined;
  const choose = (): RuleProxy | undefined => {
    stopUsing();
    while (isOn()) {
      const id = pool.choose(session, tried, order);
      if (id === undefined) return undefined;
      const proxy = source.get(rule, id);
      if (proxy) {
        stopUsing = pool.use(id);
        return proxy;
      }
      pool.remove(id);
    }
    return undefined;
  };
  const connectTo: typeof connectToProxy = (proxy) => {
    const addresses = proxy.addresses.map(({ address }) => address);
    if (guard.isGateway(addresses, proxy.port)) throw new GatewayItselfError();
    if (guard.mayLeadBack(addresses, destination)) throw new LeadsBackError();
    return connectToProxy(proxy);
  };
  const classify = (proxy: RuleProxy, classified: Classified): Promise<Decision> =>
    decide(classified, pool.hasCarried(proxy.proxy_id), () => ask(proxy, times.handshake));
  /** @returns whether another proxy may do better */
  const noteFailure = (
    proxy: RuleProxy,
    { verdict, isProven }: { readonly verdict: Verdict; readonly isProven: boolean },
    phases: PhaseDurations,
  ): boolean => {
    const { reason } = verdict;
    const { proxy_id: id } = proxy;
    // A target that another proxy has reached is there, unless two say that it is not.
    let isLost = reason === 'unreachable' && pool.isReachedByAnother(id, target);
    if (isLost && last?.reason === 'unreachable') {
      pool.isLost(target);
      isLost = false;
    }
    const fault = isLost ? 'proxy' : faultOf(verdict);
    const pause =
      fault === 'proxy' && reason !== null ? pool.failed(id, reason, isProven && !isLost ? null : host) : null;
    tried.add(id);
    last = verdict;
    failed.push({ proxy, verdict, pause, fault });
    noteTry(proxy, verdict, phases);
    onAttempt({ proxy, target, phases, verdict, receivedBytes: 0, sentBytes: 0 });
    // Another target's failure would be the same through any proxy; what one does not allow or has no route to, another may have.
    return fault === 'proxy' || reason === 'no-route' || reason === 'target-not-allowed';
  };
  const report = (outcome: Parameters<Activity['fail']>[0]['outcome']): void => {
    for (const { proxy, verdict, pause, fault } of failed) {
      if (verdict.reason === null) continue;
      const { proxy_id, address, country_id, city_name } = proxy;
      activity.fail({
        ruleId: rule.id,
        target,
        reason: verdict.reason,
        status: verdict.status,
        fault,
        proxy: { proxy_id, address, country_id, city_name },
        outUntil: pause && (pause.leftMs === Infinity ? 'sync' : Date.now() + Math.round(pause.leftMs)),
        outcome,
      });
    }
    failed = [];
  };
  return {
    /**
     * Opens a connection through the next proxy that can be reached and takes the credentials.
     *
     * @param isTunnel false: only connects to the proxy, for a plain request
     */
    async open(isTunnel: boolean): Promise<Opened | Failed> {
      if (targeting.length > 0) {
        order ??= await narrow(targeting);
        if (!order) return { refusal: 'no-match', detail: describeTargeting(targeting) };
      }
      while (tried.size < maxProxies) {
        const proxy = choose();
        if (!proxy) break;
        if (!canCarry(proxy)) return { verdict: { reason: 'untestable', status: null } };
        const phases = createPhases({ ...times, lookup: lookupMs }, signal);
        try {
          const dialed = await dial(proxy, isTunnel ? destination : null, phases, times.handshake, connectTo);
          ipv6.opened(proxy.host);
          if (!isOn()) {
            dialed.socket.destroy();
            return { refusal: 'no-proxy' };
          }
          // A plain request is over only when the proxy has answered it.
          if (isTunnel) pool.succeeded(proxy.proxy_id, target);
          openedMs = performance.now();
          return { proxy, ...dialed, phases: phases.durations() };
        } catch (error) {
          if (error instanceof LeadsBackError) return { refusal: 'own-address' };
          if (error instanceof GatewayItselfError) {
            pool.remove(proxy.proxy_id);
            continue;
          }
          const classified = classifyError(phases.current(), error);
          if (classified.ifProxy.reason === 'no-route') ipv6.failed(proxy.host);
          const { verdict, isProven } = await classify(proxy, classified);
          if (signal.aborted) return { verdict: { reason: 'closed', status: null } };
          const decision = { verdict: verdict ?? classified.ifProxy, isProven };
          if (!noteFailure(proxy, decision, phases.durations())) break;
        }
      }
      return last === undefined ? { refusal: 'no-proxy' } : { verdict: last };
    },
    times,
    /** Who caused the failure of a plain request. */
    classify,
    /** The proxy that was opened failed with a plain request. @returns whether another one may do better */
    refuse: noteFailure,
    /**
     * Another proxy carries the request, or this one after others failed.
     *
     * @param status of the response to a plain request; undefined: a tunnel is open
     */
    sent({ proxy, phases }: Opened, status?: number): void {
      const { proxy_id: id } = proxy;
      const firstByte = status === undefined ? null : performance.now() - openedMs;
      noteTry(proxy, { reason: null, status: status ?? null }, { ...phases, firstByte });
      result = { outcome: 'works', reason: null, fault: null, status: status ?? null };
      if (status === undefined || status < 500) pool.succeeded(id, target);
      // Its own error or the target's: one that fails where others do not leaves the rotation.
      else if (pool.isReachedByAnother(id, target)) pool.failed(id, 'unreachable', host);
      report({ kind: 'sent', address: proxy.address });
      activity.finish(rule.id, false);
    },
    /** The client has the reason why its request could not be sent. */
    gaveUp: (why: Failed): void => {
      report({ kind: 'refused' });
      activity.finish(rule.id, true);
      result = 'refusal' in why ? refusedFor(why.refusal) : fails(why.verdict);
    },
    /** The connection ended after data had been sent. */
    broke(proxy: RuleProxy, verdict: Verdict): void {
      failed.push({ proxy, verdict, pause: null, fault: faultOf(verdict) });
      report({ kind: 'closed' });
      result = { ...fails(verdict), status: result.status };
    },
    /** A connection to a proxy has ended. */
    used({ proxy, phases }: Opened, used: Throughput): void {
      bytes = addUp(bytes, used);
      // The client has gone before the proxy answered.
      if (tries.at(-1)?.proxy_id !== proxy.proxy_id) noteTry(proxy, { reason: null, status: null }, phases);
      const last = tries.pop();
      if (last) tries.push({ ...last, bytes: addUp(last.bytes ?? { receivedBytes: 0, sentBytes: 0 }, used) });
    },
    /** The request is over, and everything about it is known. @param verdict of an answer that was not passed on */
    end(verdict?: Verdict): void {
      stopUsing();
      if (verdict && verdict.reason !== null) result = fails(verdict);
      const durationMs = performance.now() - startMs;
      onRequest?.({ startedAtMs, rule: rule.name, client, kind, host, port, ...result, ...bytes, durationMs, tries });
    },
  };
}

const ended = { outcome: 'ended', reason: null, fault: null, status: null } as const;

/** What the log says of a request that the gateway refused. */
export const refusedFor = (refusal: Refusal) =>
  ({
    outcome: 'refused',
    reason: refusal,
    fault: refusal === 'no-proxy' ? 'proxy' : 'client',
    status: null,
  }) as const;

const faultOf = ({ reason }: Verdict): Fault => (reason === null ? 'proxy' : probeReasons[reason].fault);
