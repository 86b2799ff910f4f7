import type { ProxyReplacement } from '../../../shared/records/proxy.ts';
import { formatId, numberOrNull, textOrNull } from '../schema/column-form.ts';
import { ipv4Of, ipv6Of } from '../schema/layout.ts';
import type { Connection, SqlRow, SqlValue } from '../sqlite/connection.ts';

/** Addresses and ports on one side of a replacement. */
export type Endpoint = ProxyReplacement['other'];

export interface IndexedProxy extends Endpoint {
  readonly id: SqlValue;
  /** Null matches every service. */
  readonly serviceId: string | null;
}

export const endpointColumns = `proxy_id, service_id, proxy_ip_address, proxy_ip_address_v6,
  proxy_http_port, proxy_socks5_port`;

export function readIndexed([id = null, serviceId, ipv4, ipv6, httpPort, socks5Port]: SqlRow): IndexedProxy {
  return {
    id,
    serviceId: textOrNull(serviceId),
    ipv4: textOrNull(ipv4),
    ipv6: textOrNull(ipv6),
    httpPort: numberOrNull(httpPort),
    socks5Port: numberOrNull(socks5Port),
  };
}

/** Cached proxies `r` at these endpoints. */
export function readProxiesAt(
  connection: Connection,
  endpoints: readonly Endpoint[],
  condition = 'TRUE',
): IndexedProxy[] {
  const ipv4 = new Set(endpoints.map((endpoint) => ipv4Of(endpoint.ipv4)));
  const ipv6 = new Set(endpoints.map((endpoint) => ipv6Of(endpoint.ipv6)?.toString('hex') ?? null));
  return (
    connection
      .all(
        `SELECT ${endpointColumns} FROM proxy r
       WHERE (r.ipv4 IN (SELECT value FROM json_each(?))
         OR r.ipv6 IN (SELECT unhex(value) FROM json_each(?))) AND ${condition}`,
        JSON.stringify([...ipv4].filter((address) => address !== null)),
        JSON.stringify([...ipv6].filter((address) => address !== null)),
      )
      .map(readIndexed)
      // A proxy without a service does not match a named one.
      .map((proxy) => ({ ...proxy, serviceId: proxy.serviceId ?? '' }))
  );
}

/** Finds proxies by endpoint through maps: all proxies of a service may share an address. */
export function createEndpointIndex<T extends IndexedProxy>(proxies: Iterable<T>) {
  const all = [...proxies];
  const taken = new Set<T>();
  const byShape = new Map<string, Map<string, Set<T>>>();

  const bucketsOf = (fields: readonly (keyof IndexedProxy)[]): Map<string, Set<T>> => {
    const shape = fields.join();
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const groups = Map.groupBy(all, (proxy) => keyOf(fields.map((field) => proxy[field])));
    const buckets = new Map([...groups].map(([key, group]) => [key, new Set(group)]));
    byShape.set(shape, buckets);
    return buckets;
  };

  /** Adds to `found` until it has two proxies of different IDs. */
  const collect = (bucket: Set<T> | undefined, found: T[]): void => {
    for (const proxy of bucket ?? []) {
      if (found.length > 1) return;
      if (taken.has(proxy)) bucket?.delete(proxy);
      else if (found[0] === undefined || formatId(found[0].id) !== formatId(proxy.id)) {
        found.push(proxy);
      }
    }
  };

  return {
    /** The only proxy with all given addresses and ports, in the service if known; else undefined. */
    find(endpoint: Endpoint, serviceId: string | null): T | undefined {
      const given = endpointFields.filter((field) => endpoint[field] !== null);
      const values = given.map((field) => endpoint[field]);
      const found: T[] = [];
      if (serviceId === null) collect(bucketsOf(given).get(keyOf(values)), found);
      else {
        const buckets = bucketsOf([...given, 'serviceId']);
        collect(buckets.get(keyOf([...values, serviceId])), found);
        collect(buckets.get(keyOf([...values, null])), found);
      }
      return found.length === 1 ? found[0] : undefined;
    },
    /** Excludes a proxy from later look-ups. */
    take(proxy: T): void {
      taken.add(proxy);
    },
  };
}

const endpointFields = ['ipv4', 'ipv6', 'httpPort', 'socks5Port'] as const;
const keyOf = (values: readonly unknown[]): string => JSON.stringify(values);
