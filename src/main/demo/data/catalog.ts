import type { JsonObject } from '../../../shared/json.ts';
import { Draw } from './draw.ts';
import { allCountries } from './places.ts';

const kinds = [
  { type: 'isp', label: 'ISP', protocol: 'ipv4' },
  { type: 'datacenter', label: 'Datacenter', protocol: 'ipv4' },
  { type: 'datacenter', label: 'Datacenter IPv6', protocol: 'ipv6' },
] as const;

/** Products by their id (specification, "Checkout product"). */
export function describeCatalog(seed: number): JsonObject {
  const perCountry = allCountries.flatMap(({ country_id, country_name }, at) =>
    kinds.map(({ type, label, protocol }, kindAt): [string, JsonObject] => {
      const draw = new Draw(seed, 14, at, kindAt);
      const stock = draw.chance(0.15) ? 0 : draw.integer(20, 6_000);
      return [
        `${type}-${protocol}-${country_id.toLowerCase()}`,
        {
          country_id,
          product_name: `${label} ${country_name}`,
          product_type: type,
          product_protocol: protocol,
          product_cycle_options: ['1:month', '3:month', '1:year'],
          product_is_available: stock > 0,
          product_is_per_ip: true,
          product_stock: stock,
        },
      ];
    }),
  );
  const metered = ['residential', 'mobile'].map((type): [string, JsonObject] => [
    `${type}-data`,
    {
      country_id: null,
      product_name: `${type === 'mobile' ? 'Mobile' : 'Residential'} data`,
      product_type: type,
      product_protocol: 'ipv4',
      product_cycle_options: ['1:month'],
      product_is_available: true,
      product_is_per_ip: false,
      product_stock: null,
    },
  ]);
  return Object.fromEntries([...perCountry, ...metered]);
}
