import type { AnnotatedList, Annotations, TagColor, TagShare } from '../../../shared/tag.ts';
import { annotationTables } from '../schema/annotation-tables.ts';
import type { StoreContext } from '../context.ts';
import type { ResolvedSelection } from '../types.ts';
import { createEdits } from './edits.ts';
import { layouts } from '../schema/layout.ts';
import { createNotes } from './notes.ts';
import { compileSelection } from '../read/query/selection-condition.ts';
import { createTags } from './tags.ts';

/** Tags, notes and their undo. */
export function createAnnotations(context: StoreContext) {
  const edits = createEdits(context.writer);
  return {
    tags: createTags(context, edits),
    notes: createNotes(edits),
    edits,
    /** Tags and notes of some rows, combined. */
    annotationsOf: (list: AnnotatedList, rows: ResolvedSelection) =>
      readAnnotations(context, list, rows),
  };
}

function readAnnotations(
  { writer }: StoreContext,
  list: AnnotatedList,
  rows: ResolvedSelection,
): Annotations {
  const { tags, notes, id } = annotationTables[list];
  const { table } = layouts[list];
  const { sql, params } = compileSelection(rows, list);
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
