import { fail } from '../../shared/failure.ts';
import type { SortKey } from '../../shared/query-term.ts';
import type { ListSource } from './list-source.ts';

/**
 * The order of a list as the text behind ORDER BY: texts without regard to case,
 * what is missing last both ways, and always the row's own key at the end, so
 * that no two rows are equal. Without sort keys: as first received.
 *
 * @throws FailureError `invalid-input` for a field that can't be sorted by
 */
export function compileSort(source: ListSource, sort: readonly SortKey[]): string {
  const keys = sort.map(({ field, isDescending }) => {
    const sql = source.expressions.get(field)?.sql;
    if (sql === undefined) {
      throw fail(
        'invalid-input',
        `The list can't be sorted by "${field}". It can by: ${[...source.expressions.keys()].join(', ')}.`,
      );
    }
    return `${sql} IS NULL, ${sql} COLLATE NOCASE ${isDescending ? 'DESC' : 'ASC'}`;
  });
  return [...keys, 'r.key'].join(', ');
}
