import type { SortKey } from '../../../../shared/filter/query-term.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { nameOfService, sources } from '../query/list-source.ts';
import { compileSortKey, selectKeys } from '../select.ts';
import { comparedFields, facetFields, valuesAsRows, type CodedColumn, type ProxyColumns } from './proxy-columns.ts';

const source = sources.proxies;
const codedFields = new Set<string>([...facetFields, ...comparedFields]);

/**
 * The numbers of all rows in an order. If it is one of columns with few values, SQL ranks only these, and the rows are
 * counted into their places; otherwise SQL sorts the rows.
 *
 * @throws FailureError `invalid-input` for a field that can't be sorted by
 */
export function makeOrder(connection: Connection, columns: ProxyColumns, sort: readonly SortKey[]): Uint32Array {
  const coded = sort.flatMap((key) => {
    const field = key.field === 'service_name' ? 'service_id' : key.field;
    return codedFields.has(field) ? [{ key, column: columns.read(field) }] : [];
  });
  if (coded.length < sort.length) return sortRows(connection, columns, sort);
  // From the last key to the first: rows that are equal keep their order.
  return coded.reduceRight<Uint32Array>(
    (order, { key, column }) => sortByRank(order, column, rankValues(connection, column, key)),
    new Uint32Array(columns.count).map((_, row) => row),
  );
}

function sortRows(connection: Connection, columns: ProxyColumns, sort: readonly SortKey[]): Uint32Array {
  const { sql, params } = selectKeys(source, { where: { terms: [] }, sort }, { isWhole: true });
  return Uint32Array.from(connection.column(sql, ...params), (key) => columns.find(Number(key)));
}

/** The place of each value in the order of a key, by its code; equal ones have the same. */
function rankValues(connection: Connection, column: CodedColumn, key: SortKey): Uint32Array {
  const named = key.field === 'service_name' ? nameOfService('service_id') : undefined;
  const ranks = new Uint32Array(column.values.length);
  const { sql, param } = valuesAsRows(column);
  const rows = connection.all(
    `SELECT r.code, dense_rank() OVER (ORDER BY ${compileSortKey(source, key, named)}) FROM ${sql} r`,
    param,
  );
  for (const [code, rank] of rows) ranks[Number(code)] = Number(rank);
  return ranks;
}

function sortByRank(order: Uint32Array, { codes }: CodedColumn, ranks: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ranks.length + 2);
  for (const row of order) {
    const rank = (ranks[codes[row] ?? 0] ?? 0) + 1;
    starts[rank] = (starts[rank] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  }
  const sorted = new Uint32Array(order.length);
  for (const row of order) {
    const rank = ranks[codes[row] ?? 0] ?? 0;
    const place = starts[rank] ?? 0;
    sorted[place] = row;
    starts[rank] = place + 1;
  }
  return sorted;
}
