import { FailureError } from '../../shared/failure.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
import type { ReceivedRows } from '../../shared/records/received-record.ts';
import type { ApiClient, CallOptions, ReceivedBody } from './http/client.ts';
import { readEnvelope } from './cut-rows.ts';
import { notThisService } from './http/errors.ts';
import { highestLimit } from './http/gate.ts';
import { detachBuffer } from './http/body.ts';
import { rowsOfCut, rowsOfData } from './page-rows.ts';
import { userPath } from './http/operation.ts';
import { readAnswer } from './http/read-answer.ts';

/** One page of a search (specification, Conventions). */
export interface Page {
  readonly page: number;
  /** How many rows match according to this page; null: it does not say. */
  readonly totalCount: number | null;
  /** Must be read before the next page is requested: then their memory is freed. */
  readonly rows: ReceivedRows;
}

export interface Search {
  readonly path: string;
  readonly idField: string;
}

export interface WalkOptions extends CallOptions {
  /** How many distinct rows the caller has seen so far. */
  readonly countSeen: () => number;
}

/** The specification names no default and maximum page size: the first that is not rejected is used. */
const pageSizes = [1000, 500, 250, 100, undefined] as const;
/** A walk ends here even if a service never does. */
const maxPages = 100_000;

/**
 * Walks the pages of a search. A service may return fewer rows per page than
 * requested. The walk ends when as many distinct rows were seen as the total, at an empty
 * page, or at one without new rows. Pages are requested ahead; the client
 * decides how many of these requests run at once.
 *
 * @throws FailureError of the client; `not-this-service` for a response that is not
 *   a page, or not the page that was requested
 */
export async function* searchPages(
  client: ApiClient,
  search: Search,
  { countSeen, signal }: WalkOptions,
): AsyncGenerator<Page, void, undefined> {
  const ending = new AbortController();
  const call = { signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal };
  const fetchPage = async (page: number, perPage: number | undefined): Promise<ReceivedBody> =>
    client.receive(
      {
        method: 'GET',
        path: search.path,
        query: { page, per_page: perPage },
        cutsRows: true,
      },
      call,
    );
  try {
    const { received: first, perPage } = await fetchFirst(fetchPage);
    const ahead = new Map<number, Promise<ReceivedBody>>();
    const fetchAhead = (from: number, to: number): void => {
      for (let number = from; number <= to; number += 1) {
        if (ahead.has(number)) continue;
        const fetching = fetchPage(number, perPage);
        // `takePage` reports its failure; that of a page that is never taken is ignored.
        fetching.catch(() => undefined);
        ahead.set(number, fetching);
      }
    };
    let lastLikely = 1;
    for (let number = 1; number <= maxPages; number += 1) {
      const received = number === 1 ? first : await takePage(ahead, number);
      const page = readPage(received, number, search.idField);
      if (number === 1) lastLikely = countPages(page);
      fetchAhead(number + 1, Math.min(lastLikely, number + highestLimit));
      const before = countSeen();
      yield page;
      detachBuffer(received.body);
      const seen = countSeen();
      if (seen === before || (page.totalCount !== null && seen >= page.totalCount)) return;
      fetchAhead(number + 1, number + 1);
    }
  } finally {
    ending.abort();
  }
}

/** The search for all objects of a kind. Failures are those of `searchPages`. */
export const searchFor =
  (noun: string) =>
  (client: ApiClient, options: WalkOptions): AsyncGenerator<Page> =>
    searchPages(client, { path: `${userPath}/${noun}/search`, idField: `${noun}_id` }, options);

async function takePage(
  ahead: Map<number, Promise<ReceivedBody>>,
  number: number,
): Promise<ReceivedBody> {
  const fetching = ahead.get(number);
  if (!fetching) throw new Error(`Page ${String(number)} was not requested.`);
  ahead.delete(number);
  return fetching;
}

/** How many pages there are if all are as long as the first; only these are requested ahead. */
function countPages({ totalCount, rows }: Page): number {
  if (totalCount === null || rows.count === 0) return 1;
  return Math.ceil(totalCount / rows.count);
}

/** Finds a page size that the service accepts. */
async function fetchFirst(
  fetchPage: (page: number, perPage: number | undefined) => Promise<ReceivedBody>,
): Promise<{ received: ReceivedBody; perPage: number | undefined }> {
  for (const perPage of pageSizes) {
    try {
      return { received: await fetchPage(1, perPage), perPage };
    } catch (error) {
      const isSizeRefused = error instanceof FailureError && error.failure.code === 'rejected';
      if (!isSizeRefused || perPage === undefined) throw error;
    }
  }
  throw notThisService();
}

/**
 * Parses only as much of a page as necessary: rows that could be cut out of it stay bytes.
 *
 * @throws FailureError `not-this-service` for a response that is not a page, or not page `asked`
 */
export function readPage({ body, rows }: ReceivedBody, asked: number, idField: string): Page {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const readWhole = (): ReceivedRows => rowsOfAnswer(readAnswer(bytes), idField);
  const first = rows?.starts[0];
  const envelope =
    first === undefined ? undefined : readEnvelope(bytes, first, rows?.ends.at(-1) ?? first);
  const answer = envelope ?? readAnswer(bytes);
  const echoed = readCount(answer['page']);
  if (echoed !== null && echoed !== asked) throw notThisService();
  return {
    page: asked,
    totalCount: readCount(answer['total_count']),
    rows:
      envelope && rows ? rowsOfCut(bytes, rows, idField, readWhole) : rowsOfAnswer(answer, idField),
  };
}

function rowsOfAnswer({ data }: JsonObject, idField: string): ReceivedRows {
  if (!Array.isArray(data)) throw notThisService();
  return rowsOfData(data as readonly JsonValue[], idField);
}

function readCount(value: JsonValue | undefined): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
