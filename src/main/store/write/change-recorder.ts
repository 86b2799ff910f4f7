import { addressFields, type ChangeKind, type ValueChanges } from '../../../shared/records/change.ts';
import type { SyncList } from '../../../shared/sync.ts';
import { formatId, toJsonText } from '../schema/column-form.ts';
import { nameOf, removedFields, pairReplacements } from './pair-replacements.ts';
import type { ChangeLimits } from '../user/change-log.ts';
import { steadyNowMs } from '../user/steady-now.ts';
import { layouts, type Layout } from '../schema/layout.ts';
import type { StoreContext } from '../types.ts';
import type { Connection, SqlValue } from '../sqlite/connection.ts';

type ChangeRecorder = ReturnType<typeof createChangeRecorder>;
export type RowRecorder = ReturnType<ChangeRecorder['of']>;

/**
 * Records changes of syncs, not first fills, in their transactions.
 *
 * @param most per sync; others are only counted
 */
export function createChangeRecorder({ writer: connection, nowMs }: StoreContext, most: number) {
  let syncId: number | undefined;
  let syncStartedAt = '';
  let committed = { recorded: 0, skipped: 0 };
  let pending = { ...committed };
  /** Lists of the first fill; true: complete before, but empty. */
  const filled = new Map<SyncList, boolean>();
  /** Per transaction: another process may have finished a list. */
  const complete = new Map<SyncList, boolean>();
  const insert = connection.prepare(
    `INSERT INTO user.change (sync_id, changed_at, kind, list, record_id, name, service_id, rest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  const isRecorded = (list: SyncList): boolean => {
    if (filled.has(list)) return false;
    const known = complete.get(list);
    if (known !== undefined) return known;
    const sql = 'SELECT completed_at IS NOT NULL FROM resource_state WHERE resource = ?';
    const isComplete = connection.get(sql, list)?.[0] === 1;
    complete.set(list, isComplete);
    return isComplete;
  };
  /** Outside a sync each transaction is a refresh. */
  const startRefresh = (): number => {
    const now = new Date(nowMs()).toISOString();
    connection.run(
      `INSERT INTO user.sync (kind, started_at, finished_at, is_complete) VALUES ('refresh', ?, ?, 1)`,
      now,
      now,
    );
    syncStartedAt = now;
    return Number(connection.get('SELECT last_insert_rowid()')?.[0]);
  };
  let refreshId: number | undefined;
  const record = (
    list: SyncList,
    kind: ChangeKind,
    columns: readonly SqlValue[],
    values: ValueChanges | undefined,
  ): void => {
    if (committed.recorded + pending.recorded >= most) {
      pending.skipped += 1;
      return;
    }
    const layout = layouts[list];
    const value = (field: string): string => formatId(columns[columnOf(layout, field)] ?? null);
    const id = value(layout.id.field);
    const name = nameOf[list](value);
    const serviceId = value('service_id');
    const rest = values === undefined ? null : toJsonText({ fields: { values } });
    const ofSync = syncId ?? (refreshId ??= startRefresh());
    insert.run(
      ofSync,
      toDatetime(syncStartedAt),
      kind,
      list,
      id,
      name === '' ? null : name,
      serviceId === '' ? null : serviceId,
      rest,
    );
    pending.recorded += 1;
  };

  return {
    begin(startedAt: string): void {
      connection.transact(() => {
        connection.run(`INSERT INTO user.sync (kind, started_at) VALUES ('sync', ?)`, startedAt);
        syncId = Number(connection.get('SELECT last_insert_rowid()')?.[0]);
      });
      syncStartedAt = startedAt;
      committed = { recorded: 0, skipped: 0 };
      filled.clear();
    },
    /** ISO 8601 in UTC. */
    finish(sync: {
      readonly finishedAt: string;
      readonly isComplete: boolean;
      readonly problem: string | null;
      readonly keep: ChangeLimits;
    }): void {
      if (syncId === undefined) return;
      const id = syncId;
      const bytesOf = (kind: string): SqlValue =>
        connection.get(bytesUsed, `${kind}_bytes_used`, `${kind}_summary`)?.[0] ?? null;
      connection.transact(() => {
        pairReplacements(connection);
        const first = countFilled(connection, filled);
        connection.run(
          `UPDATE user.sync SET finished_at = ?, is_complete = ?, problem = ?, first_lists = ?, skipped_count = ?,
             residential_bytes_used = ?, mobile_bytes_used = ? WHERE sync_id = ?`,
          sync.finishedAt,
          Number(sync.isComplete),
          sync.problem,
          first.length === 0 ? null : JSON.stringify(Object.fromEntries(first)),
          committed.skipped,
          bytesOf('residential'),
          bytesOf('mobile'),
          id,
        );
        prune(connection, sync.keep, Date.parse(sync.finishedAt));
      });
      syncId = undefined;
      filled.clear();
    },
    /** At the start of every transaction. */
    forget(): void {
      pending = { recorded: 0, skipped: 0 };
      complete.clear();
      refreshId = undefined;
    },
    /** At the end of every transaction. */
    addUp(): void {
      committed.recorded += pending.recorded;
      committed.skipped += pending.skipped;
      this.forget();
    },
    of: (list: SyncList) => ({
      /** Rows that fill an empty table are not recorded. */
      start(isFilling: boolean): void {
        const wasComplete = isComplete(connection, list);
        if (isFilling || !wasComplete) filled.set(list, wasComplete);
      },
      isRecorded: () => isRecorded(list),
      added(columns: readonly SqlValue[]): void {
        if (isRecorded(list)) record(list, 'added', columns, undefined);
      },
      changed(columns: readonly SqlValue[], values: ValueChanges): void {
        const isReplaced = list === 'proxies' && addressFields.some((field) => Object.hasOwn(values, field));
        record(list, isReplaced ? 'replaced' : 'changed', columns, values);
      },
      /** Before the rows are removed. */
      removed(keys: readonly number[]): void {
        if (keys.length === 0 || !isRecorded(list)) return;
        const layout = layouts[list];
        const names = layout.columns.map(({ field }) => field).join(', ');
        const rows = connection.iterate(
          `SELECT ${names} FROM ${layout.table} WHERE key IN (SELECT value FROM json_each(?))`,
          JSON.stringify(keys),
        );
        for (const columns of [...rows]) record(list, 'removed', columns, endpointOf(layout, columns));
      },
    }),
  };
}

function endpointOf(layout: Layout, columns: readonly SqlValue[]): ValueChanges | undefined {
  const values = removedFields.flatMap((field) => {
    const value = columns[columnOf(layout, field)];
    return typeof value === 'string' || typeof value === 'number' ? [[field, [value, null]]] : [];
  });
  // Each is a field with its old and its new value.
  return values.length === 0 ? undefined : (Object.fromEntries(values) as ValueChanges);
}

const columnIndexes = new Map<Layout, ReadonlyMap<string, number>>();
function columnOf(layout: Layout, field: string): number {
  const known = columnIndexes.get(layout) ?? new Map(layout.columns.map((column, at) => [column.field, at]));
  columnIndexes.set(layout, known);
  return known.get(field) ?? -1;
}

const isComplete = (connection: Connection, list: SyncList): boolean =>
  connection.get('SELECT completed_at FROM resource_state WHERE resource = ?', list)?.[0] != null;

const countFilled = (connection: Connection, filled: ReadonlyMap<SyncList, boolean>): (readonly [SyncList, number])[] =>
  [...filled].flatMap(([list, wasComplete]) => {
    const count = Number(connection.get(`SELECT count(*) FROM ${layouts[list].table}`)?.[0]);
    return isComplete(connection, list) && !(wasComplete && count === 0) ? [[list, count]] : [];
  });

const dayMs = 24 * 60 * 60 * 1000;

/** Removes the oldest syncs beyond the limits, never the newest. */
function prune(connection: Connection, { days, rows }: ChangeLimits, nowMs: number): void {
  if (Number.isFinite(days)) {
    const oldest = new Date(steadyNowMs(connection, nowMs) - days * dayMs).toISOString();
    connection.run('DELETE FROM user.sync WHERE started_at < ?', oldest);
  }
  connection.run(
    `DELETE FROM user.sync WHERE sync_id < (SELECT max(sync_id) FROM user.sync) AND sync_id <= (
       SELECT max(sync_id) FROM (
         SELECT sync_id, sum(count(*)) OVER (ORDER BY sync_id DESC) AS total
         FROM user.change GROUP BY sync_id)
       WHERE total > ?)`,
    rows,
  );
}

/** Null: not cached, or not a number. */
const bytesUsed = `SELECT CASE json_type(rest, path) WHEN 'integer' THEN json_extract(rest, path) END
  FROM cached_record, (SELECT '$.fields.' || ? AS path) WHERE kind = ?`;

/** As the filter language compares times. */
const toDatetime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
