import type { Rows } from '../../shared/rows.ts';
import { fail } from '../../shared/failure.ts';
import {
  maxProxiesPerBatch,
  type LocalTestSettings,
  type SkippedOfTest,
  type SkippedOfTestReason,
  type TestEstimate,
} from '../../shared/test-runs/test-run.ts';
import { hasIpv6Address, isRemoteIpv6 } from '../dial/ipv6-route.ts';
import type { Store } from '../store/index.ts';
import type { PlannedProxy } from '../store/user/tested-proxies.ts';
import type { ProxyUserCredentials } from '../store/types.ts';

/** `proxy_string` is `<host>:<port>:<username>:<password>`. */
export interface TestedProxy {
  readonly proxy_id: string;
  readonly proxy_string: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Lists proxies that the service can test: with address, port and fitting credentials.
 *
 * @param proxyUserId with access and credentials; null: each proxy's default user
 * @throws FailureError `passwords-locked`
 */
export function* listTestable(store: Store, rows: Rows, proxyUserId: string | null): Generator<TestedProxy, undefined> {
  const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
  const usable = new Set<string>();
  // The specification shows only IPv4 and HTTP.
  for (const [ip, protocol] of [
    ['4', 'http'],
    ['4', 'socks5'],
    ['6', 'http'],
    ['6', 'socks5'],
  ] as const) {
    const addresses = store.proxies.addresses({
      rows,
      accessibleTo: proxyUserId,
      protocol,
      ip,
      hasDefaultCredentials: proxyUserId === null,
    });
    for (const { proxy_id, host: address, port, defaultCredentials } of addresses) {
      if (address === null || port === null || usable.has(proxy_id)) continue;
      usable.add(proxy_id);
      const host = ip === '6' ? `[${address}]` : address;
      const proxy_string = formatProxyString(host, port, ofUser ?? defaultCredentials);
      if (proxy_string !== undefined) yield { proxy_id, proxy_string, host, port };
    }
  }
}

function formatProxyString(
  host: string,
  port: number,
  credentials: ProxyUserCredentials | undefined,
): string | undefined {
  if (!credentials || credentials.password === null) return undefined;
  const { username, password } = credentials;
  // The last field may have colons.
  if (username.includes(':') || /[\r\n]/.test(username + password)) return undefined;
  return `${host}:${String(port)}:${username}:${password}`;
}

export interface TestPlan {
  readonly name: string;
  readonly urls: readonly string[];
  readonly proxies: Rows;
  /** Null: each proxy's default user. */
  readonly proxyUserId: string | null;
  /** Null: the service tests. */
  readonly settings: LocalTestSettings | null;
}

/**
 * Stores a run, to be planned when it begins.
 *
 * @throws FailureError `nothing-to-do` without a testable proxy, `passwords-locked`
 */
export async function createRun(
  store: Store,
  { name, urls, proxies, proxyUserId, settings }: TestPlan,
  signal: AbortSignal,
): Promise<number> {
  if (!hasTestable(store, { proxies, proxyUserId, settings })) throw nothingToTest();
  const proxyCount = store.proxies.countOf(proxies);
  return store.whenFree(
    () =>
      store.testRuns.start({
        name,
        ...(settings === null ? { source: 'service' } : { source: 'here', settings }),
        urls,
        proxyUserId,
        proxies,
        proxyCount,
        skippedCount: 0,
        batchCount: 0,
      }),
    signal,
  );
}

/**
 * Stores the plan in one transaction, so that it can continue after a crash.
 *
 * @throws FailureError `nothing-to-do` without a testable proxy, `passwords-locked`
 */
export async function planRun(store: Store, testRunId: number, signal: AbortSignal): Promise<void> {
  const run = store.testRuns.get(testRunId);
  const proxies = store.testRuns.proxies(testRunId);
  // Earlier versions stored a plan, no selection.
  if (!run || proxies === null || store.testRuns.isPlanned(testRunId)) return;
  const { proxyUserId, settings } = run;
  const { plan, skippedCount, skipped } = readPlan(store, { proxies, proxyUserId, settings });
  if (plan.length === 0) throw nothingToTest();
  const batchCount = settings === null ? Math.ceil(plan.length / maxProxiesPerBatch) : 0;
  await store.whenFree(() => {
    store.testRuns.plan(testRunId, { plan, skippedCount, skipped, batchCount });
  }, signal);
}

type Selection = Pick<TestPlan, 'proxies' | 'proxyUserId' | 'settings'>;

function hasTestable(store: Store, selection: Selection): boolean {
  for (const _ of listPlanned(store, selection, { hasIpv6: hasIpv6Address() })) return true;
  return false;
}

/** Reads the proxies of a run, and counts those it skips. */
export function readPlan(
  store: Store,
  selection: Selection,
  hasIpv6: () => boolean = hasIpv6Address,
): { readonly plan: readonly PlannedProxy[]; readonly skippedCount: number; readonly skipped: SkippedOfTest } {
  const skipped: { [Reason in SkippedOfTestReason]?: number } = {};
  const plan = [
    ...listPlanned(store, selection, {
      hasIpv6: hasIpv6(),
      onSkip: (reason) => {
        skipped[reason] = (skipped[reason] ?? 0) + 1;
      },
    }),
  ];
  const { proxies, proxyUserId, settings } = selection;
  const noAccess = settings === null ? 0 : store.proxies.countInaccessible(proxies, proxyUserId);
  return {
    plan,
    skippedCount: store.proxies.countOf(proxies) - plan.length,
    skipped: noAccess === 0 ? skipped : { ...skipped, 'no-access': noAccess },
  };
}

/** Testable proxies in row order; others go to `onSkip`. */
function* listPlanned(
  store: Store,
  { proxies, proxyUserId, settings }: Selection,
  { hasIpv6, onSkip }: { readonly hasIpv6: boolean; readonly onSkip?: (reason: SkippedOfTestReason) => void },
): Generator<PlannedProxy, undefined> {
  if (settings === null) return yield* listTestable(store, proxies, proxyUserId);
  const { protocol, ip } = settings;
  const hasDefaultCredentials = proxyUserId === null;
  const request = { rows: proxies, accessibleTo: proxyUserId, protocol, ip, hasDefaultCredentials };
  const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
  for (const { proxy_id, host, port, defaultCredentials } of store.proxies.addresses(request)) {
    const credentials = ofUser ?? defaultCredentials;
    if (host === null) onSkip?.('no-address');
    else if (port === null) onSkip?.('no-port');
    else if (typeof credentials?.password !== 'string') onSkip?.('no-password');
    else if (!hasIpv6 && isRemoteIpv6(host)) onSkip?.('no-ipv6');
    else yield { proxy_id, host, port };
  }
}

/** A small page over TLS. */
const usualBytes = 8000;

/** Estimates a local run; stores nothing. */
export function estimateRun(
  store: Store,
  plan: Pick<TestPlan, 'proxies' | 'proxyUserId' | 'urls'> & {
    readonly settings: LocalTestSettings;
  },
): TestEstimate {
  const { plan: planned, skippedCount, skipped } = readPlan(store, plan);
  const { repeatCount, judgeUrl } = plan.settings;
  const resultCount = planned.length * plan.urls.length * repeatCount;
  const requestCount = resultCount + (judgeUrl === null ? 0 : planned.length);
  const measured = store.testRuns.usualBytes(plan.urls);
  return {
    proxyCount: planned.length,
    skippedCount,
    skipped,
    requestCount,
    bytes: Math.round(measured === null ? requestCount * usualBytes : resultCount * measured),
    isMeasured: measured !== null,
  };
}

export interface ServiceBatch {
  readonly proxies: readonly TestedProxy[];
  readonly positions: readonly number[];
  readonly gonePositions: readonly number[];
}

/**
 * Reads the next testable batch.
 *
 * @param from the first position
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
  const testable = listTestable(store, { kind: 'ids', ids }, run.proxyUserId);
  const present = new Map([...testable].map((proxy) => [proxy.proxy_id, proxy]));
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

const nothingToTest = (): Error =>
  fail(
    'nothing-to-do',
    'None of the selected proxies can be tested. They need an address, a port of the protocol that is tested, and ' +
      'credentials, and the proxy user needs access to them. Nothing was sent.',
  );
