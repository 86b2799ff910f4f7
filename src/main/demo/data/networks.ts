export interface Network {
  readonly asn_id: number;
  readonly asn_name: string;
  readonly asn_type: string;
  readonly asn_rir: string;
  readonly country_id: string;
}

/** Numbers reserved for documentation (RFC 5398), with made-up names. */
const rows: readonly (readonly [number, string, string, string, string])[] = [
  [64496, 'Hudson Broadband', 'isp', 'ARIN', 'US'],
  [64497, 'Pacific Fiber', 'isp', 'ARIN', 'US'],
  [64498, 'Thames Telecom', 'isp', 'RIPE', 'GB'],
  [64499, 'Rhein Netz', 'isp', 'RIPE', 'DE'],
  [64500, 'Réseau Lumière', 'isp', 'RIPE', 'FR'],
  [64501, 'Lakeside Hosting', 'datacenter', 'ARIN', 'US'],
  [64502, 'Northern Racks', 'datacenter', 'RIPE', 'NL'],
  [64503, 'Harbour Cloud', 'datacenter', 'APNIC', 'SG'],
  [64504, 'Maple Servers', 'datacenter', 'ARIN', 'CA'],
  [64505, 'Nuvem Sul', 'datacenter', 'LACNIC', 'BR'],
  [64506, 'Casa Fibra', 'residential', 'RIPE', 'IT'],
  [64507, 'Home Link', 'residential', 'ARIN', 'US'],
  [64508, 'Deccan Mobile', 'mobile', 'APNIC', 'IN'],
  [64509, 'Coast Cellular', 'mobile', 'ARIN', 'US'],
];

export const networks: readonly Network[] = rows.map(
  ([asn_id, asn_name, asn_type, asn_rir, country_id]) => ({
    asn_id,
    asn_name,
    asn_type,
    asn_rir,
    country_id,
  }),
);
