/**
 * The journal of edits: what each of them changes is written here first and carried out,
 * undone and redone from here, in slices that end on a record.
 */
import type { SqlValue } from '../column-form.ts';
import type { Connection } from '../connection.ts';

/** The tables of tags and notes, each with the column of its record. */
const recordColumns = {
  proxy_tag: 'proxy_id',
  service_tag: 'service_id',
  proxy_note: 'proxy_id',
  service_note: 'service_id',
} as const;
export type RecordPlace = keyof typeof recordColumns;
const isTagPlace = (place: RecordPlace): boolean => place.endsWith('_tag');
const recordPlaces: readonly string[] = Object.keys(recordColumns);

export type EditSide = 'before' | 'after';

/** What an edit does in one table, with one tag; for notes the tag is 0. */
export interface EditTarget {
  readonly place: RecordPlace;
  readonly tagId: number;
}

/** What an edit does to every record: gives it the tag ('1') or a note, or (null) takes it away. */
export interface RecordChange extends EditTarget {
  readonly after: string | null;
}

/** Records of one target from one id to another, both included. */
export interface EditSlice {
  readonly first: SqlValue;
  readonly last: SqlValue;
}

/**
 * Rows that one transaction changes at most. It holds the lock of the database for some
 * ten milliseconds, and whoever else writes waits no longer than that.
 */
export const rowsPerSlice = 2000;

/** Below every id that SQLite can hold. */
const lowest = -Infinity;

/** The target behind another one, or the first one. */
export function nextTarget(
  writer: Connection,
  editId: number,
  { place, tagId }: { readonly place: string; readonly tagId: number } = { place: '', tagId: 0 },
): EditTarget | undefined {
  const [found, id] = writer.get(selectNextTarget, editId, place, BigInt(tagId)) ?? [];
  if (typeof found !== 'string') return undefined;
  const target = { place: found, tagId: Number(id) };
  return isRecordPlace(target) ? target : nextTarget(writer, editId, target);
}

const isRecordPlace = (target: { place: string; tagId: number }): target is EditTarget =>
  recordPlaces.includes(target.place);

/** The records of a target, slice after slice. What is carried out meanwhile changes none of them. */
export function* slicesOf(
  writer: Connection,
  editId: number,
  { place, tagId }: EditTarget,
): Generator<EditSlice & { readonly count: number }> {
  let before: SqlValue = lowest;
  for (;;) {
    const [first = null, last = null, count]: SqlValue[] =
      writer.get(selectSlice, editId, place, tagId, before) ?? [];
    if (Number(count) === 0) return;
    yield { first, last, count: Number(count) };
    before = last;
  }
}

/** Writes what becomes of the chosen records in `temp.chosen`, from one place to another; nothing of it is done yet. */
export function draftSlice(
  writer: Connection,
  editId: number,
  { place, tagId, after }: RecordChange,
  { first, last }: { readonly first: number; readonly last: number },
): void {
  const id = recordColumns[place];
  const [before, join] = isTagPlace(place)
    ? [`CASE WHEN t.tag_id IS NULL THEN NULL ELSE '1' END`, `t.tag_id = ? AND t.${id}`]
    : ['t.note', `t.${id}`];
  writer.run(
    `INSERT INTO own.edit_change (edit_id, place, tag_id, record_id, before, after)
     SELECT ?, '${place}', ?, record_id, before, after FROM (
       SELECT c.record_id, ${before} AS before, ? AS after
       FROM temp.chosen c LEFT JOIN own.${place} t ON ${join} = c.record_id
       WHERE c.place BETWEEN ? AND ?
     ) WHERE before IS NOT after`,
    editId,
    tagId,
    after,
    ...(isTagPlace(place) ? [tagId] : []),
    first,
    last,
  );
}

/** Makes the records of a slice what they were before, or after. */
export function carryOutSlice(
  writer: Connection,
  editId: number,
  { place, tagId }: EditTarget,
  { first, last }: EditSlice,
  side: EditSide,
): void {
  for (const statement of sliceStatements[place][side]) {
    writer.run(statement, editId, tagId, first, last);
  }
}

/** Makes the tags themselves what they were before, or after. */
export function carryOutTags(writer: Connection, editId: number, side: EditSide): void {
  // All out before any goes in: two tags may have changed names.
  writer.run(
    `DELETE FROM own.tag WHERE id IN
       (SELECT record_id FROM own.edit_change WHERE edit_id = ? AND place = 'tag')`,
    editId,
  );
  writer.run(
    `INSERT INTO own.tag (id, name, colour)
     SELECT record_id, ${side} ->> 'name', ${side} ->> 'colour'
     FROM own.edit_change WHERE edit_id = ? AND place = 'tag' AND ${side} IS NOT NULL`,
    editId,
  );
}

/**
 * Removes changes that belong to no edit any more, one slice a call.
 *
 * @returns whether there may be more of them
 */
export function sweepJournal(writer: Connection): boolean {
  let editId = 0;
  for (;;) {
    const next = writer.get('SELECT min(edit_id) FROM own.edit_change WHERE edit_id > ?', editId);
    if (typeof next?.[0] !== 'number') return false;
    editId = next[0];
    const isKept = writer.get('SELECT 1 FROM own.edit WHERE id = ?', editId) !== undefined;
    if (isKept) continue;
    const last = writer.get(selectSweepEnd, editId);
    if (last) writer.run(deleteUpTo, editId, ...last);
    else writer.run('DELETE FROM own.edit_change WHERE edit_id = ?', editId);
    return true;
  }
}

/** The statements that carry a slice out; parameters: edit, tag, first and last record. */
function makeStatements(place: RecordPlace, side: EditSide): readonly string[] {
  const id = recordColumns[place];
  const changes = `FROM own.edit_change WHERE edit_id = ? AND place = '${place}'
    AND tag_id = ? AND record_id BETWEEN ? AND ?`;
  return isTagPlace(place)
    ? [
        `DELETE FROM own.${place} WHERE (tag_id, ${id}) IN (
           SELECT tag_id, record_id ${changes} AND ${side} IS NULL)`,
        `INSERT OR IGNORE INTO own.${place} (tag_id, ${id})
           SELECT tag_id, record_id ${changes} AND ${side} IS NOT NULL`,
      ]
    : [
        `DELETE FROM own.${place} WHERE ${id} IN (SELECT record_id ${changes} AND ${side} IS NULL)`,
        `INSERT OR REPLACE INTO own.${place} (${id}, note)
           SELECT record_id, ${side} ${changes} AND ${side} IS NOT NULL`,
      ];
}
const bothSides = (place: RecordPlace): Record<EditSide, readonly string[]> => ({
  before: makeStatements(place, 'before'),
  after: makeStatements(place, 'after'),
});
const sliceStatements: Readonly<Record<RecordPlace, Record<EditSide, readonly string[]>>> = {
  proxy_tag: bothSides('proxy_tag'),
  service_tag: bothSides('service_tag'),
  proxy_note: bothSides('proxy_note'),
  service_note: bothSides('service_note'),
};

const selectNextTarget = `SELECT place, tag_id FROM own.edit_change
  WHERE edit_id = ? AND (place, tag_id) > (?, ?) ORDER BY place, tag_id LIMIT 1`;
const selectSlice = `SELECT min(record_id), max(record_id), count(*) FROM (
  SELECT record_id FROM own.edit_change
  WHERE edit_id = ? AND place = ? AND tag_id = ? AND record_id > ?
  ORDER BY record_id LIMIT ${String(rowsPerSlice)})`;
const selectSweepEnd = `SELECT place, tag_id, record_id FROM own.edit_change WHERE edit_id = ?
  ORDER BY place, tag_id, record_id LIMIT 1 OFFSET ${String(rowsPerSlice)}`;
const deleteUpTo = `DELETE FROM own.edit_change
  WHERE edit_id = ? AND (place, tag_id, record_id) <= (?, ?, ?)`;

/** What is asked for every slice, for the test of its plans. */
export const journalStatements: readonly string[] = [
  selectNextTarget,
  selectSlice,
  selectSweepEnd,
  deleteUpTo,
  ...Object.values(sliceStatements).flatMap(({ before, after }) => [...before, ...after]),
];
