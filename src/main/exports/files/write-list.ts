import { csvLine } from '../../../shared/csv.ts';
import { jsonLines } from '../../../shared/json.ts';
import { lists, type ListName } from '../../../shared/lists.ts';
import { namesOfShownFields } from '../../../shared/records/field.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { Store } from '../../store/index.ts';
import { writeFiles } from './write.ts';

/** Which rows of a list, and how they are written. */
interface ListRows {
  readonly list: ListName;
  readonly where: string;
  readonly sort: readonly SortKey[];
  readonly format: 'csv' | 'json';
}
export interface ListFile extends ListRows {
  readonly path: string;
}

/**
 * The rows of a list line by line, without secrets: CSV with a column for each field that a row shows, in which no text
 * begins a formula, or a JSON list of every field.
 */
export function* listLines(store: Store, { list, where, sort, format }: ListRows): Generator<string, undefined> {
  const window = {
    where: readQuery(where, list),
    sort,
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
  const records = store[list].records(window, { secrets: false });
  if (format === 'json') {
    yield '[';
    yield* jsonLines(records);
    yield ']';
    return undefined;
  }
  const names = namesOfShownFields(lists[list].fields);
  yield csvLine(names);
  for (const record of records) yield csvLine(names.map((name) => record[name]));
  return undefined;
}

/**
 * Writes the rows of a list to a file, whole or not at all.
 *
 * @returns how many rows there are
 * @throws FailureError as `writeFiles`
 */
export async function writeList(store: Store, { path, ...rows }: ListFile, signal: AbortSignal): Promise<number> {
  await writeFiles([{ path, lines: listLines(store, rows) }], signal);
  return store[rows.list].count(readQuery(rows.where, rows.list));
}
