import type { FieldTable, ShownFields } from './field.ts';
import type { JsonObject } from '../json.ts';
import type { ProxyAccess } from './proxy-user.ts';
import type { Fault, TestResultRow, TestSource } from './test-result.ts';

/** Specification, "Proxy". */
export const proxyFields = {
  proxy_id: { kind: 'id', label: 'ID' },
  customer_id: { kind: 'number-id', label: 'Customer ID' },
  service_id: { kind: 'text-id', label: 'Service ID' },
  service_line_item_id: { kind: 'text-id', label: 'Line item ID' },
  proxy_status: { kind: 'code', label: 'Status' },
  proxy_type: { kind: 'code', label: 'Type' },
  proxy_protocol: { kind: 'code', label: 'Protocol' },
  proxy_is_online: { kind: 'boolean', label: 'Online' },
  proxy_last_update_datetime: { kind: 'datetime', label: 'Updated' },
  proxy_ip_address: { kind: 'text-id', label: 'IPv4' },
  proxy_ip_address_v6: { kind: 'text-id', label: 'IPv6' },
  ip_address_id_v4: { kind: 'text-id', label: 'IPv4 address ID' },
  ip_address_id_v6: { kind: 'text-id', label: 'IPv6 address ID' },
  subnet_id: { kind: 'text-id', label: 'Subnet' },
  subnet_id_v6: { kind: 'text-id', label: 'IPv6 subnet' },
  proxy_http_port: { kind: 'number-id', label: 'HTTP' },
  proxy_socks5_port: { kind: 'number-id', label: 'SOCKS5' },
  default_proxy_user_username: { kind: 'text', label: 'Default user' },
  default_proxy_user_password: { kind: 'secret', label: 'Default user password' },
  proxy_user_ids: { kind: 'ids', label: 'Proxy users' },
  asn_id: { kind: 'number-id', label: 'Network number' },
  asn_name: { kind: 'text', label: 'Network' },
  country_id: { kind: 'region', label: 'Country code' },
  country_name: { kind: 'text', label: 'Country' },
  subdivision_id: { kind: 'region', label: 'Subdivision ID' },
  subdivision_name: { kind: 'text', label: 'Subdivision' },
  city_id: { kind: 'number-id', label: 'City ID' },
  city_name: { kind: 'text', label: 'City' },
  city_timezone: { kind: 'text', label: 'Time zone' },
  city_example_postcode: { kind: 'text', label: 'Example postcode' },
  city_latitude: { kind: 'number', label: 'Latitude' },
  city_longitude: { kind: 'number', label: 'Longitude' },
} as const satisfies FieldTable;

/** Codes as they are, names in lower case. */
export const proxyWordFields = {
  codes: ['proxy_id', 'proxy_ip_address', 'proxy_ip_address_v6'],
  names: [
    'service_id',
    'asn_name',
    'country_id',
    'country_name',
    'subdivision_id',
    'subdivision_name',
    'city_name',
    'city_timezone',
    'city_example_postcode',
  ],
} as const satisfies { readonly [kind: string]: readonly (keyof typeof proxyFields)[] };

/** Hour since the epoch, and the mean response time. */
export type TestHour = readonly [hour: number, passed: number, failed: number, responseTime: number | null];

/** `Proxy` is a JavaScript global. API names. */
export interface ProxyEndpoint extends ShownFields<typeof proxyFields> {
  readonly service_name: string | null;
  readonly testCount: number;
  readonly testSuccessCount: number;
  readonly lastTestDatetime: string | null;
  /** Percent; null: not tested. */
  readonly testSuccessPercent: number | null;
  /** By this computer's clock; null: not tested. */
  readonly lastTestedAtMs: number | null;
  readonly isLastTestSuccessful: boolean | null;
  /** In ms by this machine; otherwise the unit is unknown. Null: none. */
  readonly lastResponseTime: number | null;
  readonly lastTestSource: TestSource | null;
  /** A `ProbeReason` or the service's code. */
  readonly lastTestCode: string | null;
  readonly lastTestFault: Fault | null;
  /** Last 24 hours, oldest first; null: not tested. */
  readonly testHours: readonly TestHour[] | null;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

export interface ProxyDetail {
  readonly row: ProxyEndpoint;
  /** Without secrets. */
  readonly record: JsonObject;
  readonly users: readonly ProxyAccess[];
  readonly replacements: readonly ProxyReplacement[];
  /** Newest 100, newest first. */
  readonly results: readonly TestResultRow[];
}

/** Specification, "Proxy replacement"; found by addresses. */
export interface ProxyReplacement {
  readonly role: 'replaces' | 'replaced-by';
  /** As far as known. */
  readonly other: {
    readonly ipv4: string | null;
    readonly ipv6: string | null;
    readonly httpPort: number | null;
    readonly socks5Port: number | null;
  };
  /** The only cached proxy with these addresses. */
  readonly otherId: string | null;
  readonly reason: string | null;
  readonly datetime: string | null;
  readonly serviceAdjustmentId: string;
}
