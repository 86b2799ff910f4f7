import type { JsonObject } from '../../shared/json.ts';
import { Refusal } from './refusal.ts';
import type { RowTable } from './data/row-table.ts';

/** How the demo cuts lists into pages; the specification shows neither the default nor the maximum. */
export interface PageRules {
  readonly defaultPerPage: number;
  readonly maxPerPage: number;
  /** The response to a `per_page` above the maximum. */
  readonly oversizedPages: 'capped' | 'refused';
}

type Rows = Pick<RowTable, 'count' | 'slice'>;

/** One page of a list (specification, Conventions: search responses). */
export function answerPage(
  rows: Rows,
  query: Readonly<Record<string, string>>,
  rules: PageRules,
  resource: string,
): JsonObject {
  const page = readCount(query['page'], 'page', 1);
  const wanted = readCount(query['per_page'], 'per_page', rules.defaultPerPage);
  if (wanted > rules.maxPerPage && rules.oversizedPages === 'refused') {
    throw new Refusal(400, `per_page must be at most ${rules.maxPerPage}.`);
  }
  const perPage = Math.min(wanted, rules.maxPerPage);
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
