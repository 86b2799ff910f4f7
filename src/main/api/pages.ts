import { ownValue } from '../../shared/own-value.ts';
import { asFailure, fail, type FailureError } from '../../shared/failure.ts';
import { isJsonObject, type JsonValue } from '../../shared/json.ts';
import { lists } from '../../shared/lists.ts';
import type { ReceivedRecord } from '../../shared/records/cached-record.ts';
import type { SyncList } from '../../shared/sync.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { highestLimit } from './http/request-limiter.ts';
import { notThisService } from './http/errors.ts';
import { nestsTooDeep, parseAnswer, detachBuffer } from './http/send.ts';
import { searches } from '../../shared/operations.ts';

/** Specification, Conventions. */
export interface Page {
  readonly page: number;
  /** By this page; null: it does not say. */
  readonly totalCount: number | null;
  /** Undefined: not an object, without an ID, or too deep. */
  readonly rows: readonly (ReceivedRecord | undefined)[];
}

export interface Search {
  readonly path: string;
  readonly idField: string;
}

export interface WalkOptions extends CallOptions {
  /** Distinct rows so far. */
  readonly countSeen: () => number;
  /** Shared with later walks and other lists. */
  readonly pageSize?: PageSize | undefined;
  /** A longer list ends as incomplete. */
  readonly maxRows?: number | undefined;
}

/**
 * The specification names no sizes: the first accepted one is used, the last ones for rows so large that pages exceed
 * `maxBodyBytes`.
 */
const pageSizes: readonly [number, ...(number | null)[]] = [1000, 500, 250, 100, null, 25, 5, 1];

/** Of all lists of an account. */
interface LargestPage {
  /** Null: `per_page` is not sent. */
  perPage: number | null;
}

/** The start for an unknown account. */
export const largestPage = (): LargestPage => ({ perPage: pageSizes[0] });

/** The page size of a list; it never grows. */
export class PageSize {
  readonly #largest: LargestPage;
  #index: number;
  /** The rows, not the service, need smaller pages. */
  #isOfRows = false;

  /** @param largest also learns of smaller accepted pages */
  constructor(largest: LargestPage = largestPage()) {
    this.#largest = largest;
    this.#index = Math.max(0, pageSizes.indexOf(largest.perPage));
  }

  /** Undefined: not sent. */
  get perPage(): number | undefined {
    return pageSizes[this.#index] ?? undefined;
  }

  /**
   * Takes the next smaller size if that may help.
   *
   * @param isFirstPage where sizes are rejected
   */
  shrinkAfter(error: unknown, isFirstPage: boolean): boolean {
    const { code } = asFailure(error);
    const isRejected = code === 'rejected' && isFirstPage && this.perPage !== undefined;
    if (!isRejected && code !== 'too-large') return false;
    if (this.#index === pageSizes.length - 1) return false;
    this.#index += 1;
    this.#isOfRows ||= code === 'too-large';
    return true;
  }

  /** Only accepted sizes count: a list may be rejected in every size. */
  noteAccepted(): void {
    if (!this.#isOfRows) this.#largest.perPage = this.perPage ?? null;
  }
}

/** For a service without an end. */
const maxPages = 100_000;
/** For a service that invents rows: many times the largest known account. */
const maxListRows = 5_000_000;
/** Lists move by up to a page while read. */
const maxPagesWithoutNewRows = 3;

/**
 * Walks a search until the total, an empty page, or three without new rows. Too large a page restarts the list in
 * smaller ones.
 *
 * @throws FailureError of the client; `not-this-service` for another page; `incomplete` for a list without an end
 */
export async function* searchPages(
  client: ApiClient,
  search: Search,
  { countSeen, signal, pageSize = new PageSize(), maxRows = maxListRows }: WalkOptions,
): AsyncGenerator<Page, void, undefined> {
  /** Rows of larger pages, which come again. */
  let knownCount = 0;
  for (;;) {
    let receivedCount = 0;
    let pagesWithoutNewRows = 0;
    try {
      for await (const page of walkPages(client, search, pageSize.perPage, signal)) {
        const { totalCount, rows } = page;
        receivedCount += rows.length;
        if (receivedCount > maxRows) throw tooManyRows(maxRows);
        const before = countSeen();
        pageSize.noteAccepted();
        yield page;
        const seen = countSeen();
        if (rows.length === 0 || (totalCount !== null && seen >= totalCount)) return;
        const hasNewRows = seen > before || receivedCount <= knownCount;
        pagesWithoutNewRows = hasNewRows ? 0 : pagesWithoutNewRows + 1;
        if (pagesWithoutNewRows === maxPagesWithoutNewRows) return;
      }
      return;
    } catch (error) {
      if (!pageSize.shrinkAfter(error, receivedCount === 0)) throw error;
      knownCount = Math.max(knownCount, receivedCount);
    }
  }
}

const tooManyRows = (maxRows: number): FailureError =>
  fail(
    'incomplete',
    `The service lists more than ${String(maxRows)} rows and no end was found. Rows received so far are cached, and nothing was removed. Contact the service.`,
  );

/** Pages in order, requested ahead as the client allows. */
async function* walkPages(
  client: ApiClient,
  { path, idField }: Search,
  perPage: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Page, void, undefined> {
  const ending = new AbortController();
  const call = { signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal };
  const ahead = new Map<number, Promise<Uint8Array>>();
  const fetchAhead = (from: number, to: number): void => {
    for (let page = from; page <= to; page += 1) {
      if (ahead.has(page)) continue;
      const query = { page, per_page: perPage };
      const fetching = client.receive({ method: 'GET', path, query }, call);
      // `takePage` reports its failure.
      fetching.catch(() => undefined);
      ahead.set(page, fetching);
    }
  };
  try {
    let lastLikely = 1;
    for (let number = 1; number <= maxPages; number += 1) {
      fetchAhead(number, number);
      const page = readPage(await takePage(ahead, number), number, idField);
      if (number === 1) lastLikely = countPages(page);
      fetchAhead(number + 1, Math.min(lastLikely, number + highestLimit));
      yield page;
    }
  } finally {
    ending.abort();
  }
}

/** Reads a list of the account; failures of `searchPages`. */
export const listPages = (client: ApiClient, list: SyncList, options: WalkOptions): AsyncGenerator<Page> =>
  searchPages(client, { path: searches[list].path, idField: lists[list].idField }, options);

async function takePage(ahead: Map<number, Promise<Uint8Array>>, number: number): Promise<Uint8Array> {
  const fetching = ahead.get(number);
  if (!fetching) throw new Error(`Page ${String(number)} was not requested.`);
  ahead.delete(number);
  return fetching;
}

/** Counts the pages of a list, if all are as long as the first. */
function countPages({ totalCount, rows }: Page): number {
  if (totalCount === null || rows.length === 0) return 1;
  return Math.ceil(totalCount / rows.length);
}

/**
 * Parses a page and frees its body.
 *
 * @throws FailureError `not-this-service` unless it is page `asked`
 */
export function readPage(body: Uint8Array, asked: number, idField: string): Page {
  const { data, page, total_count: total = null } = parseAnswer(body);
  detachBuffer(body);
  const echoed = readCount(page);
  if (!Array.isArray(data) || (echoed !== null && echoed !== asked)) throw notThisService();
  return {
    page: asked,
    totalCount: readCount(total),
    rows: data.map((row: JsonValue) => readRow(row, idField)),
  };
}

function readRow(row: JsonValue, idField: string): ReceivedRecord | undefined {
  if (!isJsonObject(row)) {
    if (nestsTooDeep(row)) throw notThisService();
    return undefined;
  }
  if (nestsTooDeep(row)) return undefined;
  const id = readId(ownValue(row, idField));
  return id === undefined ? undefined : { id, fields: row };
}

/** Numbers equal the text of their digits. */
function readId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

function readCount(value: JsonValue | undefined): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
