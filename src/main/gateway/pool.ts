import type { RuleChoices } from '../../shared/gateway/gateway.ts';
import type { ProbeReason } from '../../shared/test-runs/local-test.ts';
import { createOrder, type Order } from './order.ts';

/** A proxy that is out of rotation. */
export interface Pause {
  readonly reason: ProbeReason;
  readonly failures: number;
  /** How long it still lasts, in milliseconds; Infinity: until the next sync. */
  readonly leftMs: number;
}

/** A session name of a rule that rotates in another way. */
const defaultStickyMinutes = 10;
/** Beyond it, the oldest session starts over. */
const maxSessions = 10_000;
/** The most targets that are known to be reached. */
const maxTargets = 1_000;
const minuteMs = 60_000;

interface Session {
  readonly order: Order;
  readonly proxyId: string;
  readonly untilMs: number;
  leftRequests: number;
}

/** Chooses one of a rule's proxies for each request, and takes those that fail out of rotation. */
export type Pool = ReturnType<typeof createPool>;

/**
 * Creates the pool of a rule, empty at first. A choice takes as long for a million proxies as for ten.
 *
 * @param nowMs milliseconds of a clock that nobody sets: pauses and sessions would otherwise last as much longer as it was set back
 * @param isIpv6Missing whether this machine cannot reach proxies that have an IPv6 address only
 */
export function createPool(
  rule: Pick<RuleChoices, 'rotation' | 'failuresInRow' | 'pauseMinutes'>,
  nowMs: () => number = () => performance.now(),
  isIpv6Missing: () => boolean = () => false,
) {
  const { rotation, failuresInRow, pauseMinutes } = rule;
  /** A session ends after a time, or after a number of requests. */
  const sessionMs =
    rotation.kind === 'count'
      ? Infinity
      : (rotation.kind === 'sticky' ? rotation.minutes : defaultStickyMinutes) * minuteMs;
  const sessionRequests = rotation.kind === 'count' ? rotation.requests : Infinity;
  let idCount = 0;
  const paused = new Map<string, Omit<Pause, 'leftMs'> & { readonly untilMs: number }>();
  const removed = new Set<string>();
  let ipv6Ids: ReadonlySet<string> = new Set();
  /** Those of them that were taken out of an order because this machine cannot reach them. */
  const unreached = new Set<string>();
  /** Failures in a row, by proxy, and the hosts of those that a target can have caused. */
  const failures = new Map<string, { readonly count: number; readonly hosts: readonly string[] }>();
  /** Proxies that have carried a request since the last sync. */
  const carried = new Set<string>();
  /** Targets that were reached, each with the proxy that reached it last. */
  const reached = new Map<string, string>();
  const sessions = new Map<string, Session>();
  /** How many requests use a proxy now, or connect to it. */
  const loads = new Map<string, number>();
  const loadOf = rotation.kind === 'least' ? (id: string): number => loads.get(id) ?? 0 : undefined;
  let nextReturnMs = Infinity;

  const isUnreached = (id: string): boolean => ipv6Ids.has(id) && isIpv6Missing();
  const isUsable = (id: string): boolean => !paused.has(id) && !removed.has(id) && !isUnreached(id);
  /** Each with a number, the rule's own first. */
  const orders = new Map<Order, number>();
  let orderCount = 0;
  const add = (): Order => {
    const order = createOrder({
      isUsable,
      onTakenOut: (id) => {
        if (isUnreached(id)) unreached.add(id);
      },
    });
    orders.set(order, (orderCount += 1));
    return order;
  };
  const own = add();
  const fillOrder = (order: Order, found: readonly string[], isFound: ReadonlySet<string> = new Set(found)): void => {
    order.replace(found, rotation.kind !== 'fixed');
    for (const [name, session] of sessions) {
      if (session.order === order && !isFound.has(session.proxyId)) sessions.delete(name);
    }
  };
  const giveBackTo = (id: string): void => {
    for (const order of orders.keys()) order.giveBack(id);
  };
  const giveBack = (id: string): void => {
    paused.delete(id);
    giveBackTo(id);
  };
  const returnDue = (): void => {
    if (unreached.size > 0 && !isIpv6Missing()) {
      for (const id of unreached) giveBackTo(id);
      unreached.clear();
    }
    const now = nowMs();
    if (now < nextReturnMs) return;
    nextReturnMs = Infinity;
    for (const [id, { untilMs }] of paused) {
      if (untilMs > now) {
        nextReturnMs = Math.min(nextReturnMs, untilMs);
        continue;
      }
      giveBack(id);
      // The next request probes it: one more failure is enough.
      failures.set(id, { count: failuresInRow - 1, hosts: [] });
    }
  };
  return {
    /**
     * Takes the IDs that the rule finds now. Sessions leave a proxy that it no longer finds.
     *
     * @param isSynced after a sync: proxies that refused the credentials get another chance
     * @param ofIpv6 those that have an IPv6 address only
     */
    replace(found: readonly string[], isSynced: boolean, ofIpv6: ReadonlySet<string> = new Set()): void {
      removed.clear();
      unreached.clear();
      ipv6Ids = ofIpv6;
      if (isSynced) carried.clear();
      const isFound = new Set(found);
      for (const [id, { untilMs }] of paused) {
        if (!isFound.has(id) || (isSynced && untilMs === Infinity)) paused.delete(id);
      }
      idCount = found.length;
      fillOrder(own, found, isFound);
    },
    /** Adds an order for a part of the proxies, empty at first. Pauses, failures and the limit of sessions are those of the rule. */
    add,
    /** Takes the IDs of an order. Its sessions leave a proxy that is not among them. */
    fill: (order: Order, found: readonly string[]): void => {
      fillOrder(order, found);
    },
    /** Forgets an order and its sessions. */
    drop(order: Order): void {
      orders.delete(order);
      for (const [name, session] of sessions) {
        if (session.order === order) sessions.delete(name);
      }
    },
    /**
     * The proxy for a request; undefined: none is in rotation.
     *
     * @param session what sticks to its proxy for the time, or the number of requests, of the rule; null: nothing
     * @param tried proxies that failed this request, or are to be avoided
     * @param order what to choose from, if not from all; it has sessions of its own
     */
    choose(session: string | null, tried: Pick<ReadonlySet<string>, 'has'>, order: Order = own): string | undefined {
      if (rotation.kind === 'fixed') {
        // Another proxy would be another address, which such rules are there to avoid.
        const only = order.first();
        return only === undefined || removed.has(only) || tried.has(only) ? undefined : only;
      }
      returnDue();
      const key = session === null ? '' : `${String(orders.get(order) ?? 0)} ${session}`;
      const known = session === null ? undefined : sessions.get(key);
      if (known?.order === order && known.untilMs > nowMs() && known.leftRequests > 0) {
        if (isUsable(known.proxyId) && !tried.has(known.proxyId)) {
          known.leftRequests -= 1;
          return known.proxyId;
        }
      }
      const id = order.next(tried, loadOf);
      if (session === null || id === undefined) return id;
      sessions.delete(key);
      sessions.set(key, { order, proxyId: id, untilMs: nowMs() + sessionMs, leftRequests: sessionRequests - 1 });
      const [oldest] = sessions.keys();
      if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
      return id;
    },
    /** A request uses a proxy from now on. @returns the function that ends this */
    use(id: string): () => void {
      loads.set(id, (loads.get(id) ?? 0) + 1);
      let isUsing = true;
      return () => {
        if (!isUsing) return;
        isUsing = false;
        const load = (loads.get(id) ?? 0) - 1;
        if (load > 0) loads.set(id, load);
        else loads.delete(id);
      };
    },
    /** The proxy is no longer in the cache, or without an address. */
    remove(id: string): void {
      paused.delete(id);
      unreached.delete(id);
      removed.add(id);
    },
    /** @param target which it reached; undefined: unknown */
    succeeded(id: string, target?: string): void {
      failures.delete(id);
      carried.add(id);
      if (target === undefined) return;
      reached.delete(target);
      reached.set(target, id);
      const [oldest] = reached.keys();
      if (reached.size > maxTargets && oldest !== undefined) reached.delete(oldest);
    },
    /** Whether the proxy has carried a request since the last sync. */
    hasCarried: (id: string): boolean => carried.has(id),
    /** Whether another proxy has reached a target, and this one has not since. */
    isReachedByAnother(id: string, target: string): boolean {
      const by = reached.get(target);
      return by !== undefined && by !== id;
    },
    /** Two proxies in a row could not reach a target. */
    isLost(target: string): void {
      reached.delete(target);
    },
    /**
     * Notes a failure. A page can request any number of targets, so no target may empty the rotation: a failure that a target can have
     * caused, too, pauses a proxy only together with one of another host, and never so that less than half of the proxies remain. A
     * failure that only the proxy can have caused, such as a refused connection, always counts.
     *
     * @param host of the target, if it can have caused the failure; null: it cannot
     * @returns the pause that begins with this failure; null: it stays in rotation
     */
    failed(id: string, reason: ProbeReason, host: string | null = null): Pause | null {
      if (rotation.kind === 'fixed' || failuresInRow === 0) return null;
      const { count: before, hosts: known } = failures.get(id) ?? { count: 0, hosts: [] };
      const count = before + 1;
      const hosts = host === null || known.includes(host) ? known : [...known, host].slice(-2);
      failures.set(id, { count, hosts });
      const isRefused = reason === 'wrong-credentials';
      if (!isRefused && count < failuresInRow) return null;
      if (host !== null) {
        if (hosts.length < 2) return null;
        if ((paused.size + 1) * 2 > idCount) return null;
      }
      failures.delete(id);
      const untilMs = isRefused ? Infinity : nowMs() + pauseMinutes * minuteMs;
      paused.set(id, { reason, failures: count, untilMs });
      nextReturnMs = Math.min(nextReturnMs, untilMs);
      return { reason, failures: count, leftMs: untilMs - nowMs() };
    },
    /** Puts a proxy, or all of them, back into rotation. */
    useAgain(id?: string): void {
      for (const each of id === undefined ? [...paused.keys()] : [id]) giveBack(each);
    },
    /** The proxies that are out of rotation, the latest last. */
    paused(): ReadonlyMap<string, Pause> {
      returnDue();
      const now = nowMs();
      return new Map([...paused].map(([id, { untilMs, ...pause }]) => [id, { ...pause, leftMs: untilMs - now }]));
    },
    /** How many proxies the rule found. */
    idCount: () => idCount - removed.size,
    inRotation(): number {
      returnDue();
      const out = new Set([...removed, ...paused.keys(), ...(isIpv6Missing() ? ipv6Ids : [])]);
      return idCount - out.size;
    },
    /** How many are skipped because this machine cannot reach IPv6 addresses. */
    ipv6Skipped: (): number => (isIpv6Missing() ? ipv6Ids.size : 0),
  };
}
