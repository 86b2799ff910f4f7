import { ownValue } from '../../../shared/own-value.ts';
import { findKey, isCounted } from '../../../shared/filter/query-keys.ts';
import { fail } from '../../../shared/failure.ts';
import type { FacetValue, Query, RowGroups } from '../../../shared/filter/query-term.ts';
import type { ListName } from '../../../shared/lists.ts';
import type { StoreContext } from '../types.ts';
import { textOrNull } from '../schema/column-form.ts';
import { furtherExpressions, nameOfService, sources } from './query/list-source.ts';
import type { SqlValue, Connection } from '../sqlite/connection.ts';
import { fold } from '../sqlite/sql-functions.ts';
import { compileQuery } from './query/compile-query.ts';
import type { AnnotatedList } from '../../../shared/tag.ts';
import { annotationTables } from './query/query-annotation.ts';
import { layouts } from '../schema/layout.ts';

/** Values of one facet; others can be typed. */
export const maxValues = 10_000;

interface CountedKey {
  readonly key: string;
  readonly column: string;
  readonly expression: string;
  readonly label: string | undefined;
  readonly labelOf: 'service' | undefined;
  readonly isFlag: boolean;
}

/** The column to count a key by; undefined: not counted. */
export function findCounted(list: ListName, key: string): CountedKey | undefined {
  const row = findKey(list, key);
  if (!row || row.field === null || !isCounted(row)) return undefined;
  const { field: column, label, labelOf, kind } = row;
  return { key, column, expression: `r.${column}`, label, labelOf, isFlag: kind === 'flag' };
}

const worksOf = {
  tested: 'r.works',
  results: 'r.proxy_test_result_is_successful',
  requests: "r.outcome = 'works'",
} as const satisfies { readonly [L in ListName]?: string };
export type GroupedList = keyof typeof worksOf;
export const isGroupedList = (list: ListName): list is GroupedList => Object.hasOwn(worksOf, list);

interface ValueCount {
  readonly value: SqlValue;
  readonly count: number;
  readonly label: SqlValue;
}

/**
 * Groups rows by a key's values, most first, with those that work.
 *
 * @param found.limit others are summed up
 * @throws FailureError `invalid-input` for a key without values
 */
export function countGroups(
  { writer }: StoreContext,
  list: GroupedList,
  key: string,
  { where, limit }: { readonly where: Query; readonly limit: number },
): RowGroups {
  const { field, label } = findKey(list, key) ?? { field: null };
  const source = sources[list];
  const expressionOf = (name: string): string | undefined =>
    source.expressions.get(name)?.sql ?? ownValue(furtherExpressions, name);
  const expression = field === null ? undefined : expressionOf(field);
  if (expression === undefined) throw fail('invalid-input', `"${key}" has no groups.`);
  const named = (label === undefined ? undefined : expressionOf(label)) ?? 'NULL';
  const { sql, params } = compileQuery(list, where);
  const groups = writer
    .all(
      `SELECT ${expression}, max(${named}), count(*), total(${worksOf[list]}) FROM ${source.layout.table} r ${source.joins}
       WHERE ${sql} AND coalesce(${expression}, '') <> '' GROUP BY 1 ORDER BY 3 DESC, 1`,
      ...params,
    )
    .map(([value = null, name, count, working]) => ({
      value: String(value),
      label: textOrNull(name) ?? String(value),
      count: Number(count),
      works: Number(working),
    }));
  const others = groups.slice(limit);
  const sum = (of: 'count' | 'works'): number => others.reduce((total, group) => total + group[of], 0);
  return {
    groups: groups.slice(0, limit),
    others: { groupCount: others.length, count: sum('count'), works: sum('works') },
  };
}

/**
 * Counts values of a small list.
 *
 * @param table has several values per row key
 */
export function countColumn(
  { writer }: StoreContext,
  list: ListName,
  key: CountedKey,
  where: Query,
  table?: string,
): FacetValue[] {
  const { expression } = key;
  const named = nameOf(key);
  const { sql, params } = compileQuery(list, where);
  const own = sources[list].layout.table;
  const from =
    table === undefined
      ? `${own} r WHERE ${sql}`
      : `${table} r WHERE r.row_key IN (SELECT r.key FROM ${own} r WHERE ${sql})`;
  const counts = writer
    .all(`SELECT ${expression}, ${named}, count(*) FROM ${from} GROUP BY 1`, ...params)
    .map(([value = null, label = null, count]) => ({ value, count: Number(count), label }));
  return describeCounts(counts, key);
}

/** The name of the value of a row `r`. */
export const nameOf = ({ column, label = 'NULL', labelOf }: CountedKey): string =>
  labelOf === 'service' ? nameOfService(column) : label;

/** Labels values, most first; skips empty ones. */
export function describeCounts(counts: readonly ValueCount[], { isFlag }: { readonly isFlag: boolean }): FacetValue[] {
  const sums = new Map<string, ValueCount & { readonly text: string }>();
  for (const { value, count, label } of counts) {
    const text = describeValue(value, isFlag);
    if (text === null || text === '') continue;
    // Filters ignore case too.
    const known = sums.get(fold(text));
    sums.set(fold(text), {
      value,
      text: known?.text ?? text,
      count: count + (known?.count ?? 0),
      label: label === null || label === '' ? (known?.label ?? null) : label,
    });
  }
  return [...sums.values()]
    .sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1))
    .slice(0, maxValues)
    .map(({ text, label, count }) => ({
      value: text,
      label: typeof label === 'string' && label !== '' ? label : text,
      count,
    }));
}

/** A value as filters have it. */
export const describeValue = (value: SqlValue, isFlag: boolean): string | null =>
  value === null ? null : isFlag ? (value === 1 ? 'yes' : 'no') : String(value);

/** The tags of the rows that match a filter, most frequent first. */
export function countTags(connection: Connection, list: AnnotatedList, where: Query): FacetValue[] {
  const { tags, id } = annotationTables[list];
  const { sql, params } = compileQuery(list, where);
  return connection
    .all(
      `SELECT tag.name, n FROM (
         SELECT t.tag_id, count(*) AS n FROM ${tags} t CROSS JOIN ${layouts[list].table} r
           ON r.${id} = t.${id} WHERE ${sql} GROUP BY t.tag_id
       ) JOIN tag ON tag.id = tag_id ORDER BY n DESC, tag.name`,
      ...params,
    )
    .map(([name, count]) => ({ value: String(name), label: String(name), count: Number(count) }));
}
