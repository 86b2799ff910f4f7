import type { FieldTable } from './field.ts';

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

/** Whether one proxy user may use all of the chosen proxies: by the offline copy and by the service. */
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

/** What a proxy user is restricted to, with the names that the offline copy has for the ids. */
export interface AccessRestrictions {
  readonly services: readonly {
    readonly service_id: string;
    /** Null: the copy has no such service, or it has no name. */
    readonly service_name: string | null;
  }[];
  readonly proxies: readonly {
    readonly proxy_id: string;
    /** IPv4, else IPv6; null: the copy has no such proxy, or it has no address. */
    readonly address: string | null;
  }[];
}

/** One line of the proxy users view. Null: missing, null or of another kind in the answer. */
export interface ProxyUserRow {
  readonly proxy_user_id: string;
  /** all, service_restricted, proxy_restricted, or what else the service says. */
  readonly proxy_user_access_type: string | null;
  readonly proxy_user_is_default: boolean | null;
  readonly proxy_user_is_deleted: boolean | null;
  readonly proxy_user_is_strict_security: boolean | null;
  readonly proxy_user_enforce_https: boolean | null;
  readonly restrictedServiceCount: number;
  readonly restrictedProxyCount: number;
  /** Names of the first three of those services, their ids where they have none. */
  readonly restrictedServiceNames: readonly string[];
  readonly ipAuthenticationCount: number;
  readonly proxy_user_residential_bytes_limit: number | null;
  readonly proxy_user_residential_bytes_used: number | null;
  readonly proxy_user_mobile_bytes_limit: number | null;
  readonly proxy_user_mobile_bytes_used: number | null;
  readonly proxy_user_creation_datetime: string | null;
  /** Proxies of the offline copy that the three access rules give this user. */
  readonly accessibleProxyCount: number;
}
