import { createQueue } from '../../../shared/queue.ts';
import type { LocalTestSettings } from '../../../shared/test-runs/test-run.ts';
import type { Store } from '../../store/index.ts';
import type { Observation } from '../../store/user/test-results.ts';
import type { ProxyToTest } from '../../store/user/tested-proxies.ts';
import { defaultRule } from '../../../shared/test-runs/local-test.ts';
import { probePhases } from '../../../shared/records/test-result.ts';
import { isOnline, runProbes, type ProbeJob, type RunEnd } from './run-probes.ts';
import { isIP } from 'node:net';

/** Spares disk and window. */
const storedEveryMs = 250;
const readAtOnce = 500;

/** An address page learns about the proxy. */
interface HereJob extends ProbeJob {
  readonly position: number;
  readonly isAddressPage: boolean;
  page: AddressPage | null;
  /** Shared by the proxy's requests. */
  readonly ofProxy: { hasCarried: boolean };
}

/**
 * Probes a local run at addresses that the service has not taken back, storing results a few times per second; resumed
 * runs repeat the others.
 *
 * @throws FailureError `passwords-locked`, or of a write, which ends the run
 */
export async function runHere(
  store: Store,
  testRunId: number,
  {
    signal,
    onStored,
    serviceUrl,
  }: {
    readonly signal: AbortSignal;
    readonly onStored: () => void;
    /** Asked whether this machine is online. */
    readonly serviceUrl: string;
  },
): Promise<RunEnd> {
  const run = store.testRuns.get(testRunId);
  if (!run?.settings) return 'finished';
  const { settings, bytes } = run;
  const { concurrency, requestsPerSecond, maxBytes, rule, timeoutMs } = settings;
  const part: { results: Observation[]; done: number[]; gone: number[] } = {
    results: [],
    done: [],
    gone: [],
  };
  const failed = new AbortController();
  let storedAtMs = performance.now();
  const inTurn = createQueue();
  let lastPart: Promise<void> = Promise.resolve();
  const storePart = (): void => {
    const results = part.results.splice(0);
    const donePositions = part.done.splice(0);
    const gonePositions = part.gone.splice(0);
    lastPart = inTurn(async () => {
      // The first failed write ends the run.
      failed.signal.throwIfAborted();
      await store.whenFree(() => {
        const activeMs = Math.round(performance.now() - storedAtMs);
        store.testRuns.addLocal(testRunId, { results, donePositions, gonePositions, activeMs });
        storedAtMs += activeMs;
      });
      onStored();
    });
    lastPart.catch((error: unknown) => {
      failed.abort(error);
    });
  };
  const timer = setInterval(() => {
    if (part.results.length + part.done.length + part.gone.length > 0) storePart();
  }, storedEveryMs);
  const timeoutsMs = Object.fromEntries(Object.keys(probePhases).map((phase) => [phase, timeoutMs]));
  const leftOf = new Map<number, number>();
  try {
    return await runProbes(
      {
        jobs: listJobs(store, run, settings, {
          onProxy: (position, jobCount) => {
            if (jobCount === 0) part.done.push(position);
            else leftOf.set(position, jobCount);
          },
          onGone: (position) => {
            leftOf.delete(position);
            part.gone.push(position);
          },
        }),
        concurrency,
        requestsPerSecond,
        isOnline: (known) => isOnline(known, serviceUrl),
        maxBytes: maxBytes === null ? null : Math.max(0, maxBytes - bytes),
        optionsOf: (job: HereJob) => ({
          // An address page only has to answer.
          rule: job.isAddressPage ? defaultRule : rule,
          timeoutMs: timeoutsMs,
          hasCarried: job.ofProxy.hasCarried,
          onBody: (body) => {
            if (job.isAddressPage) job.page = readAddressPage(body, job.proxy.host);
          },
        }),
      },
      ({ proxy, position, url, isAddressPage, page, ofProxy }, result) => {
        if (result.reason === null) ofProxy.hasCarried = true;
        const { proxy_id: proxyId, host, port, protocol } = proxy;
        const seen = result.reason === null ? page : null;
        part.results.push({ proxyId, host, port, protocol, url, result, isAddressPage, ...seen });
        const left = leftOf.get(position);
        // Replaced after the request was sent.
        if (left === undefined) return;
        leftOf.set(position, left - 1);
        if (left > 1) return;
        leftOf.delete(position);
        part.done.push(position);
      },
      AbortSignal.any([signal, failed.signal]),
    );
  } finally {
    clearInterval(timer);
    storePart();
    await lastPart;
  }
}

/** In order, without those with a stored result. */
function* listJobs(
  store: Store,
  {
    id,
    urls,
    proxyUserId,
  }: { readonly id: number; readonly urls: readonly string[]; readonly proxyUserId: string | null },
  settings: LocalTestSettings,
  {
    onProxy,
    onGone,
  }: {
    readonly onProxy: (position: number, jobCount: number) => void;
    readonly onGone: (position: number) => void;
  },
): Generator<Iterable<HereJob>, undefined> {
  const { repeatCount, judgeUrl } = settings;
  const requests = [
    ...Array.from({ length: repeatCount }, () => urls)
      .flat()
      .map((url) => ({ url, isAddressPage: false })),
    ...(judgeUrl === null ? [] : [{ url: judgeUrl, isAddressPage: true }]),
  ];
  const readPresent = createPresentReader(store, proxyUserId, settings);
  let from = 0;
  for (;;) {
    const planned = store.testRuns.planned(id, from, readAtOnce);
    if (planned.length === 0) return undefined;
    const presentOf = readPresent(planned);
    for (const proxy of planned) {
      const { position, resultCount } = proxy;
      const left = requests.slice(resultCount);
      onProxy(position, left.length);
      const ofProxy = { hasCarried: false };
      yield jobsOfProxy(
        left.map((request) => ({ position, page: null, ofProxy, ...request })),
        () => presentOf(proxy),
        () => {
          onGone(position);
        },
      );
    }
    from = (planned.at(-1)?.position ?? from) + 1;
  }
}

/** Stops once the proxy has moved. */
function* jobsOfProxy(
  requests: readonly Omit<HereJob, 'proxy'>[],
  findProxy: () => HereJob['proxy'] | null,
  onGone: () => void,
): Generator<HereJob, undefined> {
  for (const request of requests) {
    const proxy = findProxy();
    if (proxy === null) {
      onGone();
      return undefined;
    }
    yield { ...request, proxy };
  }
}

/**
 * Null for a removed or moved proxy: another customer at its address must not get the credentials. Syncs run meanwhile,
 * so each request reads it.
 */
function createPresentReader(
  store: Store,
  proxyUserId: string | null,
  { protocol, ip }: Pick<LocalTestSettings, 'protocol' | 'ip'>,
) {
  const read = (ids: readonly string[]) => {
    const version = store.versions().cache;
    const addresses = store.proxies.addresses({
      rows: { kind: 'ids', ids },
      accessibleTo: null,
      protocol,
      ip,
      hasDefaultCredentials: proxyUserId === null,
    });
    const proxies = new Map([...addresses].map((address) => [address.proxy_id, address]));
    const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
    return { version, proxies, ofUser };
  };
  return (planned: readonly ProxyToTest[]) => {
    const atOnce = read(planned.map(({ proxy_id }) => proxy_id));
    return ({ proxy_id, host, port }: ProxyToTest): HereJob['proxy'] | null => {
      const isCurrent = atOnce.version === store.versions().cache;
      const { proxies, ofUser } = isCurrent ? atOnce : read([proxy_id]);
      const present = proxies.get(proxy_id);
      if (present?.host !== host || present.port !== port) return null;
      // Planned proxies have a password; without it the proxy reports the failure.
      const used = ofUser ?? present.defaultCredentials;
      const credentials = used ? { username: used.username, password: used.password ?? '' } : null;
      return { proxy_id, host, port, protocol, credentials };
    };
  };
}

interface AddressPage {
  /** Null: the page did not say. */
  readonly exitAddress: string | null;
  /** Lower-case names of headers that reveal the client. */
  readonly revealingHeaders: readonly string[];
}

const revealing = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'true-client-ip',
  'forwarded',
  'via',
  'x-proxy-id',
  'proxy-connection',
  'x-bluecoat-via',
];

/**
 * Parses echoed address and headers: JSON, `HTTP_VIA = ...` lines or HTML.
 *
 * @param sold address; if the page has it, it is the exit
 */
function readAddressPage(page: string, sold: string): AddressPage {
  const addresses = page.match(/[0-9a-f.:]{3,45}/gi)?.filter((text) => isIP(text) !== 0) ?? [];
  const seen = page.toLowerCase().replaceAll('_', '-');
  return {
    exitAddress: addresses.includes(sold) ? sold : (addresses[0] ?? null),
    // Name at the start of a line or in quotes.
    revealingHeaders: revealing.filter((name) =>
      new RegExp(`(?:^|[^a-z-])(?:http-)?${name}["']?\\s*[:=]`, 'm').test(seen),
    ),
  };
}
