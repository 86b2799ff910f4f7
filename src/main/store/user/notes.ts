import { fail } from '../../../shared/failure.ts';
import { maxNote } from '../../../shared/tag.ts';
import { annotationTables, describeRows } from './annotation-tables.ts';
import { encodeId } from '../records/codec.ts';
import { isPlainText } from '../records/column-form.ts';
import type { Store } from '../contract.ts';
import type { Edits } from './edits.ts';
import { layouts } from '../records/layout.ts';
import { selectIds } from '../query/selection-condition.ts';

/** The user's notes, at most one per record. */
export function createNotes(edits: Edits): Store['notes'] {
  return {
    put(list, rows, note, options = { isContinued: false }) {
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
        const continued = edits.continueLast(target, encodeId(layouts[list], onlyId), wanted);
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
