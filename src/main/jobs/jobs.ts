import type { ExportChoices, ExportPreview } from '../../shared/export.ts';
import type { Requests } from '../../shared/ipc.ts';
import type { Edit } from '../../shared/tag.ts';
import { previewExport } from '../exports/preview.ts';
import { saveExport, type ExportCounts } from '../exports/save.ts';
import { writeText, type ExportText } from '../exports/write-text.ts';
import { readSelection } from '../query.ts';
import type { Store } from '../store/contract.ts';
import { setAsideDamaged } from '../store/index.ts';

/** Work on an offline copy that may take seconds: what it is given and what it gives. */
export interface Jobs {
  readonly 'exports:save': {
    readonly args: { readonly choices: ExportChoices; readonly path: string };
    readonly result: ExportCounts;
  };
  readonly 'exports:text': {
    readonly args: { readonly choices: ExportChoices };
    readonly result: ExportText;
  };
  readonly 'exports:preview': {
    readonly args: { readonly choices: ExportChoices; readonly revealSecrets: boolean };
    readonly result: ExportPreview;
  };
  /** Before anybody opens the copy: gives the names of damaged files that were set aside. */
  readonly 'copy:set-aside': { readonly args: null; readonly result: readonly string[] };
  readonly 'tags:change': EditJob<'tags:change'>;
  readonly 'tags:remove': EditJob<'tags:remove'>;
  readonly 'notes:put': EditJob<'notes:put'>;
  readonly 'edits:undo': EditJob<'edits:undo'>;
  readonly 'edits:redo': EditJob<'edits:redo'>;
}
export type JobName = keyof Jobs;

interface EditJob<K extends keyof Requests> {
  readonly args: Requests[K]['args'];
  readonly result: Edit;
}

/** How a job says how far it is, and hears that it is to stop. */
export interface JobWatch {
  readonly signal: AbortSignal;
  /** `total` null: not known. */
  readonly onProgress: (done: number, total: number | null) => void;
}

/** The offline copy as a job sees it: opened, and unlocked where passwords are needed, when it is first asked for. */
export interface OpenedCopy {
  readonly databaseFile: string;
  readonly store: Store;
}

/** Each job. Failures as of what it calls. */
export const jobs: {
  readonly [K in JobName]: (
    copy: OpenedCopy,
    args: Jobs[K]['args'],
    watch: JobWatch,
  ) => Jobs[K]['result'] | Promise<Jobs[K]['result']>;
} = {
  'exports:save': ({ store }, args, { signal, onProgress }) =>
    saveExport(store, {
      ...args,
      signal,
      onProgress: (count) => {
        onProgress(count, null);
      },
    }),
  'exports:text': ({ store }, { choices }, { signal, onProgress }) =>
    writeText(store, choices, {
      signal,
      onProgress: (count) => {
        onProgress(count, null);
      },
    }),
  'exports:preview': ({ store }, { choices, revealSecrets }, { signal }) =>
    previewExport(store, choices, revealSecrets, signal),
  'copy:set-aside': ({ databaseFile }) => setAsideDamaged(databaseFile),
  'tags:change': ({ store }, { list, rows, add, remove }) =>
    store.tags.change(list, readSelection(rows, list), { add, remove }),
  'tags:remove': ({ store }, { id }) => store.tags.remove(id),
  'notes:put': ({ store }, { list, rows, note, isContinued = false }) =>
    store.notes.put(list, readSelection(rows, list), note, { isContinued }),
  'edits:undo': ({ store }, { id }) => store.edits.undo(id),
  'edits:redo': ({ store }) => store.edits.redo(),
};
