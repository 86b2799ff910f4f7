import { fail } from '../../../shared/failure.ts';
import type { Edit, TagColor } from '../../../shared/tag.ts';
import type { Condition } from '../read/query/condition.ts';
import type { Connection } from '../sqlite/connection.ts';

/** ID column, rest of the key, value. */
const recordTables = {
  proxy_tag: { id: 'proxy_id', key: 'tag_id', value: `'1'` },
  service_tag: { id: 'service_id', key: 'tag_id', value: `'1'` },
  proxy_note: { id: 'proxy_id', key: '0', value: 'note' },
  service_note: { id: 'service_id', key: '0', value: 'note' },
} as const;

/** `tagId` 0: notes. */
interface EditTarget {
  readonly table: keyof typeof recordTables;
  readonly tagId: number;
}

/** What records get: a tag ('1') or a note; null removes it. */
export interface RecordChange extends EditTarget {
  readonly after: string | null;
}

/** Null: no tag. */
type TagState = { readonly name: string; readonly color: TagColor } | null;
interface ChangedTag {
  readonly tagId: number;
  readonly before: TagState;
  readonly after: TagState;
}

/** JSON of IDs and values before: [[id, before], ...]. */
interface ChangedRecords extends RecordChange {
  readonly records: string;
  readonly count: number;
}

interface DoneEdit extends Edit {
  readonly id: number;
  readonly tags: readonly ChangedTag[];
  records: readonly ChangedRecords[];
  madeAtMs: number;
}
type Side = 'before' | 'after';

/** Edits to undo, and changes of records in all of them. */
const maxEdits = 50;
const maxChanges = 2_000_000;
const continuedMs = 60_000;

/** Collects the changes of an edit; records change once it is complete. */
export interface EditPlan {
  records(ids: Condition, change: RecordChange): void;
  /** Takes effect at once. */
  tag(tagId: number, before: TagState, after: TagState): void;
}

export type Edits = ReturnType<typeof createEdits>;

/**
 * Makes, undoes and redoes edits of tags and notes, one transaction each. Kept in memory; undo skips what other
 * processes changed.
 */
export function createEdits(writer: Connection) {
  let done: DoneEdit[] = [];
  let undone: DoneEdit[] = [];
  let lastId = 0;

  const takeDown = (ids: Condition, change: RecordChange): ChangedRecords => {
    const { table, tagId, after } = change;
    const [records, count] =
      writer.get(
        `WITH chosen (id) AS (${ids.sql})
         SELECT json_group_array(json_array(id, before)), count(*) FROM (
           SELECT id, ${presentValue(table, 'chosen.id')} AS before FROM chosen
         ) WHERE before IS NOT ?`,
        ...ids.params,
        tagId,
        after,
      ) ?? [];
    return { ...change, records: String(records), count: Number(count) };
  };
  const putTag = ({ tagId, ...sides }: ChangedTag, side: Side): void => {
    const [was, becomes] = side === 'after' ? [sides.before, sides.after] : [sides.after, sides.before];
    const [name = null, color = null] = writer.get('SELECT name, color FROM user.tag WHERE id = ?', tagId) ?? [];
    if (name !== (was?.name ?? null) || color !== (was?.color ?? null)) return;
    writer.run('DELETE FROM user.tag WHERE id = ?', tagId);
    if (becomes === null) return;
    writer.run('INSERT OR IGNORE INTO user.tag (id, name, color) VALUES (?, ?, ?)', tagId, becomes.name, becomes.color);
  };
  const putRecords = ({ table, tagId, after, records }: ChangedRecords, side: Side): void => {
    const { remove, add } = statements[side][table];
    writer.run(remove, after, records, tagId, tagId);
    writer.run(add, after, records, tagId, tagId);
  };
  const put = ({ tags, records }: Pick<DoneEdit, 'tags' | 'records'>, side: Side): void => {
    // Only an existing tag is put on records.
    for (const tag of tags) putTag(tag, side);
    for (const change of records) putRecords(change, side);
  };
  const outcomeOf = ({ id, label, changed }: DoneEdit): Edit => ({ id, label, changed });
  const remember = (edit: DoneEdit): void => {
    done.push(edit);
    undone = [];
    const changes = (): number => done.flatMap(({ records }) => records).reduce((sum, { count }) => sum + count, 0);
    while (done.length > maxEdits || (done.length > 1 && changes() > maxChanges)) done.shift();
  };

  return {
    /** `describe` receives the number of changed records. */
    make(plan: (edit: EditPlan) => void, describe: (changed: number) => string): Edit {
      const tags: ChangedTag[] = [];
      const records: ChangedRecords[] = [];
      const changed = writer.transact(() => {
        plan({
          records: (ids, change) => {
            records.push(takeDown(ids, change));
          },
          tag(tagId, before, after) {
            const tag = { tagId, before, after };
            tags.push(tag);
            putTag(tag, 'after');
          },
        });
        for (const change of records) putRecords(change, 'after');
        return countRecords(writer, records);
      });
      const label = describe(changed);
      if (tags.length === 0 && changed === 0) return { id: null, label, changed };
      const edit = { id: (lastId += 1), label, changed, tags, records, madeAtMs: performance.now() };
      remember(edit);
      return outcomeOf(edit);
    },
    /** Extends a recent edit of this record alone; else undefined. */
    continueLast({ table }: EditTarget, recordId: string, after: string | null): Edit | undefined {
      const last = done.at(-1);
      const [change] = last?.records ?? [];
      if (last === undefined || change === undefined || undone.length > 0) return undefined;
      const isOfRecord = last.tags.length === 0 && last.records.length === 1 && change.table === table;
      const isRecent = performance.now() - last.madeAtMs < continuedMs;
      if (!isOfRecord || !isRecent || change.count !== 1) return undefined;
      const isContinued = writer.transact(() => {
        const sql = `SELECT ${presentValue(table, '?')}, ? ->> '$[0][0]'`;
        const [present, id] = writer.get(sql, 0, recordId, change.records) ?? [];
        // Another process may have changed it.
        if (id !== recordId || present !== change.after) return false;
        putRecords({ ...change, after, records: JSON.stringify([[id, present]]) }, 'after');
        return true;
      });
      if (!isContinued) return undefined;
      last.records = [{ ...change, after }];
      last.madeAtMs = performance.now();
      return outcomeOf(last);
    },
    /** With `id`, only if that is the last edit. Failure `nothing-to-do`. */
    undo(id?: number): Edit {
      const last = done.at(-1);
      if (last === undefined) throw nothingTo('There is nothing to undo.');
      if (id !== undefined && id !== last.id) throw nothingTo(changedSince);
      writer.transact(() => {
        put(last, 'before');
      });
      done.pop();
      undone.push(last);
      return outcomeOf(last);
    },
    /** Failure `nothing-to-do`. */
    redo(): Edit {
      const last = undone.at(-1);
      if (last === undefined) throw nothingTo('There is nothing to redo.');
      writer.transact(() => {
        put(last, 'after');
      });
      undone.pop();
      done.push(last);
      return outcomeOf(last);
    },
    /** For records that were replaced by others. */
    forget(): void {
      done = [];
      undone = [];
    },
  };
}

/** The present value of a record; the first parameter is the tag. */
function presentValue(table: EditTarget['table'], record: string): string {
  const { id, key, value } = recordTables[table];
  return `(SELECT ${value} FROM user.${table} WHERE ${key} = ? AND ${id} = ${record})`;
}

/** Parameters: the value after, JSON of the records, the tag twice. */
function statementsOf(table: EditTarget['table'], side: Side) {
  const { id, key } = recordTables[table];
  const sides = side === 'after' ? 'value ->> 1, given.after' : 'given.after, value ->> 1';
  const records = `WITH given (after) AS (SELECT ?),
    record (id, was, becomes) AS (SELECT value ->> 0, ${sides} FROM given, json_each(?))`;
  const isStill = `was IS ${presentValue(table, 'record.id')}`;
  return {
    remove: `${records} DELETE FROM user.${table} WHERE ${id} IN (
      SELECT id FROM record WHERE becomes IS NULL AND ${isStill}) AND ${key} = ?`,
    add:
      key === 'tag_id'
        ? `${records} INSERT INTO user.${table} (${id}, tag_id)
           SELECT record.id, tag.id FROM record, user.tag WHERE becomes IS NOT NULL AND ${isStill} AND tag.id = ?`
        : `${records} INSERT OR REPLACE INTO user.${table} (${id}, note)
           SELECT id, becomes FROM record WHERE becomes IS NOT NULL AND ${isStill} AND ${key} = ?`,
  };
}

const statementsOfSide = (side: Side) => ({
  proxy_tag: statementsOf('proxy_tag', side),
  service_tag: statementsOf('service_tag', side),
  proxy_note: statementsOf('proxy_note', side),
  service_note: statementsOf('service_note', side),
});
/** Exported for the test of their plans. */
export const statements = { before: statementsOfSide('before'), after: statementsOfSide('after') };

function countRecords(writer: Connection, changes: readonly ChangedRecords[]): number {
  const [only, ...others] = changes;
  if (others.length === 0) return only?.count ?? 0;
  const ids = changes.map(() => 'SELECT value ->> 0 FROM json_each(?)').join(' UNION ');
  const all = changes.map(({ records }) => records);
  return Number(writer.get(`SELECT count(*) FROM (${ids})`, ...all)?.[0]);
}

const nothingTo = (message: string): Error => fail('nothing-to-do', message);
const changedSince = 'Other tags or notes have changed since. Nothing was undone. Undo those changes first.';
