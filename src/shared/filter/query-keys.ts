import type { QueryList } from './query-term.ts';

/** The type of a key's values; it decides which forms are allowed and how the store compares. */
export type QueryKeyKind = 'code' | 'name' | 'number' | 'datetime' | 'flag' | 'address';

export interface QueryKeyInfo {
  readonly kind: QueryKeyKind;
  /** What the key matches, in a few words. */
  readonly meaning: string;
  readonly example: string;
}

export type QueryKeyTable = { readonly [key: string]: QueryKeyInfo };

const info = (kind: QueryKeyKind, meaning: string, example: string): QueryKeyInfo => ({
  kind,
  meaning,
  example,
});

const proxyKeys = {
  country: info('code', 'Country code or name', 'country:US,GB'),
  subdivision: info('code', 'Subdivision ID or name', 'subdivision:US-NY'),
  city: info('name', 'Part of the city name', 'city:"new york"'),
  timezone: info('name', 'Part of the time zone', 'timezone:America/'),
  network: info('name', 'Part of the network name', 'network:hudson'),
  asn: info('number', 'Number of the network', 'asn:7922'),
  type: info('code', 'datacenter, isp, residential, mobile', 'type:isp'),
  protocol: info('code', 'ipv4, ipv6, dual', 'protocol:dual'),
  status: info('code', 'Status of the proxy', 'status:in_use'),
  online: info('flag', 'Whether the proxy is online', 'online:yes'),
  service: info('name', 'Service ID or part of its name', 'service:"ISP New York"'),
  user: info('code', 'Proxy user with access to it', 'user:alice'),
  ip: info('address', 'IPv4 address, its beginning or a CIDR block', 'ip:203.0.113.0/24'),
  ip6: info('address', 'IPv6 address, its beginning or a CIDR block', 'ip6:2001:db8::/32'),
  subnet: info('address', 'Subnet of the proxy, either version', 'subnet:203.0.113.0/24'),
  port: info('number', 'HTTP port', 'port:8000..8100'),
  socks: info('number', 'SOCKS5 port', 'socks:>9000'),
  id: info('code', 'ID of the proxy', 'id:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  updated: info('datetime', 'Last update, as the service writes it', 'updated:>2026-10-01'),
  tested: info('datetime', 'Last test', 'tested:>2026-10-01'),
  failed: info('datetime', 'Last failed test, in UTC', 'failed:<24h'),
  success: info('number', 'Successful tests in percent', 'success:<95'),
  latency: info('number', 'Response time of the last test', 'latency:>200'),
  tag: info('code', 'Your tag, by its full name', 'tag:burnt,"new order"'),
  note: info('name', 'Part of your note', 'note:"ask for a refund"'),
} as const satisfies QueryKeyTable;

const serviceKeys = {
  id: info('code', 'ID of the service', 'id:svc-1'),
  name: info('name', 'Part of the name', 'name:texas'),
  type: info('code', 'datacenter, isp, residential, mobile', 'type:isp'),
  protocol: info('code', 'ipv4, ipv6, dual', 'protocol:dual'),
  status: info('code', 'Status of the service', 'status:active,overdue'),
  country: info('code', 'Country code', 'country:US'),
  cycle: info('code', 'Billing cycle', 'cycle:1:month'),
  quantity: info('number', 'Quantity', 'quantity:>100'),
  total: info('number', 'Price as the service gives it', 'total:<50'),
  created: info('datetime', 'Creation', 'created:>2026-01-01'),
  expires: info('datetime', 'Expiry', 'expires:<2026-12-01'),
  updated: info('datetime', 'Last update', 'updated:>2026-10-01'),
  renews: info('flag', 'Whether it renews automatically', 'renews:no'),
  canceling: info('flag', 'Whether it ends at the end of the period', 'canceling:yes'),
  tag: info('code', 'Your tag, by its full name', 'tag:keep'),
  note: info('name', 'Part of your note', 'note:invoice'),
} as const satisfies QueryKeyTable;

const userKeys = {
  id: info('code', 'ID of the proxy user', 'id:alice'),
  access: info('code', 'all, service_restricted, proxy_restricted', 'access:all'),
  default: info('flag', 'Whether it is the default user', 'default:yes'),
  deleted: info('flag', 'Whether it is deleted', 'deleted:no'),
  strict: info('flag', 'Whether strict security is on', 'strict:yes'),
  https: info('flag', 'Whether HTTPS is enforced', 'https:yes'),
  service: info('code', 'ID of a service it is restricted to', 'service:svc-1'),
  proxy: info(
    'code',
    'ID of a proxy it is restricted to',
    'proxy:1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  ),
  created: info('datetime', 'Creation', 'created:>2026-01-01'),
  updated: info('datetime', 'Last update', 'updated:>2026-10-01'),
} as const satisfies QueryKeyTable;

const ledgerKeys = {
  id: info('code', 'ID of the entry', 'id:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  reason: info('code', 'Reason of the entry', 'reason:top_up'),
  service: info('name', 'Service ID or part of its name', 'service:API-2214'),
  adjustment: info('number', 'ID of the service adjustment', 'adjustment:70005'),
  invoice: info('code', 'ID of the invoice', 'invoice:in_4471'),
  bytes: info('number', 'Data in bytes', 'bytes:>1000000000'),
  requests: info('number', 'Number of requests', 'requests:>10000'),
  date: info('datetime', 'Day of the entry', 'date:2026-10'),
  created: info('datetime', 'Creation', 'created:>2026-01-01'),
  updated: info('datetime', 'Last update', 'updated:>2026-10-01'),
} as const satisfies QueryKeyTable;

/** The keys that each list knows. */
export const queryKeys: { readonly [L in QueryList]: QueryKeyTable } = {
  proxies: proxyKeys,
  services: serviceKeys,
  users: userKeys,
  ledger: ledgerKeys,
};
