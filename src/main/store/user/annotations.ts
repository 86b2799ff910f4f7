import { type Annotations, type TagColor, type TagShare, maxNote, type Edit } from '../../../shared/tag.ts';
import { annotationTables, describeRows } from '../schema/annotation-tables.ts';
import type { StoreContext } from '../context.ts';
import { listOf, type Rows } from '../../../shared/rows.ts';
import { createEdits, type Edits } from './edits.ts';
import { layouts } from '../schema/layout.ts';
import { annotatedBy, compileAnnotated, selectAnnotated } from '../read/query/rows-condition.ts';
import { createTags } from './tags.ts';
import { isPlainText } from '../schema/column-form.ts';
import { storedId } from '../schema/codec.ts';
import { fail } from '../../../shared/failure.ts';

/** Tags, notes and their undo. */
export function createAnnotations(context: StoreContext) {
  const edits = createEdits(context.writer);
  return {
    tags: createTags(context, edits),
    notes: createNotes(edits),
    edits,
    /** Tags and notes of some rows, combined. */
    annotationsOf: (rows: Rows) => readAnnotations(context, rows),
  };
}

function readAnnotations({ writer }: StoreContext, rows: Rows): Annotations {
  const list = annotatedBy(rows);
  const { tags, notes, id } = annotationTables[list];
  const { table } = layouts[list];
  const { sql, params } = compileAnnotated(rows);
  const count = Number(writer.get(`SELECT count(*) FROM ${table} r WHERE ${sql}`, ...params)?.[0]);
  const shares = writer.all(
    `SELECT tag.name, tag.color, n FROM (
       SELECT t.tag_id, count(*) AS n FROM ${table} r JOIN user.${tags} t ON t.${id} = r.${id}
       WHERE ${sql} GROUP BY t.tag_id
     ) JOIN user.tag ON tag.id = tag_id ORDER BY tag.name`,
    ...params,
  );
  const [noteCount, first, last] =
    writer.get(
      `SELECT count(*), min(n.note), max(n.note)
       FROM ${table} r JOIN user.${notes} n ON n.${id} = r.${id} WHERE ${sql}`,
      ...params,
    ) ?? [];
  const isSame = Number(noteCount) === count && first === last && typeof first === 'string';
  return {
    rowCount: count,
    tags: shares.map(([name, color, n]): TagShare => ({
      name: String(name),
      // Only the colors of the contract are ever written.
      color: String(color) as TagColor,
      count: Number(n),
    })),
    noteCount: Number(noteCount),
    note: isSame ? first : null,
  };
}

/** The user's notes, at most one per record. */
function createNotes(edits: Edits) {
  return {
    /**
     * Sets the note of all selected rows; null removes it. `isContinued`: continues the
     * note of the same row that was put within the last minute, and is undone with it.
     */
    put(rows: Rows, note: string | null, options: { readonly isContinued: boolean } = { isContinued: false }): Edit {
      if (note !== null && (note.length > maxNote || !isPlainText(note))) {
        throw fail(
          'invalid-input',
          `A note has at most ${maxNote.toLocaleString('en-US')} characters. Nothing was changed.`,
        );
      }
      const list = annotatedBy(rows);
      const target = { table: annotationTables[list].notes, tagId: 0 };
      const wanted = note === null || note.trim() === '' ? null : note;
      const [onlyId] = listOf(rows) === list && rows.kind === 'ids' && rows.ids.length === 1 ? rows.ids : [];
      if (options.isContinued && onlyId !== undefined) {
        const continued = edits.continueLast(target, storedId(onlyId), wanted);
        if (continued) return continued;
      }
      return edits.make(
        (edit) => {
          edit.records(selectAnnotated(rows), { ...target, after: wanted });
        },
        (count) =>
          wanted === null
            ? `Removed the note from ${describeRows(list, count)}.`
            : `Added a note to ${describeRows(list, count)}.`,
      );
    },
  };
}
