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
import type { Call, CallContext, Functions } from './connect.ts';

export type EditName =
  'tags:put' | 'tags:change' | 'tags:remove' | 'notes:put' | 'edits:undo' | 'edits:redo';

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
  /** Unlocks the passwords in the thread of the jobs that read them. */
  readonly 'keys:unlock': Call<string, boolean>;
}

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
  'keys:unlock': (privateKey) => cache().isUnlocked || cache().unlock(privateKey),
  'tags:put': (tag, { signal }) => write(cache(), signal, ({ tags }) => tags.put(tag)),
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

/** Whether a job fails while the passwords are locked. */
export const needsPasswords = (name: string): boolean =>
  name.startsWith('exports:') || name === 'tests:prepare';

const countRows =
  (report: CallContext['report']) =>
  (done: number): void => {
    report({ done, total: null });
  };
