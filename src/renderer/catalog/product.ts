import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { describeCycle } from '../format/describe-cycle.ts';
import { formatCount } from '../format/format-number.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';
import { matchWords } from '../kit/match-words.ts';
import { readNumber, readText } from '../format/read-field.ts';

/** A product of the catalog as its table shows it. Null: the answer has none. */
export interface Product {
  readonly id: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly protocol: string | null;
  readonly country: string | null;
  readonly cycles: string | null;
  readonly stock: number | null;
  readonly isAvailable: boolean | null;
  readonly isPerIp: boolean | null;
  /** Every field as received. */
  readonly record: JsonObject;
}

/** The products of a catalog as received (specification, "Checkout product"), in its order. */
export function readProducts(catalog: JsonObject): Product[] {
  return Object.entries(catalog).map(([id, value]) => {
    const record = isJsonObject(value) ? value : { value };
    return {
      id,
      name: readText(record, 'product_name'),
      type: readText(record, 'product_type'),
      protocol: readText(record, 'product_protocol'),
      country: readText(record, 'country_id'),
      cycles: cycleText(record['product_cycle_options']),
      stock: readNumber(record, 'product_stock'),
      isAvailable: flag(record['product_is_available']),
      isPerIp: flag(record['product_is_per_ip']),
      record,
    };
  });
}

/** The products in which every typed word stands somewhere. */
export function searchProducts(products: readonly Product[], typed: string): readonly Product[] {
  const words = typed.trim();
  if (words === '') return products;
  return products.filter(({ id, record }) => matchWords(`${id} ${stringifyJson(record)}`, words));
}

const flag = (value: JsonValue | undefined): boolean | null =>
  typeof value === 'boolean' ? value : null;

function cycleText(value: JsonValue | undefined): string | null {
  if (!Array.isArray(value)) return null;
  const items = (value as readonly JsonValue[]).filter((item) => typeof item === 'string');
  return items.length === 0 ? null : items.map(describeCycle).join(', ');
}

const availability = (product: Product): { text: string; tone: 'ok' | 'bad' | 'none' } =>
  product.isAvailable === null
    ? { text: 'Not told', tone: 'none' }
    : product.isAvailable
      ? { text: 'Available', tone: 'ok' }
      : { text: 'Not available', tone: 'bad' };

const code = (value: string | null): { text: string } => ({
  text: value === null ? '' : labelCode(value),
});

/** Columns of the catalog, in their order. */
export const productColumns: readonly GridColumn<Product>[] = [
  {
    key: 'available',
    label: 'Available',
    track: '30px',
    minPx: 30,
    priority: 99,
    sortField: null,
    variant: 'dot',
    cell: (product) => {
      const { text, tone } = availability(product);
      return { text, tone, title: text };
    },
  },
  {
    key: 'name',
    label: 'Product',
    track: 'minmax(150px, 1.4fr)',
    minPx: 150,
    priority: 100,
    sortField: 'name',
    cell: ({ name, id }) => ({ text: name ?? id, title: id }),
  },
  {
    key: 'type',
    label: 'Type',
    track: '104px',
    minPx: 104,
    priority: 80,
    sortField: 'type',
    variant: 'dim',
    cell: ({ type }) => code(type),
  },
  {
    key: 'protocol',
    label: 'Protocol',
    track: '84px',
    minPx: 84,
    priority: 60,
    sortField: 'protocol',
    variant: 'dim',
    cell: ({ protocol }) => code(protocol),
  },
  {
    key: 'country',
    label: 'Country',
    track: '80px',
    minPx: 80,
    priority: 85,
    sortField: 'country',
    cell: ({ country }) => ({ text: country ?? '' }),
  },
  {
    key: 'cycles',
    label: 'Cycles',
    track: 'minmax(130px, 1fr)',
    minPx: 130,
    priority: 50,
    sortField: 'cycles',
    variant: 'dim',
    cell: ({ cycles }) => ({ text: cycles ?? '' }),
  },
  {
    key: 'stock',
    label: 'Stock',
    track: '80px',
    minPx: 80,
    priority: 90,
    sortField: 'stock',
    isNumber: true,
    cell: ({ stock }) => ({ text: stock === null ? '' : formatCount(stock) }),
  },
  {
    key: 'perIp',
    label: 'Per IP',
    track: '70px',
    minPx: 70,
    priority: 30,
    sortField: null,
    variant: 'dim',
    cell: ({ isPerIp }) => ({ text: isPerIp === null ? '' : isPerIp ? 'Yes' : 'No' }),
  },
  {
    key: 'id',
    label: 'Id',
    track: 'minmax(130px, 1fr)',
    minPx: 130,
    priority: 40,
    sortField: 'id',
    variant: 'mono-dim',
    cell: ({ id }) => ({ text: id }),
  },
];
