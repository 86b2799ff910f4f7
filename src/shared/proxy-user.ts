import type { FieldTable } from './field.ts';
import type { JsonObject } from './json.ts';

/** Specification, "Proxy user". */
export const proxyUserFields = {
  proxy_user_id: 'id',
  proxy_user_password: 'secret',
  customer_id: 'integer',
  proxy_user_access_type: 'text',
  restricted_proxy_ids: 'ids',
  restricted_service_ids: 'ids',
  ip_address_authentications: 'ids',
  proxy_user_ip_address_authentication_limit: 'integer',
  proxy_user_is_default: 'boolean',
  proxy_user_is_deleted: 'boolean',
  proxy_user_is_strict_security: 'boolean',
  proxy_user_enforce_https: 'boolean',
  proxy_user_metadata: 'object',
  proxy_user_residential_bytes_limit: 'integer',
  proxy_user_residential_bytes_used: 'integer',
  residential_bytes_left: 'integer',
  proxy_user_mobile_bytes_limit: 'integer',
  proxy_user_mobile_bytes_used: 'integer',
  mobile_bytes_left: 'integer',
  proxy_user_creation_datetime: 'datetime',
  proxy_user_last_update_datetime: 'datetime',
  tcp_fingerprint_label: 'text',
  tcp_fingerprint_label_id: 'text',
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
export interface ProxyUserRow {
  readonly proxy_user_id: string;
  /** all, service_restricted, proxy_restricted, or any other value of the service. */
  readonly proxy_user_access_type: string | null;
  readonly proxy_user_is_default: boolean | null;
  readonly proxy_user_is_deleted: boolean | null;
  readonly proxy_user_is_strict_security: boolean | null;
  readonly proxy_user_enforce_https: boolean | null;
  readonly restrictedServiceCount: number;
  readonly restrictedProxyCount: number;
  /** Names of the first three of these services, or their IDs if they have none. */
  readonly restrictedServiceNames: readonly string[];
  readonly ipAuthenticationCount: number;
  readonly proxy_user_residential_bytes_limit: number | null;
  readonly proxy_user_residential_bytes_used: number | null;
  readonly proxy_user_mobile_bytes_limit: number | null;
  readonly proxy_user_mobile_bytes_used: number | null;
  readonly proxy_user_creation_datetime: string | null;
  /** Cached proxies that this user has access to by the three access rules. */
  readonly accessibleProxyCount: number;
}

export interface ProxyUserDetail {
  readonly row: ProxyUserRow;
  /** Every field as received, without secrets. */
  readonly record: JsonObject;
  /** At most 100 services and 100 proxies; the row has their numbers. */
  readonly restrictions: AccessRestrictions;
}
