import type { FieldTable, ShownFields } from './field.ts';
import type { JsonObject } from '../json.ts';

/** Specification, "Proxy user". */
export const proxyUserFields = {
  proxy_user_id: { kind: 'id', label: 'Proxy user' },
  proxy_user_password: { kind: 'secret', label: 'Password' },
  customer_id: { kind: 'number-id', label: 'Customer ID' },
  proxy_user_access_type: { kind: 'code', label: 'Access' },
  restricted_proxy_ids: { kind: 'ids', label: 'Restricted to proxies' },
  restricted_service_ids: { kind: 'ids', label: 'Restricted to services' },
  ip_address_authentications: { kind: 'ids', label: 'Allowed IPs' },
  proxy_user_ip_address_authentication_limit: { kind: 'integer', label: 'Allowed IP limit' },
  proxy_user_is_default: { kind: 'boolean', label: 'Default' },
  proxy_user_is_deleted: { kind: 'boolean', label: 'Deleted' },
  proxy_user_is_strict_security: { kind: 'boolean', label: 'Strict security' },
  proxy_user_enforce_https: { kind: 'boolean', label: 'HTTPS only' },
  proxy_user_metadata: { kind: 'object', label: 'Metadata' },
  proxy_user_residential_bytes_limit: { kind: 'bytes', label: 'Residential limit' },
  proxy_user_residential_bytes_used: { kind: 'bytes', label: 'Residential used' },
  residential_bytes_left: { kind: 'bytes', label: 'Residential left' },
  proxy_user_mobile_bytes_limit: { kind: 'bytes', label: 'Mobile limit' },
  proxy_user_mobile_bytes_used: { kind: 'bytes', label: 'Mobile used' },
  mobile_bytes_left: { kind: 'bytes', label: 'Mobile left' },
  proxy_user_creation_datetime: { kind: 'datetime', label: 'Created' },
  proxy_user_last_update_datetime: { kind: 'datetime', label: 'Updated' },
  tcp_fingerprint_label: { kind: 'text', label: 'TCP fingerprint' },
  tcp_fingerprint_label_id: { kind: 'text-id', label: 'TCP fingerprint ID' },
} as const satisfies FieldTable;

/** A user with access to a proxy, and the access rule that gives it. */
export interface ProxyAccess {
  readonly proxy_user_id: string;
  readonly proxy_user_is_default: boolean;
  readonly through: 'all' | 'service' | 'proxy';
}

/** Whether a proxy user has access to all of the selected proxies, by the cached data and by the service. */
export interface AccessComparison {
  readonly proxy_user_id: string;
  readonly proxy_user_is_default: boolean;
  readonly offline: boolean;
  /** Null: the service did not name this user. */
  readonly online: boolean | null;
}

export interface AccessCheck {
  readonly users: readonly AccessComparison[];
  /** The service's own message. */
  readonly message: string | null;
}

/** The restrictions of a proxy user, with the cached names of their IDs. */
export interface AccessRestrictions {
  readonly services: readonly {
    readonly service_id: string;
    /** Null: the service is not cached, or lacks a name. */
    readonly service_name: string | null;
  }[];
  readonly proxies: readonly {
    readonly proxy_id: string;
    /** IPv4, else IPv6; null: the proxy is not cached, or lacks an address. */
    readonly address: string | null;
  }[];
}

/** One row of the proxy users view. Null: missing, null or of another type in the response. */
export interface ProxyUserRow extends ShownFields<typeof proxyUserFields> {
  readonly restrictedServiceCount: number;
  readonly restrictedProxyCount: number;
  /** Names of the first three of these services, or their IDs if they have none. */
  readonly restrictedServiceNames: readonly string[];
  readonly ipAuthenticationCount: number;
  /** Cached proxies that this user has access to by the three access rules. */
  readonly accessibleProxyCount: number;
  /** The used part of its data limit in percent, the higher of residential and mobile; null: it has no limit. */
  readonly dataUsedPercent: number | null;
}

export interface ProxyUserDetail {
  readonly row: ProxyUserRow;
  /** Every field as received, without secrets. */
  readonly record: JsonObject;
  /** At most 100 services and 100 proxies; the row has their numbers. */
  readonly restrictions: AccessRestrictions;
}
