import type { Emit } from '../emit.ts';
import type { Store } from '../store/contract.ts';
import { saveInThread } from './save-in-thread.ts';
import { saveExport, type ExportCounts, type SaveJob } from './save.ts';

/** The offline copy that an export is read from, and the key that unlocks it. */
export interface ExportSource {
  readonly accountId: string;
  readonly store: Store;
  readonly databaseFile: string;
  readonly privateKey: string;
}

/** The exports to files that are under way. */
export interface ExportRuns {
  /** Writes one; says how far it is with `exports:progress`. Failures as of `saveExport`. */
  save(source: ExportSource, job: Pick<SaveJob, 'choices' | 'path'>): Promise<ExportCounts>;
  /** Stops those of an account, or all, and waits until no file of theirs is left. */
  cancel(accountId?: string): Promise<void>;
}

interface Running {
  readonly accountId: string;
  readonly controller: AbortController;
  readonly finished: Promise<unknown>;
}

/**
 * Keeps track of the exports to files.
 *
 * @param parts.threadFile the module thread.ts, as built; without it they run in this thread
 */
export function createExportRuns(parts: { emit: Emit; threadFile?: URL | undefined }): ExportRuns {
  const { emit, threadFile } = parts;
  const running = new Set<Running>();
  return {
    async save({ accountId, store, databaseFile, privateKey }, { choices, path }) {
      const controller = new AbortController();
      const job: SaveJob = {
        choices,
        path,
        signal: controller.signal,
        onProgress: (writtenCount) => {
          emit('exports:progress', { accountId, writtenCount });
        },
      };
      const finished = threadFile
        ? saveInThread(threadFile, { databaseFile, privateKey }, job)
        : saveExport(store, job);
      const run = { accountId, controller, finished };
      running.add(run);
      try {
        return await finished;
      } finally {
        running.delete(run);
      }
    },
    async cancel(accountId) {
      const meant = [...running].filter((run) => (accountId ?? run.accountId) === run.accountId);
      for (const { controller } of meant) controller.abort();
      await Promise.allSettled(meant.map(({ finished }) => finished));
    },
  };
}
