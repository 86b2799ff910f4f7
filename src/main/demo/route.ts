import type { JsonObject } from '../../shared/json.ts';
import type { DemoAccount } from './data/account.ts';
import { Refusal } from './refusal.ts';
import type { RowTable } from './data/row-table.ts';

/** The request and the state that an operation answers from. */
export interface RouteContext {
  readonly account: DemoAccount;
  readonly seed: number;
  readonly nowMs: number;
  /** Number of earlier test runs. */
  readonly testRunCount: number;
  /** The path parameter, decoded; empty if the operation has none. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** The body of POST and PATCH; empty for GET. */
  readonly body: JsonObject;
}

/**
 * How an operation is answered.
 *
 * @throws Refusal an error response
 */
export type Answer = (context: RouteContext) => JsonObject;

/** `{ data, message }` of one object, or 404 (specification, Conventions). */
export function answerOne(resource: string, row: JsonObject | undefined): JsonObject {
  if (!row) throw new Refusal(404, `${resource} was not found.`);
  return { data: row, message: `${resource} successfully retrieved.` };
}

/** Retrieval of a row of a table by the path parameter. */
export const answerRow =
  (
    resource: string,
    tableOf: (account: DemoAccount) => RowTable | ReadonlyMap<string, JsonObject>,
  ): Answer =>
  ({ account, id }) => {
    const table = tableOf(account);
    return answerOne(resource, 'find' in table ? table.find(id) : table.get(id));
  };

/** The specification shows neither. */
const defaultPerPage = 100;
const maxPerPage = 1000;

/** One page of a list (specification, Conventions: search responses). */
export function answerPage(
  rows: RowTable,
  query: Readonly<Record<string, string>>,
  resource: string,
): JsonObject {
  const page = readCount(query['page'], 'page', 1);
  const wanted = readCount(query['per_page'], 'per_page', defaultPerPage);
  const perPage = Math.min(wanted, maxPerPage);
  const data = rows.slice((page - 1) * perPage, perPage);
  return {
    data,
    item_count: data.length,
    page,
    per_page: perPage,
    total_count: rows.count(),
    message: `${resource} search successful.`,
  };
}

function readCount(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value > 0) return value;
  throw new Refusal(400, `${name} must be a positive integer.`);
}
