import { ownValue } from '../../../shared/own-value.ts';
import type { FieldKind, FieldTable, ShownFields } from '../../../shared/records/field.ts';
import { queryKeys } from '../../../shared/filter/query-keys.ts';
import type { ListName } from '../../../shared/lists.ts';
import type { JsonValue } from '../../../shared/json.ts';
import { formatField } from '../../format/format-field.ts';
import type { CellFilter, GridColumn, GridCell, Tone } from './grid-column.ts';

type Look = Pick<GridColumn<unknown>, 'isNumber' | 'isHighFirst' | 'isDate' | 'variant'>;

const looks: { readonly [K in FieldKind]?: Look } = {
  id: { variant: 'mono-dim' },
  'text-id': { variant: 'mono-dim' },
  // Nobody looks for the highest port first.
  'number-id': { isNumber: true, isHighFirst: false },
  code: { variant: 'dim' },
  cycle: { variant: 'dim' },
  boolean: { variant: 'dim' },
  integer: { isNumber: true },
  bytes: { isNumber: true },
  number: { isNumber: true },
  money: { isNumber: true },
  datetime: { isDate: true },
};

interface ColumnParts<Row> extends Partial<Omit<GridColumn<Row>, 'filter'>> {
  readonly widthRem: number;
  /** Default: that of its field. */
  readonly filter?: string;
}

/**
 * Makes columns of fields by their declarations.
 *
 * @param list of the filter language, if any
 */
export function fieldColumns<Fields extends FieldTable>(fields: Fields, list?: ListName) {
  return <Row extends ShownFields<Fields>>(
    field: keyof ShownFields<Fields> & string,
    { filter = list && keyOfField(list, field), ...parts }: ColumnParts<Row>,
  ): GridColumn<Row> => {
    const { kind, label } = fields[field] ?? { kind: 'text', label: field };
    const value = (row: Row): JsonValue => row[field];
    return {
      key: field,
      label,
      sortField: field,
      ...looks[kind],
      ...(filter !== undefined && list ? { filter: byKey(list, filter, value) } : {}),
      value,
      cell: (row) => formatField(kind, value(row)) ?? { text: '' },
      ...parts,
    };
  };
}

function keyOfField(list: ListName, field: string): string | undefined {
  const keys = Object.entries(queryKeys[list]);
  const found = keys.find(([, row]) => row.field === field) ?? keys.find(([, row]) => row.label === field);
  return found?.[0];
}

function byKey<Row>(list: ListName, key: string, valueOf: (row: Row) => JsonValue): CellFilter<Row> {
  return {
    key,
    // The key would also find part of a name.
    isExact: ownValue(queryKeys[list], key)?.kind === 'name',
    value(row) {
      const value = valueOf(row);
      if (typeof value === 'boolean') return value ? 'yes' : 'no';
      if (typeof value === 'number') return String(value);
      return typeof value === 'string' && value !== '' ? value : null;
    },
  };
}

export const networkColumn = <Row extends { readonly asn_name: string | null }>(): GridColumn<Row> => ({
  key: 'network',
  label: 'Network',
  widthRem: 8,
  grow: 0.8,
  sortField: 'asn_name',
  variant: 'dim',
  filter: { key: 'network', isExact: true, value: (row) => row.asn_name },
  value: (row) => row.asn_name,
  cell: ({ asn_name: network }) => ({ text: network ?? '' }),
});

interface State {
  readonly text: string;
  readonly tone: Tone;
}

/** A column of dots with tooltips; the store can't sort by it. */
export const stateColumn = <Row>(stateOf: (row: Row) => State): GridColumn<Row> => ({
  key: 'state',
  label: 'State',
  widthRem: 2,
  sortField: null,
  variant: 'dot',
  cell: (row) => stateCell(stateOf(row)),
});

export const stateCell = ({ text, tone }: State): GridCell => ({ text, tone, title: text });
