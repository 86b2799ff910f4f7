import type { Store } from '../store/contract.ts';
import { jobs, type JobName, type Jobs, type JobWatch } from './jobs.ts';
import { runInThread } from './run-in-thread.ts';

/** The offline copy that a job works on. */
export interface JobCopy {
  readonly accountId: string;
  readonly store: Store;
  readonly databaseFile: string;
  /** Unlocks the copy; null: the job needs no password. */
  readonly privateKey: string | null;
}

export interface JobOptions {
  /** So little work that a thread of its own would take longer. */
  readonly isBrief?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: JobWatch['onProgress'] | undefined;
}

/** The jobs that are under way. */
export interface JobRuns {
  /** Does one. Failures as of `jobs`; what a signal does is the job's. */
  run<K extends JobName>(
    copy: JobCopy,
    name: K,
    args: Jobs[K]['args'],
    options?: JobOptions,
  ): Promise<Jobs[K]['result']>;
  /** Stops those of an account, or all, and waits until they have let go of everything. */
  cancel(accountId?: string, names?: readonly JobName[]): Promise<void>;
}

interface Running {
  readonly accountId: string;
  readonly name: JobName;
  readonly controller: AbortController;
  readonly finished: Promise<unknown>;
}

/**
 * Keeps track of the jobs.
 *
 * @param threadFile the module thread.ts, as built; without it they are done in this thread
 */
export function createJobRuns(threadFile: URL | undefined): JobRuns {
  const running = new Set<Running>();
  const runHere = async <K extends JobName>(
    copy: JobCopy,
    name: K,
    args: Jobs[K]['args'],
    watch: Pick<JobWatch, 'signal' | 'onProgress'>,
  ): Promise<Jobs[K]['result']> => jobs[name](copy, args, watch);
  return {
    async run(copy, name, args, options = {}) {
      const { accountId, databaseFile, privateKey } = copy;
      const controller = new AbortController();
      const signal = options.signal
        ? AbortSignal.any([options.signal, controller.signal])
        : controller.signal;
      const watch = { signal, onProgress: options.onProgress ?? (() => undefined) };
      const finished =
        threadFile && options.isBrief !== true
          ? runInThread(threadFile, { databaseFile, privateKey }, name, args, watch)
          : runHere(copy, name, args, watch);
      const run = { accountId, name, controller, finished };
      running.add(run);
      try {
        return await finished;
      } finally {
        running.delete(run);
      }
    },
    async cancel(accountId, names) {
      const meant = [...running].filter(
        (run) =>
          (accountId ?? run.accountId) === run.accountId && (names?.includes(run.name) ?? true),
      );
      for (const { controller } of meant) controller.abort();
      await Promise.allSettled(meant.map(({ finished }) => finished));
    },
  };
}
