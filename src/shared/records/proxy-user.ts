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

export interface ProxyAccess {
  readonly proxy_user_id: string;
  readonly proxy_user_is_default: boolean;
  readonly through: 'all' | 'service' | 'proxy';
}

/** To all selected proxies. */
export interface AccessComparison {
  readonly proxy_user_id: string;
  readonly proxy_user_is_default: boolean;
  readonly offline: boolean;
  /** Null: not named. */
  readonly online: boolean | null;
}

export interface AccessCheck {
  readonly users: readonly AccessComparison[];
  readonly message: string | null;
}

export interface AccessRestrictions {
  readonly services: readonly {
    readonly service_id: string;
    /** Null: not cached, or without a name. */
    readonly service_name: string | null;
  }[];
  readonly proxies: readonly {
    readonly proxy_id: string;
    /** IPv4, else IPv6; null: unknown. */
    readonly address: string | null;
  }[];
}

export interface ProxyUserRow extends ShownFields<typeof proxyUserFields> {
  readonly restrictedServiceCount: number;
  readonly restrictedProxyCount: number;
  /** The first three; IDs without names. */
  readonly restrictedServiceNames: readonly string[];
  readonly ipAuthenticationCount: number;
  /** By the access rules. */
  readonly accessibleProxyCount: number;
  /** The higher percentage of residential and mobile; null: no limit. */
  readonly dataUsedPercent: number | null;
}

export interface ProxyUserDetail {
  readonly row: ProxyUserRow;
  /** Without secrets. */
  readonly record: JsonObject;
  /** At most 100 of each. */
  readonly restrictions: AccessRestrictions;
}
