import type { Query, SortKey } from '../../../../shared/filter/query-term.ts';
import type { ProxyEndpoint } from '../../../../shared/records/proxy.ts';
import type { StoreContext, ListWindow } from '../../types.ts';
import { idOf } from '../../schema/codec.ts';
import { formatId } from '../../schema/column-form.ts';
import { layouts } from '../../schema/layout.ts';
import type { SqlValue, Connection } from '../../sqlite/connection.ts';
import { sources, nameOfService } from '../query/list-source.ts';
import { beginsWith, compileSortKey, selectKeys, type BrowsableList } from '../browsable-list.ts';
import { countBits, eachBit, emptyBits, hasBit, setBit, type Bits } from './bits.ts';
import { comparedFields, facetFields, valuesAsRows, type CodedColumn, type ProxyColumns } from './coded-columns.ts';
import type { ProxyMasks } from './proxy-masks.ts';

type Ordered = Pick<ListWindow, 'where' | 'sort'>;

const ids = idOf(layouts.proxies);

/** Browses the proxies by masks and row numbers. Replaces `stillFound`, `findRow` and `indexOf` of the list below. */
export function createMaskedList({ writer, masks }: StoreContext, { readKeys }: BrowsableList<ProxyEndpoint>) {
  const walk = (from: ProxyMasks, { where, sort }: Ordered, use: (row: number) => boolean): void => {
    const mask = from.of(where);
    if (sort.length === 0) {
      eachBit(mask, use);
      return;
    }
    const order = from.order(sort, () => makeOrder(writer, from.columns, sort));
    for (const row of order) if (hasBit(mask, row) && !use(row)) return;
  };
  const indexOfFirst = (from: ProxyMasks, list: Ordered, wanted: Bits): number | null => {
    let index = 0;
    let found: number | null = null;
    walk(from, list, (row) => {
      if (hasBit(wanted, row)) found = index;
      index += 1;
      return found === null;
    });
    return found;
  };
  const rowsOf = (from: ProxyMasks, keys: readonly SqlValue[]): Bits => {
    const bits = emptyBits(from.columns.count);
    for (const key of keys) setBit(bits, from.columns.find(Number(key)));
    return bits;
  };

  return {
    countMasked: (where: Query): number => masks((from) => countBits(from.of(where))),
    /** In slices; columns that only filters compare follow. */
    loadColumns: async (): Promise<void> => {
      const { columns } = masks((from) => ({ columns: from.columns }));
      await columns.loadInSlices(facetFields);
      // If it fails, so does the filter that needs one of them.
      void columns.loadInSlices(comparedFields, { hasWords: true }).catch(() => undefined);
    },
    /** A page, in the state of the database that the masks have. */
    listMasked: (window: ListWindow): ProxyEndpoint[] =>
      masks((from) => {
        const keys: number[] = [];
        let index = 0;
        walk(from, window, (row) => {
          if (index >= window.offset) keys.push(from.columns.keyOf(row));
          index += 1;
          return index < window.offset + window.limit;
        });
        return readKeys(keys);
      }),
    stillFound: (where: Query, wanted: readonly string[]): string[] =>
      masks((from) => {
        const mask = from.of(where);
        return writer
          .all(
            `SELECT r.proxy_id, r.key FROM proxy r WHERE ${ids.sql} IN (SELECT value FROM json_each(?))`,
            JSON.stringify(wanted.map((id) => ids.value(id))),
          )
          .filter(([, key]) => hasBit(mask, from.columns.find(Number(key))))
          .map(([id]) => formatId(id));
      }),
    findRow: (list: Ordered, fields: readonly string[], prefix: string): number | null =>
      masks((from) => {
        const { sql, params } = beginsWith(sources.proxies, fields, prefix);
        const { joins } = sources.proxies;
        const keys = writer.column(`SELECT r.key FROM proxy r ${joins} WHERE ${sql}`, ...params);
        return keys.length === 0 ? null : indexOfFirst(from, list, rowsOf(from, keys));
      }),
    indexOf: (list: Ordered, id: string): number | null =>
      masks((from) => {
        const found = `SELECT r.key FROM proxy r WHERE ${ids.sql} = ?`;
        const keys = writer.column(found, ids.value(id));
        return keys.length === 0 ? null : indexOfFirst(from, list, rowsOf(from, keys));
      }),
    /** Computes an order ahead of the page that needs it. */
    prepareOrder: (sort: ListWindow['sort']): void => {
      masks((from) => {
        if (sort.length > 0) from.order(sort, () => makeOrder(writer, from.columns, sort));
      });
    },
  };
}

const source = sources.proxies;
const codedFields = new Set<string>([...facetFields, ...comparedFields]);

/**
 * Orders all rows. If all columns have few values, SQL ranks only those.
 *
 * @throws FailureError `invalid-input` for a field without order
 */
function makeOrder(connection: Connection, columns: ProxyColumns, sort: readonly SortKey[]): Uint32Array {
  const coded = sort.flatMap((key) => {
    const field = key.field === 'service_name' ? 'service_id' : key.field;
    return codedFields.has(field) ? [{ key, column: columns.read(field) }] : [];
  });
  if (coded.length < sort.length) return sortRows(connection, columns, sort);
  // From the last key to the first: equal rows keep their order.
  return coded.reduceRight<Uint32Array>(
    (order, { key, column }) => sortByRank(order, column, rankValues(connection, column, key)),
    new Uint32Array(columns.count).map((_, row) => row),
  );
}

function sortRows(connection: Connection, columns: ProxyColumns, sort: readonly SortKey[]): Uint32Array {
  const { sql, params } = selectKeys(source, { where: { terms: [] }, sort }, { isWhole: true });
  return Uint32Array.from(connection.column(sql, ...params), (key) => columns.find(Number(key)));
}

/** The rank of each value by its code; equal values share one. */
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
