/** The records that an edit is about, noted before anything is changed: what it changes may be what they were found by. */
import type { Condition } from '../condition.ts';
import type { SqlValue } from '../column-form.ts';
import type { Connection } from '../connection.ts';
import type { EditSlice } from './edit-journal.ts';

/** Places in the table of chosen records, from one to another, none where the first is the higher one. */
export interface ChosenRun {
  readonly first: number;
  readonly last: number;
}

/**
 * Notes the records of statements that give ids in ascending order. Takes no lock that
 * anybody who writes would wait for.
 *
 * @returns where the records of each statement are
 */
export function chooseRecords(
  writer: Connection,
  selects: readonly Condition[],
): readonly ChosenRun[] {
  writer.exec(
    'CREATE TEMP TABLE IF NOT EXISTS chosen (place INTEGER PRIMARY KEY, record_id ANY NOT NULL) STRICT',
  );
  forgetChosen(writer);
  let last = 0;
  return selects.map(({ sql, params }) => {
    const first = last + 1;
    writer.run(`INSERT INTO temp.chosen (record_id) ${sql}`, ...params);
    last = Number(writer.get('SELECT coalesce(max(place), 0) FROM temp.chosen')?.[0]);
    return { first, last };
  });
}

/** The ids at two places. */
export function recordsAt(writer: Connection, { first, last }: ChosenRun): EditSlice {
  const at = (place: number): SqlValue =>
    writer.get('SELECT record_id FROM temp.chosen WHERE place = ?', place)?.[0] ?? null;
  return { first: at(first), last: at(last) };
}

/** Empties what `chooseRecords` filled; rows of the copy stay. */
export function forgetChosen(writer: Connection): void {
  writer.run('DELETE FROM temp.chosen');
}
