import type { FieldTable, ShownFields } from './field.ts';
import type { JsonObject } from './json.ts';
import type { ProxyAccess } from './proxy-user.ts';
import type { ProxyReplacement } from './replacement.ts';
import type { TestResultRow } from './test-run.ts';

/** Specification, "Proxy". */
export const proxyFields = {
  proxy_id: 'id',
  customer_id: 'integer',
  service_id: 'text',
  service_line_item_id: 'text',
  proxy_status: 'text',
  proxy_type: 'text',
  proxy_protocol: 'text',
  proxy_is_online: 'boolean',
  proxy_last_update_datetime: 'datetime',
  proxy_ip_address: 'text',
  proxy_ip_address_v6: 'text',
  ip_address_id_v4: 'text',
  ip_address_id_v6: 'text',
  subnet_id: 'text',
  subnet_id_v6: 'text',
  proxy_http_port: 'integer',
  proxy_socks5_port: 'integer',
  default_proxy_user_username: 'text',
  default_proxy_user_password: 'secret',
  proxy_user_ids: 'ids',
  asn_id: 'integer',
  asn_name: 'text',
  country_id: 'text',
  country_name: 'text',
  subdivision_id: 'text',
  subdivision_name: 'text',
  city_id: 'integer',
  city_name: 'text',
  city_timezone: 'text',
  city_example_postcode: 'text',
  city_latitude: 'number',
  city_longitude: 'number',
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
export type TestHour = readonly [
  hour: number,
  passed: number,
  failed: number,
  responseTime: number | null,
];

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
  /** The unit is not documented; null: none was sent. */
  readonly lastResponseTime: number | null;
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
