import { readQuery } from './filter/query.ts';
import type { ListName } from './lists.ts';

/** Lists whose rows refer to proxies. */
export const rowLists = [
  'proxies',
  'services',
  'proxy_users',
  'changes',
  'tested',
  'requests',
] as const satisfies readonly ListName[];
export type RowList = (typeof rowLists)[number];

/** By filter or ID; actions take the present proxies (`store.proxies.idsOf`). */
export type Rows =
  | {
      readonly list?: RowList | undefined;
      readonly kind: 'query';
      readonly where: string;
      readonly excludedIds?: readonly string[] | undefined;
    }
  | {
      readonly list?: RowList | undefined;
      readonly kind: 'ids';
      readonly ids: readonly string[];
    };

export const listOf = ({ list = 'proxies' }: Rows): RowList => list;

/** One by one, not only by a filter. */
export const isSelected = (rows: Rows): boolean => rows.kind === 'ids' || (rows.excludedIds ?? []).length > 0;

/**
 * Checks a filter.
 *
 * @throws FailureError `invalid-input`
 */
export function checkRows(rows: Rows): void {
  if (rows.kind === 'query') readQuery(rows.where, listOf(rows));
}
