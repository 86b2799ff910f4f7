import { FailureError } from '../../shared/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { notThisService } from './errors.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';

/** One page of a search (specification, Conventions). */
export interface Page {
  readonly page: number;
  /** How many rows match, as this page says; null where it does not. */
  readonly totalCount: number | null;
  readonly records: readonly ReceivedRecord[];
  /** Rows without an id, or that are no objects: set aside. */
  readonly withoutId: number;
}

export interface Search {
  readonly path: string;
  readonly idField: string;
  /** Filters whose names the specification shows; nothing else is sent. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

/** Default and maximum page size are not shown: the first that is not rejected is used. */
const pageSizes = [1000, 500, 250, 100, undefined] as const;
/** A walk ends here even where a service never does. */
const maxPages = 100_000;

/**
 * Walks the pages of a search. A service may give fewer rows a page than asked
 * for: the walk believes what comes back. It ends when as many distinct rows
 * were seen as there should be, at an empty page, or at one that brings nothing new.
 *
 * @throws FailureError of the client; `not-this-service` for an answer that is no
 *   page or is another page than was asked for
 */
export async function* searchPages(
  client: ApiClient,
  search: Search,
  options: CallOptions = {},
): AsyncGenerator<Page, void, undefined> {
  const fetchPage = async (page: number, perPage: number | undefined): Promise<JsonObject> =>
    client.send(
      {
        method: 'GET',
        path: search.path,
        query: { ...search.filters, page, per_page: perPage },
      },
      options,
    );
  const { answer: first, perPage } = await fetchFirst(fetchPage);
  const seen = new Set<string>();
  let answer = first;
  for (let number = 1; number <= maxPages; number += 1) {
    if (number > 1) answer = await fetchPage(number, perPage);
    const page = readPage(answer, number, search.idField);
    const before = seen.size;
    for (const { id } of page.records) seen.add(id);
    yield page;
    const isNothingNew = seen.size === before;
    const isAll = page.totalCount !== null && seen.size >= page.totalCount;
    if (isNothingNew || isAll) return;
  }
}

/** Finds a page size that the service takes. */
async function fetchFirst(
  fetchPage: (page: number, perPage: number | undefined) => Promise<JsonObject>,
): Promise<{ answer: JsonObject; perPage: number | undefined }> {
  for (const perPage of pageSizes) {
    try {
      return { answer: await fetchPage(1, perPage), perPage };
    } catch (error) {
      const isSizeRefused = error instanceof FailureError && error.failure.code === 'rejected';
      if (!isSizeRefused || perPage === undefined) throw error;
    }
  }
  throw notThisService();
}

function readPage(answer: JsonObject, asked: number, idField: string): Page {
  const { data } = answer;
  if (!Array.isArray(data)) throw notThisService();
  const echoed = readCount(answer['page']);
  if (echoed !== null && echoed !== asked) throw notThisService();
  const records: ReceivedRecord[] = [];
  let withoutId = 0;
  for (const row of data as readonly JsonValue[]) {
    const id = isJsonObject(row) ? readId(row[idField]) : undefined;
    if (id !== undefined && isJsonObject(row)) records.push({ id, fields: row });
    else withoutId += 1;
  }
  return { page: asked, totalCount: readCount(answer['total_count']), records, withoutId };
}

/** An id that came as a number is the same id as its digits. */
function readId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

function readCount(value: JsonValue | undefined): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
