import { asFailure, fail, type Failure, type FailureError } from '../../shared/failure.ts';
import type { ProxySelection, TestRunSummary } from '../../shared/test-run.ts';
import type { ApiClient } from '../api/http/client.ts';
import { createProxyTestRun } from '../api/proxy-test-run.ts';
import type { Emit } from '../ports.ts';
import type { Store } from '../store/contract.ts';
import { acquireLock } from '../store/files/lock.ts';
import type { TestBatches } from './batches.ts';
import { matchResults } from './results.ts';

/** The lock that shows other processes that the runs stored as running are not abandoned. */
export const testLockFile = (databaseFile: string): string => `${databaseFile}.test-lock`;

export interface TestRunRequest {
  readonly accountId: string;
  readonly store: Store;
  /** While a run is in progress, its lock file is next to this file. */
  readonly databaseFile: string;
  readonly client: ApiClient;
  /** Reads the batches, see `prepareBatches`; called once the URLs are known to be right. */
  readonly readBatches: () => Promise<TestBatches>;
  readonly urls: readonly string[];
  readonly proxyUserId: string | null;
  /** What `readBatches` reads, for another try. */
  readonly proxies?: ProxySelection | undefined;
  /** The tester servers; none: all of them. The specification does not list them. */
  readonly testerServerIds?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((run: TestRunSummary) => void) | undefined;
}

interface Running {
  readonly accountId: string;
  readonly databaseFile: string;
  readonly testRunId: number;
  readonly controller: AbortController;
  finished: Promise<unknown>;
}

export type TestRuns = ReturnType<typeof createTestRuns>;

/** Runs tests of the service, batch after batch; each batch is sent only once. */
export function createTestRuns(parts: { emit: Emit }) {
  const { emit } = parts;
  const running = new Set<Running>();
  const locks = new Map<string, () => void>();
  const hold = (databaseFile: string): void => {
    const release = locks.has(databaseFile) ? undefined : acquireLock(testLockFile(databaseFile));
    if (release) locks.set(databaseFile, release);
  };
  /** The lock is held until the last run of an account has ended. */
  const releaseLock = (databaseFile: string): void => {
    if ([...running].some((run) => run.databaseFile === databaseFile)) return;
    locks.get(databaseFile)?.();
    locks.delete(databaseFile);
  };
  const stop = async (runs: readonly Running[]): Promise<void> => {
    for (const run of runs) run.controller.abort();
    await Promise.allSettled(runs.map((run) => run.finished));
  };

  return {
    /**
     * Starts a run; `finished` settles when its last batch has. Failures `invalid-input`
     * for URLs, and those of `readBatches`.
     */
    async start(
      request: TestRunRequest,
    ): Promise<{ started: TestRunSummary; finished: Promise<TestRunSummary> }> {
      const { accountId, store, databaseFile, proxyUserId } = request;
      const urls = request.urls.map(checkTestUrl);
      const batches = await request.readBatches();
      const run = {
        urls,
        proxyUserId,
        proxies: request.proxies,
        proxyCount: batches.proxyCount,
        skippedCount: batches.skippedCount,
        batchCount: batches.batches.length,
      };
      hold(databaseFile);
      let testRunId: number;
      try {
        testRunId = await store.whenFree(() => store.testRuns.start(run));
      } catch (error) {
        releaseLock(databaseFile);
        throw error;
      }
      const summarize = (): TestRunSummary => {
        const run = store.testRuns.get(testRunId);
        if (!run) throw fail('not-found', 'This test run no longer exists.');
        return run;
      };
      const report = (): TestRunSummary => {
        const run = summarize();
        request.onProgress?.(run);
        emit('tests:progress', { ...run, accountId });
        return run;
      };
      const controller = new AbortController();
      const signal = request.signal
        ? AbortSignal.any([request.signal, controller.signal])
        : controller.signal;
      const sent = sendBatches({ ...request, urls, signal }, batches, testRunId, report);
      const finished = sent
        .finally(() => {
          running.delete(entry);
          releaseLock(databaseFile);
        })
        .then(() => {
          const run = report();
          emit('store:changed', { accountId, resources: ['tests'] });
          return run;
        });
      const entry: Running = { accountId, databaseFile, testRunId, controller, finished };
      running.add(entry);
      return { started: summarize(), finished };
    },
    /** Aborts a run, also during a request, and waits until it has ended. */
    cancel: (accountId: string, testRunId: number) =>
      stop(
        [...running].filter((run) => run.accountId === accountId && run.testRunId === testRunId),
      ),
    cancelAccount: (accountId: string) =>
      stop([...running].filter((run) => run.accountId === accountId)),
    cancelAll: () => stop([...running]),
  };
}

/** Failures after which the next batch would only fail in the same way. */
const endsTheRun = new Set<Failure['code']>(['keys-refused', 'unreachable', 'tls', 'canceled']);

async function sendBatches(
  {
    client,
    store,
    urls,
    testerServerIds = [],
    signal,
  }: Omit<TestRunRequest, 'signal'> & { signal: AbortSignal },
  { batches }: TestBatches,
  testRunId: number,
  report: () => void,
): Promise<void> {
  let succeeded = 0;
  let last: Failure | null = null;
  const isCanceled = (): boolean => signal.aborted;
  const finishBatch = (batch: Parameters<Store['testRuns']['finishBatch']>[1]): Promise<void> =>
    store.whenFree(() => {
      store.testRuns.finishBatch(testRunId, batch);
    });
  for (const batch of batches) {
    if (isCanceled()) break;
    try {
      const proxies = batch.map(({ proxy_id, proxy_string }) => ({ proxy_id, proxy_string }));
      const servers = testerServerIds.length > 0 && { proxy_tester_server_id: testerServerIds };
      const data = await createProxyTestRun(client, { proxies, urls, ...servers }, { signal });
      const results = matchResults(data, batch);
      if (results.length === 0) throw noResults();
      await finishBatch({ results, problem: null });
      succeeded += 1;
    } catch (error) {
      last = asFailure(error);
      if (isCanceled()) break;
      await finishBatch({ results: [], problem: last });
      if (endsTheRun.has(last.code)) break;
    }
    report();
  }
  const state = isCanceled() ? 'canceled' : succeeded > 0 ? 'finished' : 'failed';
  const problem = state === 'canceled' ? null : (last?.message ?? null);
  await store.whenFree(() => {
    store.testRuns.finish(testRunId, state, problem);
  });
}

const noResults = (): FailureError =>
  fail(
    'incomplete',
    'The service responded without results for some proxies. Test them again, or check the tester servers.',
  );

/**
 * Checks a URL to test against: http or https.
 *
 * @throws FailureError `invalid-input`
 */
function checkTestUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url && url.username + url.password !== '') {
    throw fail(
      'invalid-input',
      'A test URL must not contain a user name or a password: it is sent to the service and stored with the results. Nothing was sent.',
    );
  }
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return text.trim();
  throw fail('invalid-input', `"${text}" is not a full http:// or https:// URL.`);
}
