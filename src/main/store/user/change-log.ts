import { changeKinds, type ChangeKind, type RecordedSync } from '../../../shared/records/change.ts';
import type { IpVersion } from '../../../shared/options/option-rows.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { StoreContext, PlainAddressRequest } from '../types.ts';
import { addressColumns, lacksIpv4 } from '../read/addresses.ts';
import { compileAccess } from '../read/address-flags.ts';
import { listOf } from '../../../shared/rows.ts';
import { compileProxies } from '../read/query/rows-condition.ts';
import { steadyNowMs } from './steady-now.ts';

/** How much of the recorded changes is kept. */
export interface ChangeLimits {
  readonly days: number;
  readonly rows: number;
}

/** Changes of the oldest syncs are removed beyond this number. */
const maxChanges = 100_000;

/** The limits of an account; the user chose the days, 0: forever. */
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

/** The newest syncs; docs/decisions/0008-files-of-an-account.md. */
export const recordedSyncs = `
  SELECT sync_id AS id, kind, started_at AS startedAt, finished_at AS finishedAt,
    is_complete AS isComplete, problem, first_lists AS firstLists, skipped_count AS skippedCount,
    ${changeKinds.map((kind) => `${countOf(kind)} AS ${kind}`).join(',\n    ')}
  FROM user.sync s ORDER BY sync_id DESC LIMIT ?`;

/** The newest sync that ended. */
export const lastRecordedSync = recordedSyncs.replace(
  'ORDER BY sync_id DESC LIMIT ?',
  "WHERE kind = 'sync' AND finished_at IS NOT NULL ORDER BY sync_id DESC LIMIT 1",
);

/** Whether one of the changes `c` is of an address. */
const hasNew = (version: keyof typeof addressColumns): string =>
  `max(json_type(c.rest, '$.fields.values.${addressColumns[version]}') IS NOT NULL)`;

/** Whether the address of a proxy `r` that an export takes was replaced by the changes `d`. */
const isReplaced = {
  '4': 'd.has_new_4',
  '6': 'd.has_new_6',
  any: `(d.has_new_4 OR (d.has_new_6 AND ${lacksIpv4}))`,
} as const satisfies Record<IpVersion, string>;

/** What syncs changed, besides the rows of the list `changes`. */
export function createChangeLog({ writer }: StoreContext) {
  return {
    /** The present time as `steadyNowMs` says it. */
    steadyNowMs: () => steadyNowMs(writer),
    /** Newest first. */
    syncs: (limit: number): RecordedSync[] => writer.objects<StoredSync>(recordedSyncs, limit).map(toSync),
    /** The newest sync that is not running; null: none is recorded. */
    lastSync: (): RecordedSync | null => writer.objects<StoredSync>(lastRecordedSync).map(toSync)[0] ?? null,
    /**
     * How many addresses of an export were replaced since a time, as far as the replaced proxies are still selected. One of
     * a list of IDs is selected by its old ID, too.
     *
     * @param since ISO 8601 in UTC
     */
    countReplaced(
      since: string,
      { rows, accessibleTo, ip }: Pick<PlainAddressRequest, 'rows' | 'accessibleTo' | 'ip'>,
    ): number {
      const chosen = compileProxies(rows);
      const access = compileAccess(accessibleTo);
      const oldIds = rows.kind === 'ids' && listOf(rows) === 'proxies' ? JSON.stringify(rows.ids) : null;
      // CROSS JOIN: from the few syncs to the few changes, and each proxy by its ID.
      const [count] =
        writer.get(
          `SELECT count(*) FROM (
             SELECT c.record_id, max(c.old_record_id) AS old_id,
               ${hasNew('4')} AS has_new_4, ${hasNew('6')} AS has_new_6
             FROM user.sync s CROSS JOIN user.change c ON c.sync_id = s.sync_id
             WHERE coalesce(s.finished_at, s.started_at) > ? AND c.kind = 'replaced' AND c.list = 'proxies'
             GROUP BY c.record_id) d
           CROSS JOIN proxy r ON r.proxy_id = d.record_id
           WHERE ${isReplaced[ip]} AND ${access.sql} AND (${chosen.sql} OR d.old_id IN (SELECT value FROM json_each(?)))`,
          since,
          ...access.params,
          ...chosen.params,
          oldIds,
        ) ?? [];
      return Number(count);
    },
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
