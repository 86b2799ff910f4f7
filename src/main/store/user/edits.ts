import { fail } from '../../../shared/failure.ts';
import type { Edit } from '../../../shared/tag.ts';
import { chooseRecords, forgetChosen, recordsAt, type ChosenRun } from './chosen-records.ts';
import type { SqlValue } from '../column-form.ts';
import type { Connection } from '../connection.ts';
import type { EditWatch, Store } from '../contract.ts';
import {
  carryOutSlice,
  carryOutTags,
  draftSlice,
  nextTarget,
  rowsPerSlice,
  slicesOf,
  sweepJournal,
  type EditTarget,
  type RecordChange,
} from './edit-journal.ts';
import type { EditPlan } from './edit-plan.ts';

/** Edits that can be undone, and rows that their journal holds together at most; the last one always stays. */
const maxEdits = 100;
const maxChanges = 2_000_000;
/** What is typed after a longer rest is an edit of its own. */
const continuedMs = 60_000;

/** Edits of tags and notes that can be undone, over one connection. */
export interface Edits extends Readonly<Store['edits']> {
  /**
   * Carries out a plan as one edit: in one transaction where it is short, else in one for
   * each slice of records, and after each of them what was done so far can be undone.
   *
   * @throws FailureError `busy` where another edit was made between two slices
   */
  make(plan: EditPlan, watch?: EditWatch): Edit;
  /**
   * Makes the last edit, where it is a young one of this record alone, end in something
   * else; undefined: it is not.
   */
  continueLast(target: EditTarget, recordId: SqlValue, after: string | null): Edit | undefined;
}

/** Makes, undoes and redoes edits. While any change of an edit may be in place it counts as done, so that it can be undone. */
export function createEdits(writer: Connection): Edits {
  const changeOf = (id: number): Edit => {
    const [label, changed] =
      writer.get('SELECT label, change_count FROM own.edit WHERE id = ?', id) ?? [];
    return { id, label: String(label), changed: Number(changed) };
  };
  const requireLast = (id: number): void => {
    if (Number(writer.get(lastDone)?.[0]) === id) return;
    throw fail(
      'busy',
      'Another Proxydeck changed tags or notes meanwhile. This stopped there, and what it had done was kept. Undo takes back the newest change first.',
    );
  };
  /** A short one is done at once, and nobody is asked about it. */
  const inSlices = <T>(
    total: number,
    watch: EditWatch | undefined,
    work: (goesOn: (done: number) => boolean) => T,
  ): T => {
    if (total <= rowsPerSlice) return writer.transact(() => work(() => true));
    return work((done) => watch?.(done, total) ?? true);
  };
  /** Less of what is no longer needed than the edit had slices: it must not take much longer for it. */
  const sweep = (total: number, watch: EditWatch | undefined): void => {
    const most = Math.max(1, Math.ceil(total / rowsPerSlice / 2));
    for (let swept = 0; swept < most; swept += 1) {
      if (!writer.transact(() => sweepJournal(writer))) return;
      if (watch?.(total, total) === false) return;
    }
  };

  const begin = (plan: EditPlan): { id: number; changesOf: ReturnType<EditPlan['begin']> } =>
    writer.transact(() => {
      // What was undone can't be redone on top of something else.
      writer.run('DELETE FROM own.edit WHERE is_undone = 1');
      writer.run(
        'INSERT INTO own.edit (label, made_at_ms) VALUES (?, ?)',
        plan.say(0),
        BigInt(Date.now()),
      );
      const id = Number(writer.get('SELECT last_insert_rowid()')?.[0]);
      const changesOf = plan.begin({
        id,
        add: (tagId, before, after) => {
          // A number would be stored as floating point.
          writer.run(insertTag, id, tagId, BigInt(tagId), before, after);
        },
      });
      carryOutTags(writer, id, 'after');
      return { id, changesOf };
    });
  const makeSlice = (
    id: number,
    run: ChosenRun,
    changes: readonly RecordChange[],
    say: EditPlan['say'],
  ): void => {
    writer.transact(() => {
      requireLast(id);
      for (const change of changes) draftSlice(writer, id, change, run);
      const slice = recordsAt(writer, run);
      const tagIds = JSON.stringify(changes.map(({ tagId }) => tagId));
      const places = JSON.stringify(changes.map(({ place }) => place));
      const found = writer.get(countRecords, id, places, tagIds, slice.first, slice.last);
      for (const change of changes) carryOutSlice(writer, id, change, slice, 'after');
      const changed = changeOf(id).changed + Number(found?.[0]);
      writer.run(
        'UPDATE own.edit SET label = ?, change_count = ? WHERE id = ?',
        say(changed),
        changed,
        id,
      );
    });
  };
  const end = (id: number): Edit =>
    writer.transact(() => {
      const edit = changeOf(id);
      if (writer.get('SELECT 1 FROM own.edit_change WHERE edit_id = ? LIMIT 1', id) === undefined) {
        writer.run('DELETE FROM own.edit WHERE id = ?', id);
        return { ...edit, id: null };
      }
      writer.run(`DELETE FROM own.edit WHERE ${tooMany}`);
      return edit;
    });

  const findNext = (isUndo: boolean, wantedId?: number): number => {
    const editId = writer.get(isUndo ? lastDone : firstUndone)?.[0];
    if (typeof editId !== 'number') {
      throw fail('nothing-to-do', `There is nothing to ${isUndo ? 'undo' : 'redo'}.`);
    }
    if (wantedId !== undefined && wantedId !== editId) {
      throw fail(
        'nothing-to-do',
        'Other tags or notes were changed since. Nothing was undone. Undo those first.',
      );
    }
    return editId;
  };
  const carryOutAll = (
    id: number,
    side: 'before' | 'after',
    goesOn: (done: number) => boolean,
  ): boolean => {
    let done = 0;
    for (let at = nextTarget(writer, id); at; at = nextTarget(writer, id, at)) {
      for (const slice of slicesOf(writer, id, at)) {
        const target = at;
        writer.transact(() => {
          requireLast(id);
          carryOutSlice(writer, id, target, slice, side);
        });
        done += slice.count;
        if (!goesOn(done)) return false;
      }
    }
    return true;
  };
  const countChanges = (id: number): number =>
    Number(writer.get('SELECT count(*) FROM own.edit_change WHERE edit_id = ?', id)?.[0]);
  const mark = (id: number, isUndone: boolean): void => {
    writer.run('UPDATE own.edit SET is_undone = ? WHERE id = ?', Number(isUndone), id);
  };

  return {
    make(plan, watch) {
      const runs = chooseRecords(
        writer,
        plan.chosen.map(({ select }) => select),
      );
      const total = runs.at(-1)?.last ?? 0;
      const edit = inSlices(total, watch, (goesOn) => {
        const { id, changesOf } = begin(plan);
        const isWhole = plan.chosen.every(({ list }, place) => {
          const { first, last } = runs[place] ?? { first: 1, last: 0 };
          const changes = changesOf(list);
          if (changes.length === 0) return true;
          for (let from = first; from <= last; from += rowsPerSlice) {
            const to = Math.min(from + rowsPerSlice - 1, last);
            makeSlice(id, { first: from, last: to }, changes, plan.say);
            if (!goesOn(to)) return false;
          }
          return true;
        });
        return { ...end(id), ...(!isWhole && { isStopped: true as const }) };
      });
      forgetChosen(writer);
      if (edit.isStopped !== true) sweep(total, watch);
      return edit;
    },
    continueLast: (target, recordId, after) =>
      writer.transact(() => {
        const sinceMs = BigInt(Date.now() - continuedMs);
        const found = writer.get(lastOfRecord, sinceMs, target.place, recordId)?.[0];
        if (typeof found !== 'number') return undefined;
        writer.run('UPDATE own.edit_change SET after = ? WHERE edit_id = ?', after, found);
        writer.run('UPDATE own.edit SET made_at_ms = ? WHERE id = ?', BigInt(Date.now()), found);
        carryOutSlice(writer, found, target, { first: recordId, last: recordId }, 'after');
        return { ...changeOf(found), changed: 1 };
      }),
    undo(wantedId, watch) {
      const next = findNext(true, wantedId);
      return inSlices(countChanges(next), watch, (goesOn) => {
        const id = findNext(true, wantedId);
        if (!carryOutAll(id, 'before', goesOn)) return { ...changeOf(id), isStopped: true };
        writer.transact(() => {
          requireLast(id);
          carryOutTags(writer, id, 'before');
          mark(id, true);
        });
        return changeOf(id);
      });
    },
    redo: (watch) =>
      inSlices(countChanges(findNext(false)), watch, (goesOn) => {
        const id = writer.transact(() => {
          const found = findNext(false);
          carryOutTags(writer, found, 'after');
          mark(found, false);
          return found;
        });
        const isWhole = carryOutAll(id, 'after', goesOn);
        return { ...changeOf(id), ...(!isWhole && { isStopped: true as const }) };
      }),
    next: () => ({
      undo: labelOf(writer.get(lastDone)?.[1]),
      redo: labelOf(writer.get(firstUndone)?.[1]),
    }),
    isNextShort(direction) {
      const [, , changed] = writer.get(direction === 'undo' ? lastDone : firstUndone) ?? [];
      return Number(changed ?? 0) <= rowsPerSlice;
    },
  };
}

const labelOf = (value: SqlValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

const lastDone = `SELECT id, label, change_count FROM own.edit
  WHERE is_undone = 0 ORDER BY id DESC LIMIT 1`;
const firstUndone = `SELECT id, label, change_count FROM own.edit
  WHERE is_undone = 1 ORDER BY id LIMIT 1`;
const lastOfRecord = `SELECT e.id FROM own.edit e JOIN own.edit_change c ON c.edit_id = e.id
  WHERE e.id = (SELECT max(id) FROM own.edit) AND e.is_undone = 0 AND e.change_count = 1
    AND e.made_at_ms > ? AND c.place = ? AND c.record_id = ?`;
const countRecords = `SELECT count(DISTINCT record_id) FROM own.edit_change
  WHERE edit_id = ? AND place IN (SELECT value FROM json_each(?))
    AND tag_id IN (SELECT value FROM json_each(?)) AND record_id BETWEEN ? AND ?`;
const insertTag = `INSERT INTO own.edit_change (edit_id, place, tag_id, record_id, before, after)
  VALUES (?, 'tag', ?, ?, ?, ?)`;
const tooMany = `id IN (SELECT id FROM (
    SELECT id, row_number() OVER (ORDER BY id DESC) AS place,
      sum(change_count) OVER (ORDER BY id DESC) AS total
    FROM own.edit
  ) WHERE place > ${String(maxEdits)} OR (place > 1 AND total > ${String(maxChanges)}))`;
