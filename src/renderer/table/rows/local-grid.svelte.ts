import { untrack } from 'svelte';
import { GridRows } from './grid-rows.svelte.ts';
import { stringifyJson, type JsonValue } from '../../../shared/json.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import type { RowQuery } from './page-cache.ts';

/**
 * A table of rows that are all in memory. Call it while a component is set up.
 *
 * @param rows what to show, null while it is not known; what it reads is watched
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
    // The table reads and writes its own state: only other rows matter here.
    if (rows() !== null) untrack(() => void grid.refresh());
  });
  return grid;
}

const texts = new Intl.Collator('en', { numeric: true });

/** Answers a table from rows that are all in memory already. */
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

/** Sorts by the named fields, numbers by size, texts as people read them, none last. */
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
  // Rows are made of JSON; a field that a row lacks is undefined.
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
