import { createQueue } from '../../../shared/queue.ts';
import type { LocalTestSettings } from '../../../shared/test-runs/test-run.ts';
import type { Store } from '../../store/index.ts';
import type { Observation } from '../../store/user/test-results.ts';
import type { ProxyToTest } from '../../store/user/tested-proxies.ts';
import { defaultRule } from '../../../shared/test-runs/local-test.ts';
import { probePhases } from '../../../shared/records/test-result.ts';
import { isOnline, runProbes, type ProbeJob, type RunEnd } from './run-probes.ts';
import { isIP } from 'node:net';

/** Results are stored together, so that neither the disk nor the window has to keep up with each of them. */
const storedEveryMs = 250;
/** Proxies whose credentials are read at once. */
const readAtOnce = 500;

/** A request of the run; that to the address page learns something about the proxy. */
interface HereJob extends ProbeJob {
  readonly position: number;
  readonly isAddressPage: boolean;
  page: AddressPage | null;
  /** Of all requests to the proxy. */
  readonly ofProxy: { hasCarried: boolean };
}

/**
 * Probes what is planned of a run from here, at the addresses that the service has not taken back since. Results are stored a few times per second; those that are not stored when
 * the process ends are probed again once the run continues.
 *
 * @throws FailureError `passwords-locked`, or the failure of a write, which ends the run
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
    /** The base URL of the service, which is asked whether this machine is online. */
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
      // A run ends with its first write that fails.
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
          // The rule is about the targets; an address page only has to answer.
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
        // It was replaced after this request had been sent.
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

/** The requests of each planned proxy, in the order of the run; those with a stored result are left out. */
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

/** The requests of one proxy, until it is not where it was planned any more. */
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
 * Reads proxies with the credentials that they have now, several at once; the function that it returns gives one of them,
 * or null if the proxy has got another address or port, or was removed. Another customer may have that address now, and
 * must not get the credentials. A sync may change it at any time, so it is looked at before each request.
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
      // Only proxies with a password are planned; if it was forgotten since, the proxy reports it.
      const used = ofUser ?? present.defaultCredentials;
      const credentials = used ? { username: used.username, password: used.password ?? '' } : null;
      return { proxy_id, host, port, protocol, credentials };
    };
  };
}

/** What an address page shows about a proxy. */
export interface AddressPage {
  /** The address from which the page saw the request; null: it did not say. */
  readonly exitAddress: string | null;
  /** Names of headers by which the page could tell the client, in lower case. */
  readonly revealingHeaders: readonly string[];
}

/** Headers that proxies add and that name the client, or show that there is a proxy. */
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
 * Reads an address page, which echoes the address of its client and the headers of the request in any format: JSON,
 * `HTTP_VIA = ...` lines or HTML.
 *
 * @param sold the address of the proxy: if the page contains it, it is the exit
 */
export function readAddressPage(page: string, sold: string): AddressPage {
  const addresses = page.match(/[0-9a-f.:]{3,45}/gi)?.filter((text) => isIP(text) !== 0) ?? [];
  const seen = page.toLowerCase().replaceAll('_', '-');
  return {
    exitAddress: addresses.includes(sold) ? sold : (addresses[0] ?? null),
    // As a name: at the beginning of a line or in quotes, and followed by its value.
    revealingHeaders: revealing.filter((name) =>
      new RegExp(`(?:^|[^a-z-])(?:http-)?${name}["']?\\s*[:=]`, 'm').test(seen),
    ),
  };
}
