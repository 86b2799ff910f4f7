import { fail } from '../../../shared/failure.ts';
import { maxNote, type AnnotatedList, type Edit } from '../../../shared/tag.ts';
import { annotationTables, describeRows } from '../schema/annotation-tables.ts';
import { storedId } from '../schema/codec.ts';
import { isPlainText } from '../schema/column-form.ts';
import type { ResolvedSelection } from '../types.ts';
import type { Edits } from './edits.ts';
import { selectIds } from '../read/query/selection-condition.ts';

/** The user's notes, at most one per record. */
export function createNotes(edits: Edits) {
  return {
    /**
     * Sets the note of all selected rows; null removes it. `isContinued`: continues the
     * note of the same row that was put within the last minute, and is undone with it.
     */
    put(
      list: AnnotatedList,
      rows: ResolvedSelection,
      note: string | null,
      options: { readonly isContinued: boolean } = { isContinued: false },
    ): Edit {
      if (note !== null && (note.length > maxNote || !isPlainText(note))) {
        throw fail(
          'invalid-input',
          `A note has at most ${maxNote.toLocaleString('en-US')} characters. Nothing was changed.`,
        );
      }
      const target = { table: annotationTables[list].notes, tagId: 0 };
      const wanted = note === null || note.trim() === '' ? null : note;
      const [onlyId] = rows.kind === 'ids' && rows.ids.length === 1 ? rows.ids : [];
      if (options.isContinued && onlyId !== undefined) {
        const continued = edits.continueLast(target, storedId(onlyId), wanted);
        if (continued) return continued;
      }
      return edits.make(
        (edit) => {
          edit.records(selectIds(list, rows), { ...target, after: wanted });
        },
        (count) =>
          wanted === null
            ? `Removed the note from ${describeRows(list, count)}.`
            : `Added a note to ${describeRows(list, count)}.`,
      );
    },
  };
}
