/**
 * The journal of edits. An edit is one transaction: it writes to `edit_change` what every
 * tag, tagged record and note was before and is after, then puts the "after" side in place.
 * Undo puts the "before" side of the newest edit in place, redo the "after" side of the edit
 * that was undone last. A new edit deletes those that were undone; old ones are purged.
 */
import type { SqlValue, Connection } from '../sqlite/connection.ts';
import type { Condition } from '../read/query/condition.ts';

/** The tables of tags and notes, each with the column of the record's ID. */
const recordColumns = {
  proxy_tag: 'proxy_id',
  service_tag: 'service_id',
  proxy_note: 'proxy_id',
  service_note: 'service_id',
} as const;
type RecordTable = keyof typeof recordColumns;
const isTagTable = (table: RecordTable): boolean => table.endsWith('_tag');

export type EditSide = 'before' | 'after';

/** The table that changes, and the tag; 0 for notes. */
export interface EditTarget {
  readonly table: RecordTable;
  readonly tagId: number;
}

/** What every record of an edit gets: the tag ('1') or a note. Null removes it. */
export interface RecordChange extends EditTarget {
  readonly after: string | null;
}

/** Edits that can be undone: this many, with this many changes in total, for this long. */
const maxEdits = 100;
const maxChanges = 2_000_000;
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Journals a change of records; those that already are as wanted do not change.
 *
 * @param ids selects the IDs of the records
 */
export function journalRecords(
  writer: Connection,
  editId: number,
  ids: Condition,
  { table, tagId, after }: RecordChange,
): void {
  const [before, join, tag] = isTagTable(table)
    ? [`iif(t.tag_id IS NULL, NULL, '1')`, 't.tag_id = ? AND', [tagId]]
    : ['t.note', '', []];
  writer.run(
    `WITH chosen (id) AS (${ids.sql})
     INSERT INTO user.edit_change (edit_id, place, tag_id, record_id, before, after)
     SELECT ?, '${table}', ?, id, before, after FROM (
       SELECT chosen.id, ${before} AS before, ? AS after FROM chosen
       LEFT JOIN user.${table} t ON ${join} t.${recordColumns[table]} = chosen.id
     ) WHERE before IS NOT after`,
    ...ids.params,
    editId,
    tagId,
    after,
    ...tag,
  );
}

/** Journals a change of a tag itself, given as JSON of its name and color; null: no such tag. */
export function journalTag(
  writer: Connection,
  editId: number,
  tagId: number,
  before: string | null,
  after: string | null,
): void {
  writer.run(
    `INSERT INTO user.edit_change (edit_id, place, tag_id, record_id, before, after)
     VALUES (?, 'tag', ?, '', ?, ?)`,
    editId,
    tagId,
    before,
    after,
  );
}

/** Puts one side of an edit in place; `only` the tags themselves, or everything. */
export function putInPlace(
  writer: Connection,
  editId: number,
  side: EditSide,
  only?: 'tags',
): void {
  const all = only === 'tags' ? tagStatements(side) : statements[side];
  for (const statement of all) writer.run(statement, editId);
}

/** The number of records that an edit changes. */
export function countChangedRecords(writer: Connection, editId: number): number {
  const sql = `SELECT count(DISTINCT record_id) FROM user.edit_change
    WHERE edit_id = ? AND place <> 'tag'`;
  return Number(writer.get(sql, editId)?.[0]);
}

/** Whether an edit changes anything. */
export const hasChanges = (writer: Connection, editId: number): boolean =>
  writer.get('SELECT 1 FROM user.edit_change WHERE edit_id = ? LIMIT 1', editId) !== undefined;

/** The IDs of edits beyond the limits. */
export function findExpired(writer: Connection): readonly SqlValue[] {
  const rows = writer.all(
    `SELECT id FROM (
       SELECT id, made_at_ms, row_number() OVER newest AS place,
         sum(change_count) OVER newest AS total
       FROM user.edit WINDOW newest AS (ORDER BY id DESC)
     ) WHERE place > ? OR (place > 1 AND total > ?) OR made_at_ms < ?`,
    maxEdits,
    maxChanges,
    BigInt(Date.now() - maxAgeMs),
  );
  return rows.map(([id = null]) => id);
}

/** The IDs of edits that were undone. */
export const findUndone = (writer: Connection): readonly SqlValue[] =>
  writer.all('SELECT id FROM user.edit WHERE is_undone = 1').map(([id = null]) => id);

/** Deletes edits with their changes, and with them the text of deleted notes. */
export function deleteEdits(writer: Connection, ids: readonly SqlValue[]): void {
  for (const id of ids) {
    writer.run('DELETE FROM user.edit_change WHERE edit_id = ?', id);
    writer.run('DELETE FROM user.edit WHERE id = ?', id);
  }
}

const changesOf = (place: string): string =>
  `FROM user.edit_change WHERE edit_id = ? AND place = '${place}'`;

const tagStatements = (side: EditSide): readonly string[] => [
  // All are deleted before any is inserted: two tags may have swapped names.
  `DELETE FROM user.tag WHERE id IN (SELECT tag_id ${changesOf('tag')})`,
  `INSERT INTO user.tag (id, name, color)
   SELECT tag_id, ${side} ->> 'name', ${side} ->> 'color' ${changesOf('tag')}
   AND ${side} IS NOT NULL`,
];

function recordStatements(table: RecordTable, side: EditSide): readonly string[] {
  const id = recordColumns[table];
  const changes = changesOf(table);
  return isTagTable(table)
    ? [
        `DELETE FROM user.${table} WHERE (tag_id, ${id}) IN (
           SELECT tag_id, record_id ${changes} AND ${side} IS NULL)`,
        `INSERT OR IGNORE INTO user.${table} (tag_id, ${id})
         SELECT tag_id, record_id ${changes} AND ${side} IS NOT NULL`,
      ]
    : [
        `DELETE FROM user.${table} WHERE ${id} IN (SELECT record_id ${changes} AND ${side} IS NULL)`,
        `INSERT OR REPLACE INTO user.${table} (${id}, note)
         SELECT record_id, ${side} ${changes} AND ${side} IS NOT NULL`,
      ];
}

const statementsOf = (side: EditSide): readonly string[] => [
  ...tagStatements(side),
  // The keys of an object literal are the tables that its type names.
  ...(Object.keys(recordColumns) as RecordTable[]).flatMap((table) =>
    recordStatements(table, side),
  ),
];

/** What puts each side of an edit in place; the one parameter is the edit. Exported for the test of its plans. */
export const statements: Readonly<Record<EditSide, readonly string[]>> = {
  before: statementsOf('before'),
  after: statementsOf('after'),
};
