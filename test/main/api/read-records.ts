import type { Page } from '../../../src/main/api/page-rows.ts';
import type { WalkOptions } from '../../../src/main/api/pages.ts';
import type { ReceivedRecord } from '../../../src/shared/records/received-record.ts';

/** Reads all rows of a page; those that are not objects or have no ID are skipped. */
export function readRecords({ rows }: Pick<Page, 'rows'>): ReceivedRecord[] {
  const records: ReceivedRecord[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    const record = rows.read(row);
    if (record) records.push(record);
  }
  return records;
}

/** Walks a search for its records, one page at a time. */
export async function* walkRecords(
  search: (options: Pick<WalkOptions, 'countSeen'>) => AsyncIterable<Page>,
): AsyncGenerator<ReceivedRecord[], void, undefined> {
  const seen = new Set<string>();
  for await (const page of search({ countSeen: () => seen.size })) {
    const records = readRecords(page);
    for (const { id } of records) seen.add(id);
    yield records;
  }
}
