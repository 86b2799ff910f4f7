import { checkoutProductFields } from '../../shared/records/catalog.ts';
import type { ShownFields } from '../../shared/records/field.ts';
import { isJsonObject, stringifyJson, type JsonObject } from '../../shared/json.ts';
import { formatField, readFields } from '../format/format-field.ts';
import { matchWords } from '../kit/match-words.ts';
import { fieldColumns, stateColumn } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

/** Null: not in the response. */
export interface Product extends ShownFields<typeof checkoutProductFields> {
  readonly id: string;
  readonly cycles: string | null;
  /** As received. */
  readonly record: JsonObject;
}

/** Products in order (specification, "Checkout product"). */
export function readProducts(catalog: JsonObject): Product[] {
  return Object.entries(catalog).map(([id, value]) => {
    const record = isJsonObject(value) ? value : { value };
    const cycles = formatField('cycles', record['product_cycle_options']);
    return {
      ...readFields(checkoutProductFields, record),
      id,
      cycles: cycles?.text ?? null,
      record,
    };
  });
}

/** Products with every typed word. */
export function searchProducts(products: readonly Product[], typed: string): readonly Product[] {
  const words = typed.trim();
  if (words === '') return products;
  return products.filter(({ id, record }) => matchWords(`${id} ${stringifyJson(record)}`, words));
}

const availability = (product: Product): { text: string; tone: 'ok' | 'bad' | 'none' } =>
  product.product_is_available === null
    ? { text: 'Unknown whether available', tone: 'none' }
    : product.product_is_available
      ? { text: 'Available', tone: 'ok' }
      : { text: 'Not available', tone: 'bad' };

const column = fieldColumns(checkoutProductFields);

export const productColumns: readonly GridColumn<Product>[] = [
  {
    ...stateColumn(availability),
    key: 'available',
    label: checkoutProductFields.product_is_available.label,
  },
  column<Product>('product_name', {
    key: 'name',
    widthRem: 11,
    grow: 1,
    value: ({ product_name: name, id }) => name ?? id,
    cell: ({ product_name: name, id }) => ({ text: name ?? id, title: id }),
  }),
  column('product_type', { key: 'type', widthRem: 6.5 }),
  column('product_protocol', { key: 'protocol', widthRem: 5.25 }),
  column('country_id', { key: 'country', widthRem: 9 }),
  column('product_stock', { key: 'stock', widthRem: 5 }),
  {
    key: 'cycles',
    label: checkoutProductFields.product_cycle_options.label,
    widthRem: 8.25,
    grow: 1,
    sortField: 'cycles',
    variant: 'dim',
    cell: ({ cycles }) => ({ text: cycles ?? '' }),
  },
  column('product_is_per_ip', { key: 'perIp', widthRem: 4.5, sortField: null }),
  {
    key: 'id',
    label: 'ID',
    widthRem: 8.25,
    grow: 1,
    sortField: 'id',
    variant: 'mono-dim',
    cell: ({ id }) => ({ text: id }),
  },
];
