import type { RuleChoices } from '../../shared/gateway/gateway.ts';
import type { ProbeReason } from '../../shared/test-runs/local-test.ts';
import { createOrder, type Order } from './order.ts';

export interface Pause {
  readonly reason: ProbeReason;
  readonly failures: number;
  /** Milliseconds; Infinity: until the next sync. */
  readonly leftMs: number;
}

/** For sessions of rules that rotate in another way. */
const defaultStickyMinutes = 10;
/** Beyond it, the oldest session starts over. */
const maxSessions = 10_000;
const maxTargets = 1_000;
const minuteMs = 60_000;

interface Session {
  readonly order: Order;
  readonly proxyId: string;
  readonly untilMs: number;
  leftRequests: number;
}

export type Pool = ReturnType<typeof createPool>;

/**
 * Creates the pool of a rule, empty at first. Choosing takes as long for a million proxies as for ten.
 *
 * @param nowMs monotonic: a clock that is set back would prolong pauses and sessions
 * @param isIpv6Missing whether this machine cannot reach IPv6 addresses
 */
export function createPool(
  rule: Pick<RuleChoices, 'rotation' | 'failuresInRow' | 'pauseMinutes'>,
  nowMs: () => number = () => performance.now(),
  isIpv6Missing: () => boolean = () => false,
) {
  const { rotation, failuresInRow, pauseMinutes } = rule;
  /** Sessions end after a time or a number of requests. */
  const sessionMs =
    rotation.kind === 'count'
      ? Infinity
      : (rotation.kind === 'sticky' ? rotation.minutes : defaultStickyMinutes) * minuteMs;
  const sessionRequests = rotation.kind === 'count' ? rotation.requests : Infinity;
  let idCount = 0;
  const paused = new Map<string, Omit<Pause, 'leftMs'> & { readonly untilMs: number }>();
  const removed = new Set<string>();
  let ipv6Ids: ReadonlySet<string> = new Set();
  /** Left out because they have IPv6 only. */
  const unreached = new Set<string>();
  /** In a row, with the hosts that can have caused them. */
  const failures = new Map<string, { readonly count: number; readonly hosts: readonly string[] }>();
  /** Proxies that carried a request since the last sync. */
  const carried = new Set<string>();
  /** By target, the proxy that reached it last. */
  const reached = new Map<string, string>();
  const sessions = new Map<string, Session>();
  /** Open requests by proxy. */
  const loads = new Map<string, number>();
  const loadOf = rotation.kind === 'least' ? (id: string): number => loads.get(id) ?? 0 : undefined;
  let nextReturnMs = Infinity;

  const isUnreached = (id: string): boolean => ipv6Ids.has(id) && isIpv6Missing();
  const isUsable = (id: string): boolean => !paused.has(id) && !removed.has(id) && !isUnreached(id);
  /** Numbered; the rule's own first. */
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
     * Takes the IDs that the rule finds. Sessions leave proxies that are gone.
     *
     * @param isSynced gives refused credentials another chance
     * @param ofIpv6 those with IPv6 only
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
    /** Adds an empty order for a part of the proxies, which shares pauses, failures and the limit of sessions. */
    add,
    /** Takes the IDs of an order. Sessions leave other proxies. */
    fill: (order: Order, found: readonly string[]): void => {
      fillOrder(order, found);
    },
    drop(order: Order): void {
      orders.delete(order);
      for (const [name, session] of sessions) {
        if (session.order === order) sessions.delete(name);
      }
    },
    /**
     * Chooses a proxy; undefined: none is in rotation.
     *
     * @param session sticks to its proxy as the rule says; null: none
     * @param tried proxies to avoid
     * @param order to choose from, with its own sessions
     */
    choose(session: string | null, tried: Pick<ReadonlySet<string>, 'has'>, order: Order = own): string | undefined {
      if (rotation.kind === 'fixed') {
        // Such rules are about one address.
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
    /** Counts a request on a proxy. @returns the function that ends this */
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
    /** Removes a proxy that is no longer cached or has no address. */
    remove(id: string): void {
      paused.delete(id);
      unreached.delete(id);
      removed.add(id);
    },
    /** @param target that it reached */
    succeeded(id: string, target?: string): void {
      failures.delete(id);
      carried.add(id);
      if (target === undefined) return;
      reached.delete(target);
      reached.set(target, id);
      const [oldest] = reached.keys();
      if (reached.size > maxTargets && oldest !== undefined) reached.delete(oldest);
    },
    /** Since the last sync. */
    hasCarried: (id: string): boolean => carried.has(id),
    /** Whether another proxy reached a target after this one. */
    isReachedByAnother(id: string, target: string): boolean {
      const by = reached.get(target);
      return by !== undefined && by !== id;
    },
    /** Forgets a target that two proxies in a row could not reach. */
    isLost(target: string): void {
      reached.delete(target);
    },
    /**
     * Notes a failure. Pages choose targets, so none may empty the rotation: failures that a target can cause pause a
     * proxy only together with another host's, and while half of the proxies remain. Others, such as a refused
     * connection, always count.
     *
     * @param host that can have caused it; null: none can
     * @returns the pause; null: it stays in rotation
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
    /** Ends the pause of a proxy, or all pauses. */
    useAgain(id?: string): void {
      for (const each of id === undefined ? [...paused.keys()] : [id]) giveBack(each);
    },
    /** The latest last. */
    paused(): ReadonlyMap<string, Pause> {
      returnDue();
      const now = nowMs();
      return new Map([...paused].map(([id, { untilMs, ...pause }]) => [id, { ...pause, leftMs: untilMs - now }]));
    },
    idCount: () => idCount - removed.size,
    inRotation(): number {
      returnDue();
      const out = new Set([...removed, ...paused.keys(), ...(isIpv6Missing() ? ipv6Ids : [])]);
      return idCount - out.size;
    },
    ipv6Skipped: (): number => (isIpv6Missing() ? ipv6Ids.size : 0),
  };
}
