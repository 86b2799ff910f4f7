import type { Rows } from '../../shared/rows.ts';
import { asFailure, fail } from '../../shared/failure.ts';
import { maxProxiesPerBatch, type LocalTestSettings, type TestEstimate } from '../../shared/test-runs/test-run.ts';
import type { Store } from '../store/index.ts';
import type { PlannedProxy } from '../store/user/tested-proxies.ts';
import { prepareBatches, type TestedProxy } from './batches.ts';

/** What a run is going to test, and how. */
export interface TestPlan {
  readonly name: string;
  readonly urls: readonly string[];
  readonly proxies: Rows;
  /** The user whose credentials are used; null: each proxy's default proxy user. */
  readonly proxyUserId: string | null;
  /** Null: the service tests. */
  readonly settings: LocalTestSettings | null;
}

/**
 * Stores a run with everything that it is going to test, so that it can continue after a crash.
 *
 * @returns its ID
 * @throws FailureError `nothing-to-do` if no proxy can be tested, `passwords-locked`
 */
export async function planRun(
  store: Store,
  { name, urls, proxies, proxyUserId, settings }: TestPlan,
  signal: AbortSignal,
): Promise<number> {
  const { plan, skippedCount } = readPlan(store, { proxies, proxyUserId, settings });
  if (plan.length === 0) throw nothingToTest();
  return store.whenFree(
    () =>
      store.testRuns.start({
        name,
        ...(settings === null ? { source: 'service' } : { source: 'here', settings }),
        urls,
        proxyUserId,
        proxies,
        proxyCount: plan.length,
        skippedCount,
        batchCount: settings === null ? Math.ceil(plan.length / maxProxiesPerBatch) : 0,
        plan,
      }),
    signal,
  );
}

/** The proxies that a run would test, and how many it would skip. */
export function readPlan(
  store: Store,
  { proxies, proxyUserId, settings }: Pick<TestPlan, 'proxies' | 'proxyUserId' | 'settings'>,
): { readonly plan: readonly PlannedProxy[]; readonly skippedCount: number } {
  if (settings === null) {
    const { batches, skippedCount } = prepareBatches(store, proxies, proxyUserId);
    return { plan: batches.flat(), skippedCount };
  }
  const { protocol, ip } = settings;
  const hasDefaultCredentials = proxyUserId === null;
  const request = { rows: proxies, accessibleTo: proxyUserId, protocol, ip, hasDefaultCredentials };
  const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
  const plan = [...store.proxies.addresses(request)].flatMap((address) => {
    const { proxy_id, host, port, defaultCredentials } = address;
    const credentials = ofUser ?? defaultCredentials;
    const isUsable = typeof credentials?.password === 'string';
    return host !== null && port !== null && isUsable ? [{ proxy_id, host, port }] : [];
  });
  return { plan, skippedCount: store.proxies.countOf(proxies) - plan.length };
}

/** A small page over TLS, with its handshakes. */
const usualBytes = 8000;

/** What a run from here would do; nothing is stored. */
export function estimateRun(
  store: Store,
  plan: Pick<TestPlan, 'proxies' | 'proxyUserId' | 'urls'> & {
    readonly settings: LocalTestSettings;
  },
): TestEstimate {
  const { plan: planned, skippedCount } = readPlan(store, plan);
  const { repeatCount, judgeUrl } = plan.settings;
  const requestCount = planned.length * (plan.urls.length * repeatCount + (judgeUrl === null ? 0 : 1));
  const measured = store.testRuns.usualBytes(plan.urls);
  return {
    proxyCount: planned.length,
    skippedCount,
    requestCount,
    bytes: Math.round(requestCount * (measured ?? usualBytes)),
    isMeasured: measured !== null,
  };
}

/** A batch of a run by the service: what is sent, and the places of its proxies in the plan. */
export interface ServiceBatch {
  readonly proxies: readonly TestedProxy[];
  readonly positions: readonly number[];
  /** The places of those that have got another address or port since the run was planned, or were removed. */
  readonly gonePositions: readonly number[];
}

/**
 * The next proxies that a run by the service sends; those that can't be tested any more are left out of `proxies`.
 *
 * @param from the first position of the plan that is looked at
 * @returns null: all were sent
 */
export function readNextBatch(
  store: Store,
  { testRunId, from }: { readonly testRunId: number; readonly from: number },
): ServiceBatch | null {
  const run = store.testRuns.get(testRunId);
  const planned = store.testRuns.planned(testRunId, from, maxProxiesPerBatch);
  if (!run || planned.length === 0) return null;
  const ids = planned.map(({ proxy_id }) => proxy_id);
  const present = new Map(readTestable(store, ids, run.proxyUserId).map((proxy) => [proxy.proxy_id, proxy]));
  const isGone = ({ proxy_id, host, port }: PlannedProxy): boolean => {
    const proxy = present.get(proxy_id);
    if (!proxy) return store.proxies.get(proxy_id) === undefined;
    return proxy.host !== host || proxy.port !== port;
  };
  const gone = planned.filter(isGone);
  const left = planned.filter((proxy) => !gone.includes(proxy));
  return {
    proxies: left.flatMap(({ proxy_id }) => present.get(proxy_id) ?? []),
    positions: left.map(({ position }) => position),
    gonePositions: gone.map(({ position }) => position),
  };
}

/** Those of some proxies that can be sent now. */
function readTestable(store: Store, ids: readonly string[], proxyUserId: string | null): readonly TestedProxy[] {
  try {
    return prepareBatches(store, { kind: 'ids', ids }, proxyUserId).batches.flat();
  } catch (error) {
    if (asFailure(error).code !== 'nothing-to-do') throw error;
    return [];
  }
}

const nothingToTest = (): Error =>
  fail(
    'nothing-to-do',
    'None of the selected proxies can be tested. They need an address and a port of this protocol, and credentials, ' +
      'and the proxy user needs access to them. Nothing was sent.',
  );
