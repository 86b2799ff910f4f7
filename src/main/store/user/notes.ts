import { fail } from '../../../shared/failure.ts';
import { maxNote } from '../../../shared/tag.ts';
import { annotationTables, sayRows } from './annotation-tables.ts';
import { encodeId } from '../codec.ts';
import { isPlainText } from '../column-form.ts';
import type { StoreContext } from '../context.ts';
import type { Store } from '../contract.ts';
import type { Edits } from './edits.ts';
import { layouts } from '../layout.ts';
import { selectIds } from '../selection-condition.ts';

/** One note a record, the person's own. */
export function createNotes({ writer }: StoreContext, edits: Edits): Store['notes'] {
  return {
    put(list, rows, note, options = { isContinued: false }, watch) {
      if (note !== null && (note.length > maxNote || !isPlainText(note))) {
        throw fail(
          'invalid-input',
          `A note is a text of at most ${maxNote.toLocaleString('en-US')} characters. Nothing was changed.`,
        );
      }
      const { notes } = annotationTables[list];
      const target = { place: notes, tagId: 0 };
      const wanted = note === null || note.trim() === '' ? null : note;
      const [onlyId] = rows.kind === 'ids' && rows.ids.length === 1 ? rows.ids : [];
      if (options.isContinued && onlyId !== undefined) {
        const continued = edits.continueLast(target, encodeId(layouts[list], onlyId), wanted);
        if (continued) return continued;
      }
      return edits.make(
        {
          chosen: [{ list, select: selectIds(writer, list, rows) }],
          begin: () => () => [{ ...target, after: wanted }],
          say: (count) =>
            wanted === null
              ? `Took the note off ${sayRows(list, count)}.`
              : `Noted on ${sayRows(list, count)}.`,
        },
        watch,
      );
    },
  };
}
