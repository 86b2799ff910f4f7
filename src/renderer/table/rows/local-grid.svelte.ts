import { untrack } from 'svelte';
import { GridRows } from './grid-rows.svelte.ts';
import { stringifyJson, type JsonValue } from '../../../shared/json.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import type { RowQuery } from './page-cache.ts';

/**
 * A table of rows in memory; call it in a component's set-up.
 *
 * @param rows reactive; null: unknown
 */
export function localGrid<Row extends object>(
  rows: () => readonly Row[] | null,
  idOf: (row: Row) => string,
): GridRows<Row> {
  const grid = new GridRows<Row>({
    open() {
      const present = rows();
      return present === null ? null : localQuery(present);
    },
    idOf,
  });
  $effect(() => {
    // Only other rows matter: the table changes its own state.
    if (rows() !== null) untrack(() => void grid.refresh());
  });
  return grid;
}

const texts = new Intl.Collator('en', { numeric: true });

export function localQuery<Row extends object>(rows: readonly Row[]): RowQuery<Row> {
  return {
    where: '',
    count: () => Promise.resolve(rows.length),
    find(sort, fields, prefix) {
      const begins = (row: Row): boolean =>
        fields.some((field) => {
          const value = valueOf(row, field);
          const text = value === null || value === undefined ? '' : asText(value);
          return text.toLowerCase().startsWith(prefix.toLowerCase());
        });
      const index = sortRows(rows, sort).findIndex(begins);
      return Promise.resolve(index < 0 ? null : index);
    },
    rows: (sort, offset, limit) => Promise.resolve(sortRows(rows, sort).slice(offset, offset + limit)),
  };
}

/** Numbers by size, texts as people read them, missing values last. */
export function sortRows<Row extends object>(rows: readonly Row[], sort: readonly SortKey[]): readonly Row[] {
  if (sort.length === 0) return rows;
  return rows.toSorted((left, right) => {
    for (const { field, isDescending } of sort) {
      const order = compare(valueOf(left, field), valueOf(right, field), isDescending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function valueOf(row: object, field: string): JsonValue | undefined {
  // JSON; undefined if missing.
  return Reflect.get(row, field) as JsonValue | undefined;
}

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : stringifyJson(value));

function compare(left: JsonValue | undefined, right: JsonValue | undefined, isDescending: boolean): number {
  const isLeftNone = left === null || left === undefined;
  const isRightNone = right === null || right === undefined;
  if (isLeftNone || isRightNone) return Number(isLeftNone) - Number(isRightNone);
  const order =
    typeof left === 'number' && typeof right === 'number' ? left - right : texts.compare(asText(left), asText(right));
  return isDescending ? -order : order;
}
