import type { LocalTestSettings } from '../../../shared/testing/test-run.ts';
import type { ProxyUserCredentials } from '../../store/types.ts';
import type { Store } from '../../store/index.ts';
import type { Observation } from '../../store/user/observed-result.ts';
import type { ProxyToTest } from '../../store/user/tested-proxies.ts';
import { defaultRule } from '../../../shared/testing/local-test.ts';
import { probePhases } from '../../../shared/records/test-result.ts';
import { readJudgePage, type Judgement } from './judge-page.ts';
import type { ProbeOptions } from './probe.ts';
import { runProbes, type ProbeJob, type RunEnd } from './run-probes.ts';

/** Results are stored together, so that neither the disk nor the window has to keep up with each of them. */
const storedEveryMs = 250;
/** Proxies whose credentials are read at once. */
const readAtOnce = 500;

/** A request of the run; that to the judge learns something about the proxy. */
interface HereJob extends ProbeJob {
  readonly position: number;
  readonly isJudge: boolean;
  judgement: Judgement | null;
}

/**
 * Probes what is planned of a run from here. Results are stored a few times per second; those that are not stored when
 * the process ends are probed again once the run continues.
 *
 * @param options.certificates certificates to trust instead of the system's
 * @throws FailureError `passwords-locked`, or the failure of a write, which ends the run
 */
export async function runHere(
  store: Store,
  testRunId: number,
  { signal, onStored }: { readonly signal: AbortSignal; readonly onStored: () => void },
  options: Pick<ProbeOptions, 'certificates'> = {},
): Promise<RunEnd> {
  const run = store.testRuns.get(testRunId);
  if (!run?.settings) return 'finished';
  const { settings, bytes } = run;
  const { concurrency, requestsPerSecond, maxBytes, rule, timeoutMs } = settings;
  const part: { results: Observation[]; done: number[] } = { results: [], done: [] };
  const failed = new AbortController();
  let storedAtMs = performance.now();
  let storing = Promise.resolve();
  const storePart = (): void => {
    const results = part.results.splice(0);
    const donePositions = part.done.splice(0);
    storing = storing
      .then(() =>
        store.whenFree(() => {
          const activeMs = Math.round(performance.now() - storedAtMs);
          store.testRuns.addLocal(testRunId, { results, donePositions, activeMs });
          storedAtMs += activeMs;
        }),
      )
      .then(onStored);
    storing.catch(() => {
      failed.abort();
    });
  };
  const timer = setInterval(() => {
    if (part.results.length + part.done.length > 0) storePart();
  }, storedEveryMs);
  const timeoutsMs = Object.fromEntries(
    Object.keys(probePhases).map((phase) => [phase, timeoutMs]),
  );
  const leftOf = new Map<number, number>();
  try {
    return await runProbes(
      {
        jobs: listJobs(store, run, settings, (position, jobCount) => {
          if (jobCount === 0) part.done.push(position);
          else leftOf.set(position, jobCount);
        }),
        concurrency,
        requestsPerSecond,
        maxBytes: maxBytes === null ? null : Math.max(0, maxBytes - bytes),
        optionsOf: (job: HereJob) => ({
          ...options,
          // The rule is about the targets; a judge only has to answer.
          rule: job.isJudge ? defaultRule : rule,
          timeoutMs: timeoutsMs,
          onBody: (body) => {
            if (job.isJudge) job.judgement = readJudgePage(body, job.proxy.host);
          },
        }),
      },
      ({ proxy, position, url, judgement }, result) => {
        const { proxy_id: proxyId, host, port, protocol } = proxy;
        part.results.push({ proxyId, host, port, protocol, url, result, ...judgement });
        const left = (leftOf.get(position) ?? 1) - 1;
        leftOf.set(position, left);
        if (left > 0) return;
        leftOf.delete(position);
        part.done.push(position);
      },
      AbortSignal.any([signal, failed.signal]),
    );
  } finally {
    clearInterval(timer);
    storePart();
    await storing;
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
  onProxy: (position: number, jobCount: number) => void,
): Generator<readonly HereJob[], undefined> {
  const { protocol, ip, repeatCount, judgeUrl } = settings;
  const requests = [
    ...Array.from({ length: repeatCount }, () => urls)
      .flat()
      .map((url) => ({ url, isJudge: false })),
    ...(judgeUrl === null ? [] : [{ url: judgeUrl, isJudge: true }]),
  ];
  const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
  let from = 0;
  for (;;) {
    const planned = store.testRuns.planned(id, from, readAtOnce);
    if (planned.length === 0) return undefined;
    const credentials = ofUser ? null : readDefaults(store, planned, { protocol, ip });
    for (const { position, proxy_id, host, port, resultCount } of planned) {
      const used = credentials === null ? ofUser : credentials.get(proxy_id);
      // Only proxies with a password are planned; if it was forgotten since, the proxy reports it.
      const proxy = {
        proxy_id,
        host,
        port,
        protocol,
        credentials: used ? { username: used.username, password: used.password ?? '' } : null,
      };
      const jobs = requests
        .slice(resultCount)
        .map((request) => ({ proxy, position, judgement: null, ...request }));
      onProxy(position, jobs.length);
      yield jobs;
    }
    from = (planned.at(-1)?.position ?? from) + 1;
  }
}

/** The credentials of the default users of proxies, by proxy. */
function readDefaults(
  store: Store,
  planned: readonly ProxyToTest[],
  { protocol, ip }: Pick<LocalTestSettings, 'protocol' | 'ip'>,
): ReadonlyMap<string, ProxyUserCredentials | undefined> {
  const ids = planned.map(({ proxy_id }) => proxy_id);
  const addresses = store.proxies.addresses({
    selection: { kind: 'ids', ids },
    accessibleTo: null,
    protocol,
    ip,
    hasDefaultCredentials: true,
  });
  return new Map(
    [...addresses].map(({ proxy_id, defaultCredentials }) => [proxy_id, defaultCredentials]),
  );
}
