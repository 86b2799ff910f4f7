import type { ExportChoices, ExportPreview } from '../../shared/exports/export.ts';
import type { Requests } from '../../shared/ipc.ts';
import type { ProxySelection } from '../../shared/test-run.ts';
import { readCachedAccess, type CachedAccess } from '../exports/access/check-access.ts';
import { listAccessibleIds } from '../exports/access/confirm-access.ts';
import { previewExport } from '../exports/preview.ts';
import { saveExport, type ExportCounts, type SaveJob } from '../exports/files/save.ts';
import { writeText, type ExportText } from '../exports/files/write-text.ts';
import type { Store } from '../store/contract.ts';
import { readSelection } from '../store/parse-request.ts';
import { prepareBatches, type TestBatches } from '../testing/batches.ts';
import {
  callInPlace,
  type Call,
  type CallContext,
  type CallOptions,
  type Functions,
} from './connect.ts';
import { runInWorker } from './worker.ts';

export type EditName = 'tags:change' | 'tags:remove' | 'notes:put' | 'edits:undo' | 'edits:redo';

/** Work on a cache that may take seconds. */
export interface Jobs extends Pick<Requests, EditName> {
  readonly 'exports:save': Call<Pick<SaveJob, 'choices' | 'path' | 'ownFiles'>, ExportCounts>;
  readonly 'exports:text': Call<ExportChoices, ExportText>;
  readonly 'exports:preview': Call<
    { readonly choices: ExportChoices; readonly revealSecrets: boolean },
    ExportPreview
  >;
  readonly 'access:cached': Call<ProxySelection, CachedAccess>;
  /** IDs of the selected proxies that a user has access to. */
  readonly 'access:ids': Call<
    { readonly proxies: ProxySelection; readonly proxyUserId: string },
    readonly string[]
  >;
  readonly 'tests:prepare': Call<
    { readonly proxies: ProxySelection; readonly proxyUserId: string | null },
    TestBatches
  >;
  /** `Store.renewKey`. */
  readonly 'keys:renew': Call<string, boolean>;
}
export type JobName = keyof Jobs;

/** The functions of the role `job`. Failures are those of the functions that they call. */
export const jobsOf = (cache: () => Store): Functions<Jobs> => ({
  'exports:save': (job, { signal, report }) =>
    saveExport(cache(), { ...job, signal, onProgress: countRows(report) }),
  'exports:text': (choices, { signal, report }) =>
    writeText(cache(), choices, { signal, onProgress: countRows(report) }),
  'exports:preview': ({ choices, revealSecrets }, { signal }) =>
    previewExport(cache(), choices, revealSecrets, signal),
  'access:cached': (proxies) => readCachedAccess(cache(), readSelection(proxies)),
  'access:ids': ({ proxies, proxyUserId }) =>
    listAccessibleIds(cache(), readSelection(proxies), proxyUserId),
  'tests:prepare': ({ proxies, proxyUserId }) =>
    prepareBatches(cache(), readSelection(proxies), proxyUserId),
  'keys:renew': (privateKey, { signal }) =>
    write(cache(), signal, (store) => store.renewKey(privateKey)),
  'tags:change': ({ list, rows, ...change }, { signal }) =>
    write(cache(), signal, ({ tags }) => tags.change(list, readSelection(rows, list), change)),
  'tags:remove': ({ id }, { signal }) => write(cache(), signal, ({ tags }) => tags.remove(id)),
  'notes:put': ({ list, rows, note, isContinued = false }, { signal }) =>
    write(cache(), signal, ({ notes }) =>
      notes.put(list, readSelection(rows, list), note, { isContinued }),
    ),
  'edits:undo': ({ id }, { signal }) => write(cache(), signal, ({ edits }) => edits.undo(id)),
  'edits:redo': (_, { signal }) => write(cache(), signal, ({ edits }) => edits.redo()),
});

const write = <T>(store: Store, signal: AbortSignal, work: (store: Store) => T): Promise<T> =>
  store.whenFree(() => work(store), signal);

const needsPasswords = (name: JobName): boolean =>
  name.startsWith('exports:') || name === 'tests:prepare';

const countRows =
  (report: CallContext['report']) =>
  (done: number): void => {
    report({ done, total: null });
  };

/** So many rows are read or changed by ID in a few milliseconds: less than a worker needs to start. */
const inlineCount = 500;

/** Whether a job on these rows runs in this thread. */
export const runsInline = (rows: ProxySelection): boolean =>
  rows.kind === 'ids' && rows.ids.length <= inlineCount;

/** Runs the jobs of one account. */
export interface JobRunner {
  /** Failures are those of the job; `canceled` if the signal or `close` aborts it. */
  run<K extends JobName>(
    name: K,
    args: Jobs[K]['args'],
    options?: CallOptions & { readonly runsInline?: boolean },
  ): Promise<Jobs[K]['reply']>;
  /** Aborts the jobs that are running and waits until they have ended. */
  close(): Promise<void>;
}

/**
 * Creates a runner that gives every job a worker of its own.
 *
 * @param parts.file the built worker; without it jobs run in this thread
 * @param parts.unlock unlocks the passwords of the store and gives the key; called for jobs that read passwords
 */
export function createJobRunner(parts: {
  readonly file: URL | undefined;
  readonly databaseFile: string;
  readonly store: Store;
  readonly unlock: () => Promise<string>;
}): JobRunner {
  const { file, databaseFile, unlock } = parts;
  const inPlace = callInPlace(jobsOf(() => parts.store));
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const start = async <K extends JobName>(
    name: K,
    args: Jobs[K]['args'],
    options: CallOptions & { readonly runsInline?: boolean },
  ): Promise<Jobs[K]['reply']> => {
    const privateKey = needsPasswords(name) ? await unlock() : null;
    return file && options.runsInline !== true
      ? runInWorker<Jobs, K>(file, { role: 'job', databaseFile, privateKey }, name, args, options)
      : inPlace.call(name, args, options);
  };
  return {
    async run(name, args, options = {}) {
      const signal = options.signal
        ? AbortSignal.any([options.signal, closing.signal])
        : closing.signal;
      const job = start(name, args, { ...options, signal });
      running.add(job);
      try {
        return await job;
      } finally {
        running.delete(job);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
