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

/** The fields that a bare word is looked for in. Codes are compared as they are, names in lower case. */
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

/** The test results that arrived in one hour, counted since the epoch, and their mean response time. */
export type TestHour = readonly [hour: number, passed: number, failed: number, responseTime: number | null];

/** One row of the proxies view (`Proxy` is a JavaScript global). Fields have the API's names. */
export interface ProxyEndpoint extends ShownFields<typeof proxyFields> {
  readonly service_name: string | null;
  /** Of the saved test results: their number, how many succeeded, and the time of the last one. */
  readonly testCount: number;
  readonly testSuccessCount: number;
  readonly lastTestDatetime: string | null;
  /** The share of successful results in percent; null: not tested. */
  readonly testSuccessPercent: number | null;
  /** Of the last saved result: when it arrived by this computer's clock, and what it said; null: not tested. */
  readonly lastTestedAtMs: number | null;
  readonly isLastTestSuccessful: boolean | null;
  /** In ms if this machine tested, otherwise the unit is not documented; null: none was sent. */
  readonly lastResponseTime: number | null;
  readonly lastTestSource: TestSource | null;
  /** Why it failed: a reason of `probeReasons`, or the service's error code. */
  readonly lastTestCode: string | null;
  readonly lastTestFault: Fault | null;
  /** The saved results of the last 24 hours, oldest first; null: not tested. */
  readonly testHours: readonly TestHour[] | null;
  /** The user's tags by name, null if there are none, and the note. */
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

/** A proxy with everything that is cached about it. */
export interface ProxyDetail {
  readonly row: ProxyEndpoint;
  /** Every field as received, without secrets. */
  readonly record: JsonObject;
  readonly users: readonly ProxyAccess[];
  readonly replacements: readonly ProxyReplacement[];
  /** The latest results, newest first, at most 100. */
  readonly results: readonly TestResultRow[];
}

/** One replacement that a proxy was part of (specification, "Proxy replacement"), as far as addresses show. */
export interface ProxyReplacement {
  /** Whether the proxy replaced another one, or was replaced itself. */
  readonly role: 'replaces' | 'replaced-by';
  /** The addresses of the other proxy, as far as they are known. */
  readonly other: {
    readonly ipv4: string | null;
    readonly ipv6: string | null;
    readonly httpPort: number | null;
    readonly socks5Port: number | null;
  };
  /** The other proxy, if exactly one cached proxy has these addresses. */
  readonly otherId: string | null;
  readonly reason: string | null;
  readonly datetime: string | null;
  readonly serviceAdjustmentId: string;
}
