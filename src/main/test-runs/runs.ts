import { asFailure, fail, type FailureError } from '../../shared/failure.ts';
import { isTestUrl, maxTestUrls, type TestRunState, type TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { ApiClient } from '../api/http/client.ts';
import { acquireLock } from '../lock.ts';
import type { Emit } from '../ports.ts';
import type { Store } from '../store/index.ts';
import type { RunEnd } from './local/run-probes.ts';
import type { ServiceBatch, TestPlan } from './plan.ts';
import { runByService, type RunEnding } from './service-run.ts';

/** Shows others that runs are not abandoned. */
export const testLockFile = (databaseFile: string): string => `${databaseFile}.test-lock`;

export interface TestedAccount {
  readonly accountId: string;
  readonly store: Store;
  /** The lock file is next to it. */
  readonly databaseFile: string;
  readonly calls: TestCalls;
  /** They do not exist, so nothing is sent. */
  readonly isDemo?: boolean;
  /** Only for runs by the service. */
  readonly client: () => Promise<ApiClient>;
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: () => void;
}

export interface TestCalls {
  readonly create: (plan: TestPlan, options: CallOptions) => Promise<number>;
  readonly plan: (testRunId: number, options: CallOptions) => Promise<void>;
  /** `readNextBatch` */
  readonly nextBatch: (
    batch: { readonly testRunId: number; readonly from: number },
    options: CallOptions,
  ) => Promise<ServiceBatch | null>;
  /** `runHere` */
  readonly probe: (testRunId: number, options: CallOptions) => Promise<RunEnd>;
}

interface RunOptions {
  /** Pauses; a request in flight is awaited. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((run: TestRunSummary) => void) | undefined;
  /** Default: all. */
  readonly testerServerIds?: readonly string[] | undefined;
}

export interface TestRunRequest extends TestedAccount, TestPlan, RunOptions {}

interface Running extends Pick<TestedAccount, 'accountId' | 'databaseFile'> {
  readonly testRunId: number;
  readonly isHere: boolean;
  /** Aborts requests in flight. */
  readonly controller: AbortController;
  stoppedState: Extract<TestRunState, 'paused' | 'canceled'> | null;
  finished: Promise<unknown>;
}

interface StartedRun {
  readonly started: TestRunSummary;
  readonly finished: Promise<TestRunSummary>;
}

export type TestRuns = ReturnType<typeof createTestRuns>;

/** Runs tests; stored progress lets them continue. */
export function createTestRuns(parts: {
  emit: Emit;
  onStopped?: ((accountId: string, run: TestRunSummary) => void) | undefined;
}) {
  const { emit, onStopped } = parts;
  const running = new Set<Running>();
  /** Of starting and running runs. */
  const selections = new Set<string>();
  const locks = new Map<string, () => void>();
  const hold = (databaseFile: string): void => {
    const release = locks.has(databaseFile) ? undefined : acquireLock(testLockFile(databaseFile));
    if (release) locks.set(databaseFile, release);
  };
  /** Held while an account has runs. */
  const releaseLock = (databaseFile: string): void => {
    if ([...running].some((run) => run.databaseFile === databaseFile)) return;
    locks.get(databaseFile)?.();
    locks.delete(databaseFile);
  };
  const isOf = (accountId: string, testRunId?: number) => (run: Running) =>
    run.accountId === accountId && (testRunId === undefined || run.testRunId === testRunId);
  /** @param isPatient awaits the service's last, perhaps paid response */
  const stop = async (
    runs: readonly Running[],
    state: NonNullable<Running['stoppedState']>,
    { isPatient = false } = {},
  ): Promise<void> => {
    for (const run of runs) {
      run.stoppedState = state;
      if (run.isHere || !isPatient) run.controller.abort();
    }
    await Promise.allSettled(runs.map((run) => run.finished));
  };

  /** Plans a stored run if needed, and runs it. */
  const begin = (account: TestedAccount & RunOptions, testRunId: number): StartedRun => {
    const { accountId, store, databaseFile, calls } = account;
    const summarize = (): TestRunSummary => {
      const run = store.testRuns.get(testRunId);
      if (!run) throw fail('not-found', 'This test run no longer exists.');
      return run;
    };
    const report = (): TestRunSummary => {
      const run = summarize();
      account.onProgress?.(run);
      emit('tests:progress', { ...run, accountId });
      return run;
    };
    const started = summarize();
    const controller = new AbortController();
    const pause = (): void => void stop([entry], 'paused', { isPatient: true });
    const signal = controller.signal;
    const work = async (): Promise<RunEnding> => {
      await calls.plan(testRunId, { signal });
      // Counts are now those of the plan.
      emit('tests:progress', { ...summarize(), accountId });
      if (started.source === 'here') {
        return endingOf(await calls.probe(testRunId, { signal, onProgress: report }));
      }
      return runByService({
        client: await account.client(),
        store,
        testRunId,
        urls: started.urls,
        testerServerIds: account.testerServerIds ?? [],
        readBatch: (from) => calls.nextBatch({ testRunId, from }, { signal }),
        signal,
        isPausing: () => entry.stoppedState !== null,
        report,
      });
    };
    const run = async (): Promise<TestRunSummary> => {
      let ending: RunEnding;
      try {
        ending = await work();
      } catch (error) {
        const { code, message } = asFailure(error);
        // The rest can be tested once the reason is gone.
        ending = code === 'canceled' ? { state: 'stopped', problem: null } : { state: 'stopped', problem: message };
      }
      const state = ending.state === 'stopped' ? (entry.stoppedState ?? 'paused') : ending.state;
      await store.whenFree(() => {
        store.testRuns.finish(testRunId, state, ending.problem);
      });
      const ended = report();
      emit('store:changed', { accountId });
      onStopped?.(accountId, ended);
      return ended;
    };
    const entry: Running = {
      accountId,
      databaseFile,
      testRunId,
      isHere: started.source === 'here',
      controller,
      stoppedState: null,
      finished: Promise.resolve(),
    };
    running.add(entry);
    account.signal?.addEventListener('abort', pause);
    const finished = run().finally(() => {
      account.signal?.removeEventListener('abort', pause);
      running.delete(entry);
      releaseLock(databaseFile);
    });
    entry.finished = finished;
    if (account.signal?.aborted === true) pause();
    return { started, finished };
  };

  const create = async (request: TestRunRequest): Promise<StartedRun> => {
    const { databaseFile, calls, signal, name, proxies, proxyUserId, settings } = request;
    const urls = request.urls.map(checkTestUrl);
    if (urls.length > maxTestUrls) {
      throw fail('invalid-input', `A run tests ${String(maxTestUrls)} URLs at most. Nothing was sent.`);
    }
    if (settings !== null && request.isDemo === true) throw noRealProxies();
    // Without keys nothing is stored.
    if (settings === null) await request.client();
    hold(databaseFile);
    try {
      const wanted = { name, urls, proxies, proxyUserId, settings };
      return begin(request, await calls.create(wanted, { signal }));
    } catch (error) {
      releaseLock(databaseFile);
      throw error;
    }
  };

  return {
    /**
     * Failures `invalid-input` for URLs, `busy` while the same proxies are tested, because tests may cost, those of
     * `createRun`.
     */
    async start(request: TestRunRequest): Promise<StartedRun> {
      const { accountId, proxies, settings } = request;
      const selection = JSON.stringify([accountId, proxies, settings === null]);
      if (selections.has(selection)) throw busy();
      selections.add(selection);
      const release = (): void => void selections.delete(selection);
      try {
        const run = await create(request);
        run.finished.then(release, release);
        return run;
      } catch (error) {
        release();
        throw error;
      }
    },
    /**
     * Continues a run without repeating unanswered requests.
     *
     * @throws FailureError `not-found`; `invalid-input` if it has ended or is running
     */
    async resume(account: TestedAccount & RunOptions, testRunId: number): Promise<StartedRun> {
      const { store, databaseFile } = account;
      const source = store.testRuns.get(testRunId)?.source;
      if (source === 'here' && account.isDemo === true) throw noRealProxies();
      if (source === 'service') await account.client();
      hold(databaseFile);
      try {
        await store.whenFree(() => store.testRuns.resume(testRunId));
        return begin(account, testRunId);
      } catch (error) {
        releaseLock(databaseFile);
        throw error;
      }
    },
    running: () => [...running].map(({ accountId, testRunId }) => ({ accountId, testRunId })),
    /** Awaits a request in flight; the run can continue. */
    pause: (accountId: string, testRunId: number) =>
      stop([...running].filter(isOf(accountId, testRunId)), 'paused', { isPatient: true }),
    cancel: (accountId: string, testRunId: number) => stop([...running].filter(isOf(accountId, testRunId)), 'canceled'),
    /** Pauses all runs of an account, which can continue later. */
    pauseAccount: (accountId: string) => stop([...running].filter(isOf(accountId)), 'paused'),
    pauseAll: () => stop([...running], 'paused'),
  };
}

function endingOf(end: RunEnd): RunEnding {
  switch (end) {
    case 'finished':
      return { state: 'finished', problem: null };
    case 'unsure':
      return {
        state: 'finished',
        problem:
          'This machine may have been offline: neither a proxy nor the service answered at the end. The results were saved. Test the failed proxies again.',
      };
    case 'canceled':
      return { state: 'stopped', problem: null };
    case 'offline':
      return {
        state: 'stopped',
        problem: 'This machine is offline. The results so far were saved. Resume the run when the network is back.',
      };
    case 'data-limit':
      return {
        state: 'canceled',
        problem: 'The data limit of this run was reached. The results so far were saved.',
      };
  }
}

const noRealProxies = (): FailureError =>
  fail(
    'invalid-input',
    'The demo has no real proxies, so this machine cannot test them. Nothing was sent. Let the service test them.',
  );

const busy = (): FailureError =>
  fail('busy', 'A test of the same proxies is running. Nothing was sent. Wait until it has ended, or cancel it first.');

/**
 * Accepts http and https.
 *
 * @throws FailureError `invalid-input`
 */
function checkTestUrl(text: string): string {
  const trimmed = text.trim();
  if (isTestUrl(trimmed)) return trimmed;
  const url = URL.parse(trimmed);
  if (url && url.username + url.password !== '') {
    throw fail(
      'invalid-input',
      'A test URL must not contain a user name or a password: it is sent to the service and stored with the results. Nothing was sent.',
    );
  }
  throw fail('invalid-input', `"${text}" is not a full http:// or https:// URL.`);
}
