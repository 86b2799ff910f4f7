import { expect, it } from 'vitest';
import { readProducts, searchProducts } from '../../../src/renderer/catalog/product.ts';

const catalog = {
  'isp-us': {
    product_name: 'ISP United States',
    product_type: 'isp',
    country_id: 'US',
    product_cycle_options: ['1:month', '1:year'],
    product_stock: 12,
    product_is_available: true,
    product_color: 'teal',
  },
  odd: 'sold out',
  bare: {},
};

it('shows the country of a product as ISO 3166 writes it, and keeps the record', () => {
  const [product] = readProducts({ isp: { country_id: 'us' } });
  expect([product?.country_id, product?.record]).toEqual(['US', { country_id: 'us' }]);
});

it('reads products in the order received, whatever they lack', () => {
  const products = readProducts(catalog);
  expect(products.map(({ id }) => id)).toEqual(['isp-us', 'odd', 'bare']);
  expect(products[0]).toMatchObject({ cycles: '1 month, 1 year', product_stock: 12, product_is_available: true });
  expect(products[0]?.record).toHaveProperty('product_color', 'teal');
  expect(products[1]).toMatchObject({ product_name: null, record: { value: 'sold out' } });
  expect(products[2]).toMatchObject({ product_stock: null, product_is_available: null, cycles: null });
});

it.each([
  ['isp us', ['isp-us']],
  ['UNITED teal', ['isp-us']],
  ['sold', ['odd']],
  ['isp mobile', []],
  ['  ', ['isp-us', 'odd', 'bare']],
])('finds products by the words %j', (typed, ids) => {
  expect(searchProducts(readProducts(catalog), typed).map(({ id }) => id)).toEqual(ids);
});
