import { fail } from '../../../../shared/failure.ts';
import type { SortKey } from '../../../../shared/filter/query-term.ts';
import type { ColumnForm } from '../../schema/column-form.ts';
import type { ListSource } from './list-source.ts';

/** Only texts have letters; addresses are sorted as numbers or bytes. */
const textForms: ReadonlySet<ColumnForm> = new Set(['text', 'texts']);

/** Times are digits; comparing them as they are takes half as long. */
function isTime({ layout }: ListSource, field: string): boolean {
  const kind = layout.fields[field]?.kind;
  return kind === 'datetime' || kind === 'date';
}

/**
 * The order of a list as the text behind ORDER BY: texts ignoring case,
 * missing values last in both directions, and always the row's own key at the end, so
 * that no two rows are equal. Without sort keys: as first received, or the newest first.
 *
 * @param mayUseIndex false: SQLite sorts, and never reads rows in the order of an index
 * @throws FailureError `invalid-input` for a field that can't be sorted by
 */
export function compileSort(
  source: ListSource,
  sort: readonly SortKey[],
  mayUseIndex = true,
): string {
  const isComputed = sort.some(
    ({ field }) => !source.layout.columns.some((c) => c.field === field),
  );
  // SQLite's way to keep an expression from an index. It would read an index for the key's
  // sake alone, and look up each row in an order that is of no use.
  const sign = mayUseIndex && !isComputed ? '' : '+';
  const keys = sort.map(({ field, isDescending }) => {
    const expression = source.expressions.get(field);
    if (expression === undefined) {
      throw fail(
        'invalid-input',
        `The list can't be sorted by "${field}". It can by: ${[...source.expressions.keys()].join(', ')}.`,
      );
    }
    // Written so that an index on the column can give the order.
    const hasLetters = textForms.has(expression.form) && !isTime(source, field);
    const collation = hasLetters && expression.order === undefined ? ' COLLATE NOCASE' : '';
    const direction = isDescending ? 'DESC' : 'ASC';
    return `${sign}${expression.order ?? expression.sql}${collation} ${direction} NULLS LAST`;
  });
  return [...keys, `${sign}r.key${source.isNewestFirst ? ' DESC' : ''}`].join(', ');
}
