import type { Page, WalkOptions } from '../../../src/main/api/pages.ts';
import type { ReceivedRecord } from '../../../src/shared/records/cached-record.ts';

/** The rows of a page that can be cached. */
export const readRecords = ({ rows }: Pick<Page, 'rows'>): ReceivedRecord[] => rows.filter((row) => row !== undefined);

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
