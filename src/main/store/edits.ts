import { fail } from '../../shared/failure.ts';
import type { Edit } from '../../shared/tag.ts';
import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import type { Store } from './contract.ts';

/** Edits that can be undone, and rows that their journal holds together at most; the last one always stays. */
const maxEdits = 100;
const maxChanges = 2_000_000;
/** What is typed after a longer rest is an edit of its own. */
const continuedMs = 60_000;

/** The tables of tags and notes, each with the column of its record. */
const places = {
  proxy_tag: 'proxy_id',
  service_tag: 'service_id',
  proxy_note: 'proxy_id',
  service_note: 'service_id',
} as const;
export type EditPlace = keyof typeof places | 'tag';

/** Writes what is to change; nothing of it is done yet. */
export interface EditDraft {
  readonly id: number;
  /** One change. `before` and `after` null: not there. */
  add(change: {
    readonly place: EditPlace;
    readonly tagId: number;
    readonly recordId: SqlValue;
    readonly before: string | null;
    readonly after: string | null;
  }): void;
  /** All changes that a statement selects: tag_id, record_id, before, after. */
  addSelected(place: EditPlace, select: string, params: readonly SqlValue[]): void;
}

/** Edits of tags and notes that can be undone, over one connection. */
export interface Edits extends Readonly<Store['edits']> {
  /**
   * Carries out what `write` drafts, as one edit, in one transaction. `say` is given
   * how many rows of a list change and says what was done.
   */
  make(write: (draft: EditDraft) => void, say: (changed: number) => string): Edit;
  /**
   * Makes the last edit, where it is a young one of this record alone, end in something
   * else; undefined: it is not.
   */
  continueLast(place: EditPlace, recordId: SqlValue, after: string | null): Edit | undefined;
  /** Runs in one transaction. */
  transact<T>(work: () => T): T;
}

/** The journal of edits: written first, and carried out, undone and redone from there. */
export function createEdits(writer: Connection): Edits {
  const carryOut = (editId: number, side: 'before' | 'after'): void => {
    for (const statement of statementsOf(side)) writer.run(statement, editId);
  };
  const countRows = (editId: number): number => {
    const [changes, tags] = writer.get(countChanges, editId) ?? [];
    // Of one tag every change is another row; only for several they must be told apart.
    return Number(Number(tags) < 2 ? changes : writer.get(countRecords, editId)?.[0]);
  };

  const forget = (condition: string): void => {
    const old = writer.all(`SELECT id FROM own.edit WHERE ${condition}`);
    for (const [id = null] of old) {
      writer.run('DELETE FROM own.edit_change WHERE edit_id = ?', id);
      writer.run('DELETE FROM own.edit WHERE id = ?', id);
    }
  };

  const step = (isUndo: boolean, id?: number): Edit => {
    const row = writer.get(isUndo ? lastDone : firstUndone);
    if (row === undefined) {
      throw fail('nothing-to-do', `There is nothing to ${isUndo ? 'undo' : 'redo'}.`);
    }
    const editId = Number(row[0]);
    if (id !== undefined && id !== editId) {
      throw fail(
        'nothing-to-do',
        'Other tags or notes were changed since. Nothing was undone. Undo those first.',
      );
    }
    carryOut(editId, isUndo ? 'before' : 'after');
    writer.run('UPDATE own.edit SET is_undone = ? WHERE id = ?', Number(isUndo), editId);
    return { id: editId, label: String(row[1]), changed: Number(row[2]) };
  };

  return {
    transact: (work) => writer.transact(work),
    make: (write, say) =>
      writer.transact(() => {
        // What was undone can't be redone on top of something else.
        forget('is_undone = 1');
        writer.run(`INSERT INTO own.edit (label, made_at_ms) VALUES ('', ?)`, BigInt(Date.now()));
        const id = Number(writer.get('SELECT last_insert_rowid()')?.[0]);
        write({
          id,
          add: ({ place, tagId, recordId, before, after }) => {
            writer.run(insert, id, place, tagId, recordId, before, after);
          },
          addSelected: (place, select, params) => {
            writer.run(
              `INSERT INTO own.edit_change (edit_id, place, tag_id, record_id, before, after)
               SELECT ?, ?, tag_id, record_id, before, after FROM (${select})
               WHERE before IS NOT after`,
              id,
              place,
              ...params,
            );
          },
        });
        const changed = countRows(id);
        const label = say(changed);
        const first = writer.get('SELECT 1 FROM own.edit_change WHERE edit_id = ? LIMIT 1', id);
        if (first === undefined) {
          forget(`id = ${String(id)}`);
          return { id: null, label, changed };
        }
        carryOut(id, 'after');
        writer.run(
          'UPDATE own.edit SET label = ?, change_count = ? WHERE id = ?',
          label,
          changed,
          id,
        );
        forget(tooMany);
        return { id, label, changed };
      }),
    continueLast: (place, recordId, after) =>
      writer.transact(() => {
        const sinceMs = BigInt(Date.now() - continuedMs);
        const [id, label] = writer.get(lastOfRecord, sinceMs, place, recordId) ?? [];
        if (id === undefined) return undefined;
        writer.run('UPDATE own.edit_change SET after = ? WHERE edit_id = ?', after, id);
        writer.run('UPDATE own.edit SET made_at_ms = ? WHERE id = ?', BigInt(Date.now()), id);
        carryOut(Number(id), 'after');
        return { id: Number(id), label: String(label), changed: 1 };
      }),
    undo: (id) => writer.transact(() => step(true, id)),
    redo: () => writer.transact(() => step(false)),
    next: () => ({
      undo: labelOf(writer.get(lastDone)?.[1]),
      redo: labelOf(writer.get(firstUndone)?.[1]),
    }),
  };
}

const labelOf = (value: SqlValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

const lastDone = `SELECT id, label, change_count FROM own.edit
  WHERE is_undone = 0 ORDER BY id DESC LIMIT 1`;
const firstUndone = `SELECT id, label, change_count FROM own.edit
  WHERE is_undone = 1 ORDER BY id LIMIT 1`;
const lastOfRecord = `SELECT e.id, e.label FROM own.edit e JOIN own.edit_change c ON c.edit_id = e.id
  WHERE e.id = (SELECT max(id) FROM own.edit) AND e.is_undone = 0 AND e.change_count = 1
    AND e.made_at_ms > ? AND c.place = ? AND c.record_id = ?`;
const countChanges = `SELECT count(*), count(DISTINCT tag_id) FROM own.edit_change
  WHERE edit_id = ? AND place <> 'tag'`;
const countRecords = `SELECT count(DISTINCT record_id) FROM own.edit_change
  WHERE edit_id = ? AND place <> 'tag'`;
const insert = `INSERT INTO own.edit_change (edit_id, place, tag_id, record_id, before, after)
  VALUES (?, ?, ?, ?, ?, ?)`;
const tooMany = `id IN (SELECT id FROM (
    SELECT id, row_number() OVER (ORDER BY id DESC) AS place,
      sum(change_count) OVER (ORDER BY id DESC) AS total
    FROM own.edit
  ) WHERE place > ${String(maxEdits)} OR (place > 1 AND total > ${String(maxChanges)}))`;

/** Makes everything that an edit names what it was before, or after. */
function statementsOf(side: 'before' | 'after'): string[] {
  const changes = (place: string): string =>
    `FROM own.edit_change WHERE edit_id = ? AND place = '${place}'`;
  const ofPlaces = Object.entries(places).flatMap(([place, id]) =>
    place.endsWith('_tag')
      ? [
          `DELETE FROM own.${place} WHERE (tag_id, ${id}) IN (
             SELECT tag_id, record_id ${changes(place)} AND ${side} IS NULL)`,
          `INSERT OR IGNORE INTO own.${place} (tag_id, ${id})
             SELECT tag_id, record_id ${changes(place)} AND ${side} IS NOT NULL`,
        ]
      : [
          `DELETE FROM own.${place} WHERE ${id} IN (
             SELECT record_id ${changes(place)} AND ${side} IS NULL)`,
          `INSERT OR REPLACE INTO own.${place} (${id}, note)
             SELECT record_id, ${side} ${changes(place)} AND ${side} IS NOT NULL`,
        ],
  );
  return [
    // All out before any goes in: two tags may have changed names.
    `DELETE FROM own.tag WHERE id IN (SELECT record_id ${changes('tag')})`,
    `INSERT INTO own.tag (id, name, colour)
       SELECT record_id, ${side} ->> 'name', ${side} ->> 'colour' ${changes('tag')}
       AND ${side} IS NOT NULL`,
    ...ofPlaces,
  ];
}
