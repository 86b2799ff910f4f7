import { fail } from '../../../shared/failure.ts';
import type { Edit } from '../../../shared/tag.ts';
import type { SqlValue, Connection } from '../sqlite/connection.ts';
import type { Condition } from '../read/query/condition.ts';
import {
  countChangedRecords,
  deleteEdits,
  findExpired,
  findUndone,
  hasChanges,
  journalRecords,
  journalTag,
  putInPlace,
  type EditSide,
  type EditTarget,
  type RecordChange,
} from './edit-journal.ts';

/** A note that is typed after a longer pause is an edit of its own. */
const continuedMs = 60_000;

/** Takes down what an edit changes. Records change once all of it is taken down. */
export interface EditPlan {
  /** `ids` selects the records. */
  records(ids: Condition, change: RecordChange): void;
  /** JSON of the tag's name and color; null: no such tag. In place at once. */
  tag(tagId: number, before: string | null, after: string | null): void;
}

export type Edits = ReturnType<typeof createEdits>;

/**
 * Makes, undoes and redoes edits over one connection, each in one transaction, whichever window
 * or process made it.
 */
export function createEdits(writer: Connection) {
  const read = (id: number): Edit => {
    const [label, changed] =
      writer.get('SELECT label, change_count FROM user.edit WHERE id = ?', id) ?? [];
    return { id, label: String(label), changed: Number(changed) };
  };
  const step = (direction: 'undo' | 'redo', side: EditSide, wantedId?: number): Edit =>
    writer.transact(() => {
      const id = writer.get(next[direction])?.[0];
      if (typeof id !== 'number') throw nothingTo(`There is nothing to ${direction}.`);
      if (wantedId !== undefined && wantedId !== id) throw nothingTo(changedSince);
      putInPlace(writer, id, side);
      writer.run('UPDATE user.edit SET is_undone = ? WHERE id = ?', Number(side === 'before'), id);
      return read(id);
    });

  return {
    /** Makes an edit. `describe` receives how many records changed. */
    make: (plan: (edit: EditPlan) => void, describe: (changed: number) => string): Edit =>
      writer.transact(() => {
        writer.run(`INSERT INTO user.edit (label, made_at_ms) VALUES ('', ?)`, BigInt(Date.now()));
        const id = Number(writer.get('SELECT last_insert_rowid()')?.[0]);
        plan({
          records: (ids, change) => {
            journalRecords(writer, id, ids, change);
          },
          tag: (tagId, before, after) => {
            journalTag(writer, id, tagId, before, after);
            putInPlace(writer, id, 'after', 'tags');
          },
        });
        if (!hasChanges(writer, id)) {
          deleteEdits(writer, [id]);
          return { id: null, label: describe(0), changed: 0 };
        }
        const changed = countChangedRecords(writer, id);
        const label = describe(changed);
        writer.run(
          'UPDATE user.edit SET label = ?, change_count = ? WHERE id = ?',
          label,
          changed,
          id,
        );
        putInPlace(writer, id, 'after');
        // An edit that was undone can't be redone on top of another one.
        deleteEdits(writer, [...findUndone(writer), ...findExpired(writer)]);
        return { id, label, changed };
      }),
    /** Changes the outcome of the last edit if it is a recent one of this record alone; else undefined. */
    continueLast: (
      { table }: EditTarget,
      recordId: SqlValue,
      after: string | null,
    ): Edit | undefined =>
      writer.transact(() => {
        const sinceMs = BigInt(Date.now() - continuedMs);
        const id = writer.get(lastOfRecord, sinceMs, table, recordId)?.[0];
        if (typeof id !== 'number') return undefined;
        writer.run('UPDATE user.edit_change SET after = ? WHERE edit_id = ?', after, id);
        writer.run('UPDATE user.edit SET made_at_ms = ? WHERE id = ?', BigInt(Date.now()), id);
        putInPlace(writer, id, 'after');
        return read(id);
      }),
    /**
     * Restores exactly the state before the last edit; with `id`, only if that is
     * the last one. Failure `nothing-to-do`.
     */
    undo: (id?: number) => step('undo', 'before', id),
    redo: () => step('redo', 'after'),
    /** Descriptions of the next undo and redo; null: none. */
    next: () => ({ undo: labelOf(writer.get(next.undo)), redo: labelOf(writer.get(next.redo)) }),
    /** Deletes edits that are too old or too many, and with them the text of deleted notes. */
    purge(): void {
      const expired = findExpired(writer);
      if (expired.length === 0) return;
      writer.transact(() => {
        deleteEdits(writer, expired);
      });
      // Its old pages still have what was deleted.
      writer.emptyLog();
    },
  };
}

const next = {
  undo: `SELECT id, label FROM user.edit WHERE is_undone = 0 ORDER BY id DESC LIMIT 1`,
  redo: `SELECT id, label FROM user.edit WHERE is_undone = 1 ORDER BY id LIMIT 1`,
};
const lastOfRecord = `SELECT e.id FROM user.edit e JOIN user.edit_change c ON c.edit_id = e.id
  WHERE e.id = (SELECT max(id) FROM user.edit) AND e.is_undone = 0 AND e.change_count = 1
    AND e.made_at_ms > ? AND c.place = ? AND c.record_id = ?`;

const labelOf = (edit: readonly SqlValue[] | undefined): string | null =>
  typeof edit?.[1] === 'string' ? edit[1] : null;

const nothingTo = (message: string): Error => fail('nothing-to-do', message);
const changedSince =
  'Other tags or notes have changed since. Nothing was undone. Undo those changes first.';
