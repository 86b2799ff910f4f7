import type { CellFilter } from './grid-column.ts';

/** How the filter asks for a field as it is; `isExact`: the key would also take a part of it. */
export function byField<Row>(key: string, field: keyof Row, isExact = false): CellFilter<Row> {
  return {
    key,
    isExact,
    value(row) {
      const value = row[field];
      if (typeof value === 'boolean') return value ? 'yes' : 'no';
      if (typeof value === 'number') return String(value);
      return typeof value === 'string' && value !== '' ? value : null;
    },
  };
}
