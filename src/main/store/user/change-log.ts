import { changeKinds, type ChangeKind, type RecordedSync } from '../../../shared/records/change.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { StoreContext } from '../types.ts';
import { steadyNowMs } from './steady-now.ts';

export interface ChangeLimits {
  readonly days: number;
  readonly rows: number;
}

/** Beyond this, the oldest syncs are removed. */
const maxChanges = 100_000;

/** The limits of an account. 0 days: forever. */
export const changeLimits = ({ changeHistoryDays }: Pick<Settings, 'changeHistoryDays'>): ChangeLimits => ({
  days: changeHistoryDays === 0 ? Infinity : changeHistoryDays,
  rows: maxChanges,
});

type StoredSync = Omit<RecordedSync, 'isComplete' | 'firstLists' | 'counts'> & {
  readonly isComplete: number | null;
  readonly firstLists: string | null;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly replaced: number;
};

const countOf = (kind: ChangeKind): string =>
  `(SELECT count(*) FROM user.change c WHERE c.sync_id = s.sync_id AND c.kind = '${kind}')`;

/** Newest first; docs/decisions/0008-files-of-an-account.md. */
export const recordedSyncs = `
  SELECT sync_id AS id, kind, started_at AS startedAt, finished_at AS finishedAt,
    is_complete AS isComplete, problem, first_lists AS firstLists, skipped_count AS skippedCount,
    ${changeKinds.map((kind) => `${countOf(kind)} AS ${kind}`).join(',\n    ')}
  FROM user.sync s ORDER BY sync_id DESC LIMIT ?`;

export const lastRecordedSync = recordedSyncs.replace(
  'ORDER BY sync_id DESC LIMIT ?',
  "WHERE kind = 'sync' AND finished_at IS NOT NULL ORDER BY sync_id DESC LIMIT 1",
);

/** What syncs changed, besides the rows of the list `changes`. */
export function createChangeLog({ writer, nowMs }: StoreContext) {
  return {
    /** The present time as `steadyNowMs` says it. */
    steadyNowMs: () => steadyNowMs(writer, nowMs()),
    /** Newest first. */
    syncs: (limit: number): RecordedSync[] => writer.objects<StoredSync>(recordedSyncs, limit).map(toSync),
    /** The newest ended sync; null: none. */
    lastSync: (): RecordedSync | null => writer.objects<StoredSync>(lastRecordedSync).map(toSync)[0] ?? null,
  };
}

function toSync({ added, changed, removed, replaced, ...sync }: StoredSync): RecordedSync {
  return {
    ...sync,
    isComplete: sync.isComplete === 1,
    // Only `finish` of the recorder writes it.
    firstLists: sync.firstLists === null ? null : (JSON.parse(sync.firstLists) as RecordedSync['firstLists']),
    counts: { added, changed, removed, replaced },
  };
}
