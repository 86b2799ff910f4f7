import type { PlaceNames } from '../../../shared/records/availability.ts';
import type { CachedRecord } from '../../../shared/records/cached-record.ts';
import type { StoreContext } from '../context.ts';

/** The names of subdivisions and networks that cached proxies and reference records have. */
export function readPlaceNames(
  { masks }: StoreContext,
  listRecords: (kind: 'asn' | 'subdivision') => readonly CachedRecord[],
): PlaceNames {
  const ofProxies = (id: string, name: string): (readonly [string, string])[] =>
    masks(({ columns }) => {
      columns.readAll([id, name]);
      const column = columns.read(id);
      return columns.labels(column, columns.read(name)).flatMap((label, code) => {
        const value = column.values[code] ?? null;
        return value === null || label === null ? [] : [[String(value), String(label)] as const];
      });
    });
  const ofRecords = (kind: 'asn' | 'subdivision'): (readonly [string, string])[] =>
    listRecords(kind).flatMap(({ record }) => {
      const [id, name] = [record[`${kind}_id`], record[`${kind}_name`]];
      const isNamed = (typeof id === 'string' || typeof id === 'number') && typeof name === 'string';
      return isNamed && name !== '' ? [[String(id), name] as const] : [];
    });
  return {
    subdivisions: Object.fromEntries([...ofProxies('subdivision_id', 'subdivision_name'), ...ofRecords('subdivision')]),
    networks: Object.fromEntries([...ofProxies('asn_id', 'asn_name'), ...ofRecords('asn')]),
  };
}
