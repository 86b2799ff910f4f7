import type { GatewayProxy, GatewayRule, Refusal } from '../../shared/gateway/gateway.ts';
import { probeReasons } from '../../shared/testing/local-test.ts';
import type { Verdict } from '../dial/judge-error.ts';
import { canCarry, type Destination, type DialedProxy } from '../dial/tunnel.ts';
import type { Activity } from './activity.ts';
import { dial, type DialPhases, type DialTimes } from './dial.ts';
import type { Pause, Pool } from './pool.ts';
import type { ProxyConnection } from '../dial/proxy-connection.ts';

/** A proxy as it is cached now. */
export interface RuleProxy extends DialedProxy, GatewayProxy {}

/** Where the proxies of rules come from. */
export interface ProxySource {
  /** IDs of the proxies that a rule finds and does not skip, in the order of the cache, and how many it finds. */
  find(
    rule: GatewayRule,
  ): Promise<{ readonly ids: readonly string[]; readonly foundCount: number }>;
  /** The proxy with the credentials of the rule; undefined: it is no longer cached, or cannot be used. */
  get(rule: GatewayRule, proxyId: string): RuleProxy | undefined;
}

/** A rule that is on, with its proxies. */
export interface RunningRule {
  readonly rule: GatewayRule;
  readonly pool: Pool;
}

/** What became of one attempt to use a proxy. */
export interface Attempt {
  readonly proxy: RuleProxy;
  /** Host and port. */
  readonly target: string;
  readonly phases: DialPhases;
  /** Reason null: it worked. */
  readonly verdict: Verdict;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

export interface AttemptParts {
  readonly source: ProxySource;
  readonly activity: Activity;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly times?: DialTimes | undefined;
}

export interface Opened extends ProxyConnection {
  readonly proxy: RuleProxy;
  readonly head: Buffer;
  readonly phases: DialPhases;
}

/** Why a request could not be sent. */
export type Failed = { readonly refusal: Refusal } | { readonly verdict: Verdict };

/** The first proxy, and two more. */
const mostProxies = 3;

/** Tries proxies for one request, one after another. */
export type Attempts = ReturnType<typeof createAttempts>;

/**
 * @param request.session what sticks to its proxy
 * @param request.signal the client has gone
 */
export function createAttempts(
  { source, activity, onAttempt, times }: AttemptParts,
  { rule, pool }: RunningRule,
  request: {
    readonly target: string;
    readonly session: string | null;
    readonly signal: AbortSignal;
  },
) {
  const { target, session, signal } = request;
  const tried = new Set<string>();
  /** Failures whose outcome is not known yet. */
  let failed: { proxy: RuleProxy; verdict: Verdict; pause: Pause | null }[] = [];
  let last: Verdict | undefined;

  const choose = (): RuleProxy | undefined => {
    for (;;) {
      const id = pool.choose(session, tried);
      if (id === undefined) return undefined;
      const proxy = source.get(rule, id);
      if (proxy) return proxy;
      pool.remove(id);
    }
  };
  const noteFailure = (proxy: RuleProxy, verdict: Verdict, phases: DialPhases): void => {
    const { reason } = verdict;
    const isAtFault = reason !== null && probeReasons[reason].fault === 'proxy';
    const pause = isAtFault ? pool.failed(proxy.proxy_id, reason) : null;
    tried.add(proxy.proxy_id);
    last = verdict;
    failed.push({ proxy, verdict, pause });
    onAttempt({ proxy, target, phases, verdict, receivedBytes: 0, sentBytes: 0 });
  };
  const report = (outcome: Parameters<Activity['fail']>[0]['outcome']): void => {
    for (const { proxy, verdict, pause } of failed) {
      if (verdict.reason === null) continue;
      const { proxy_id, address, country_id, city_name } = proxy;
      activity.fail({
        ruleId: rule.id,
        target,
        reason: verdict.reason,
        status: verdict.status,
        fault: probeReasons[verdict.reason].fault,
        proxy: { proxy_id, address, country_id, city_name },
        outUntil: pause && (pause.untilMs === Infinity ? 'sync' : pause.untilMs),
        outcome,
      });
    }
    failed = [];
  };
  return {
    /**
     * Opens a connection through the next proxy that can be reached and takes the credentials.
     *
     * @param destination null: only connects to the proxy, for a plain request
     */
    async open(destination: Destination | null): Promise<Opened | Failed> {
      while (tried.size < mostProxies) {
        const proxy = choose();
        if (!proxy) break;
        if (!canCarry(proxy)) return { verdict: { reason: 'untestable', status: null } };
        const dialed = await dial(proxy, destination, signal, times);
        if (signal.aborted) {
          if (dialed.ok) dialed.socket.destroy();
          return { verdict: { reason: 'closed', status: null } };
        }
        if (dialed.ok) {
          // A plain request is over only when the proxy has answered it.
          if (destination !== null) pool.succeeded(proxy.proxy_id);
          return { proxy, ...dialed };
        }
        noteFailure(proxy, dialed.verdict, dialed.phases);
        if (!mayUseAnother(dialed.verdict)) break;
      }
      return last === undefined ? { refusal: 'no-proxy' } : { verdict: last };
    },
    /** The proxy that was opened refused a plain request. */
    refuse: noteFailure,
    /** Another proxy carries the request, or this one after others failed. */
    sent(proxy: RuleProxy): void {
      pool.succeeded(proxy.proxy_id);
      report({ kind: 'sent', address: proxy.address });
    },
    /** The client was told why its request could not be sent. */
    gaveUp: (): void => {
      report({ kind: 'refused' });
    },
    /** The connection ended after data had been sent. */
    broke(proxy: RuleProxy, verdict: Verdict): void {
      failed.push({ proxy, verdict, pause: null });
      report({ kind: 'closed' });
    },
  };
}

/** Whether the proxy, or the way to it, is to blame. A target that fails would fail again. */
export function mayUseAnother({ reason }: Verdict): boolean {
  if (reason === null) return false;
  return probeReasons[reason].fault === 'proxy' || reason === 'no-route';
}
