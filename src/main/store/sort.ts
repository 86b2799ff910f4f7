import { fail } from '../../shared/failure.ts';
import type { SortKey } from '../../shared/query-term.ts';
import type { ColumnForm } from './column-form.ts';
import type { ListSource } from './list-source.ts';

/** Only texts have letters; ids and addresses are kept in lower case or as bytes. */
const textForms: ReadonlySet<ColumnForm> = new Set(['text', 'texts']);

/** Times are digits; comparing them as they are takes half as long. */
function isTime({ layout }: ListSource, field: string): boolean {
  const kind = layout.fields[field];
  return kind === 'datetime' || kind === 'date';
}

/**
 * The order of a list as the text behind ORDER BY: texts without regard to case,
 * what is missing last both ways, and always the row's own key at the end, so
 * that no two rows are equal. Without sort keys: as first received.
 *
 * @throws FailureError `invalid-input` for a field that can't be sorted by
 */
export function compileSort(
  source: ListSource,
  sort: readonly SortKey[],
  /** From the end to the beginning. */
  isReversed = false,
): string {
  const key = isReversed ? 'r.key DESC' : 'r.key';
  return sort.length === 0 ? key : `${compileOrder(source, sort, isReversed)}, ${key}`;
}

/** The same without the row's own key: equal rows stay equal. */
export function compileOrder(
  source: ListSource,
  sort: readonly SortKey[],
  isReversed = false,
): string {
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
    const collation = hasLetters ? ' COLLATE NOCASE' : '';
    const direction = isDescending === isReversed ? 'ASC' : 'DESC';
    return `${expression.sql}${collation} ${direction} NULLS ${isReversed ? 'FIRST' : 'LAST'}`;
  });
  return keys.join(', ');
}
