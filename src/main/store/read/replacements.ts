import { ownValue } from '../../../shared/own-value.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../shared/json.ts';
import type { ProxyReplacement } from '../../../shared/records/proxy.ts';
import type { Endpoint } from './endpoint-index.ts';
import type { SqlValue, Connection, SqlRow } from '../sqlite/connection.ts';
import { storedId } from '../schema/codec.ts';
import { formatId, textOrNull } from '../schema/column-form.ts';
import { ipv4Of, ipv6Of } from '../schema/layout.ts';
import type { Condition } from './query/condition.ts';

/** A replacement in an adjustment: addresses, no IDs. */
export interface NamedReplacement {
  readonly serviceAdjustmentId: string;
  /** Identifies it within its adjustment. */
  readonly replacement: string;
  readonly serviceId: string | null;
  readonly isComplete: boolean;
  readonly old: Endpoint;
  readonly new: Endpoint;
  readonly reason: string | null;
  readonly datetime: string | null;
}

const select = `SELECT a.service_adjustment_id, a.service_id, a.service_adjustment_status, j.key, j.value
  FROM service_adjustment a, json_each(a.rest, '$.fields.proxy_replacements') j WHERE j.type = 'object'`;

/** Without those that tags followed. */
export const unfollowedReplacements = `${select}
  AND a.service_adjustment_id = coalesce(?, a.service_adjustment_id)
  AND NOT EXISTS (SELECT 1 FROM user.followed_replacement f
    WHERE f.service_adjustment_id = a.service_adjustment_id
      AND f.replacement = coalesce(j.value ->> '$.proxy_replacement_id', 'at ' || j.key))`;

export const allReplacements = select;

/** Also of adjustments without a service. */
const replacementsOfService = `${select} AND (a.service_id = ? OR a.service_id IS NULL)`;

/** Reads the replacements of complete adjustments. */
export const readCompleteReplacements = (
  connection: Connection,
  sql: string,
  ...params: SqlValue[]
): NamedReplacement[] =>
  connection
    .all(sql, ...params)
    .flatMap((row) => readReplacement(row) ?? [])
    .filter(({ isComplete }) => isComplete);

/** Undefined if a side has no address. */
function readReplacement(row: SqlRow): NamedReplacement | undefined {
  const [adjustmentId, serviceId, status, at, value] = row;
  const fields = parseJson(String(value));
  if (!isJsonObject(fields)) return undefined;
  const old = readEndpoint(fields, 'proxy_replacement_');
  const next = readEndpoint(fields, 'proxy_replacement_new_');
  if (!hasAddress(old) || !hasAddress(next)) return undefined;
  const id = fields['proxy_replacement_id'];
  return {
    serviceAdjustmentId: String(adjustmentId),
    replacement: typeof id === 'number' || typeof id === 'string' ? String(id) : `at ${String(at)}`,
    serviceId: textOrNull(serviceId),
    isComplete: status === 'complete',
    old,
    new: next,
    reason: textOf(fields, 'proxy_replacement_reason'),
    datetime: textOf(fields, 'proxy_replacement_creation_datetime'),
  };
}

/** The condition that a proxy `r` has all given addresses and ports. */
function isAt(endpoint: Endpoint): Condition {
  const given: readonly (readonly [string, SqlValue])[] = [
    // These have indexes.
    ['ipv4', ipv4Of(endpoint.ipv4)],
    ['ipv6', ipv6Of(endpoint.ipv6)],
    ['proxy_ip_address', endpoint.ipv4],
    ['proxy_ip_address_v6', endpoint.ipv6],
    ['proxy_http_port', endpoint.httpPort],
    ['proxy_socks5_port', endpoint.socks5Port],
  ];
  const asked = given.flatMap(([column, value]) => (value === null ? [] : [{ sql: `r.${column} = ?`, value }]));
  return {
    sql: asked.map(({ sql }) => sql).join(' AND '),
    params: asked.map(({ value }) => value),
  };
}

/** Of the only proxy there, in the service if known. */
function findAt(connection: Connection, endpoint: Endpoint, serviceId: string | null): SqlValue | undefined {
  const { sql, params } = isAt(endpoint);
  const found = connection.all(
    `SELECT r.proxy_id FROM proxy r
     WHERE ${sql} AND (? IS NULL OR r.service_id = ?) LIMIT 2`,
    ...params,
    serviceId,
    serviceId,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

const hasAddress = ({ ipv4, ipv6 }: Endpoint): boolean => ipv4 !== null || ipv6 !== null;

function readEndpoint(fields: JsonObject, prefix: string): Endpoint {
  const port = (name: string): number | null => {
    const value = ownValue(fields, prefix + name);
    return Number.isSafeInteger(value) ? Number(value) : null;
  };
  return {
    ipv4: textOf(fields, `${prefix}ip_address_ipv4`),
    ipv6: textOf(fields, `${prefix}ip_address_ipv6`),
    httpPort: port('http_port'),
    socks5Port: port('socks5_port'),
  };
}

function textOf(fields: JsonObject, name: string): string | null {
  const value = ownValue(fields, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The replacements in cached adjustments at one of the proxy's current addresses. */
export function replacementsOf(connection: Connection, proxyId: string): ProxyReplacement[] {
  const id = storedId(proxyId);
  const [serviceId = null] = connection.get('SELECT service_id FROM proxy WHERE proxy_id = ?', id) ?? [];
  const isThis = (endpoint: NamedReplacement['old']): boolean => {
    const { sql, params } = isAt(endpoint);
    const found = connection.get(`SELECT 1 FROM proxy r WHERE r.proxy_id = ? AND ${sql}`, id, ...params);
    return found !== undefined;
  };
  return connection.all(replacementsOfService, serviceId).flatMap((row): ProxyReplacement[] => {
    const named = readReplacement(row);
    const role = named && (isThis(named.new) ? 'replaces' : isThis(named.old) ? 'replaced-by' : null);
    if (!named || !role) return [];
    const other = role === 'replaces' ? named.old : named.new;
    const otherId = findAt(connection, other, named.serviceId);
    const { reason, datetime, serviceAdjustmentId } = named;
    return [
      {
        role,
        other,
        otherId: otherId === undefined ? null : formatId(otherId),
        reason,
        datetime,
        serviceAdjustmentId,
      },
    ];
  });
}
