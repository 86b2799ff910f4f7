import type { JsonObject } from '../../shared/json.ts';
import { Refusal } from './refusal.ts';
import type { RowTable } from './data/row-table.ts';

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
