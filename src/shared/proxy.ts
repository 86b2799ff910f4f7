import type { FieldTable } from './field.ts';

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

/**
 * One row of the proxies view (`Proxy` is a JavaScript global). Fields keep the
 * API's names. Null: missing, null or of another type in the response.
 */
export interface ProxyEndpoint {
  readonly proxy_id: string;
  readonly customer_id: number | null;
  readonly service_id: string | null;
  readonly service_name: string | null;
  readonly service_line_item_id: string | null;
  readonly proxy_status: string | null;
  readonly proxy_type: string | null;
  readonly proxy_protocol: string | null;
  readonly proxy_is_online: boolean | null;
  readonly proxy_last_update_datetime: string | null;
  readonly proxy_ip_address: string | null;
  readonly proxy_ip_address_v6: string | null;
  readonly ip_address_id_v4: string | null;
  readonly ip_address_id_v6: string | null;
  readonly subnet_id: string | null;
  readonly subnet_id_v6: string | null;
  readonly proxy_http_port: number | null;
  readonly proxy_socks5_port: number | null;
  readonly default_proxy_user_username: string | null;
  readonly country_id: string | null;
  readonly country_name: string | null;
  readonly subdivision_id: string | null;
  readonly subdivision_name: string | null;
  readonly city_id: number | null;
  readonly city_name: string | null;
  readonly city_timezone: string | null;
  readonly city_example_postcode: string | null;
  readonly city_latitude: number | null;
  readonly city_longitude: number | null;
  readonly asn_id: number | null;
  readonly asn_name: string | null;
  /** Of the saved test results: their number, how many succeeded, and the time of the last one. */
  readonly testCount: number;
  readonly testSuccessCount: number;
  readonly lastTestDatetime: string | null;
  /** The share of successful results in percent; null: not tested. */
  readonly testSuccessPercent: number | null;
  /** The user's tags by name, null if there are none, and the note. */
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}
