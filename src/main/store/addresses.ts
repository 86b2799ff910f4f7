import { accessCount, accessibleTo, proxiesPerService } from './access.ts';
import { encodeId } from './codec.ts';
import { formatId, type SqlValue } from './column-form.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { Connection, SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type {
  AddressRequest,
  BareAddress,
  ProxyAddress,
  ResolvedSelection,
  Store,
} from './contract.ts';
import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './ip-address.ts';
import { layouts } from './layout.ts';
import { createDetailsReader } from './row-details.ts';

/** Streams the chosen proxies in the order in which they were first received. */
export function* streamAddresses(
  context: StoreContext,
  request: AddressRequest,
): Generator<ProxyAddress, undefined> {
  const connection = context.reader();
  const readDetails = request.hasDetails === true ? createDetailsReader(connection) : undefined;
  for (const [host, port, id, profileId] of selectAddresses(connection, request, [
    'proxy_id',
    'profile_id',
  ])) {
    yield {
      proxy_id: formatId(id),
      ...readAddress(host, port),
      ...(readDetails && { details: readDetails(profileId) }),
    };
  }
}

/** As `streamAddresses` without ids and details, which take longer than all the rest. */
export function* streamBareAddresses(
  context: StoreContext,
  request: AddressRequest,
): Generator<BareAddress, undefined> {
  for (const [host, port] of selectAddresses(context.reader(), request, [])) {
    yield readAddress(host, port);
  }
}

/** Rows of address, port and the further columns. */
function selectAddresses(
  connection: Connection,
  { selection, accessibleTo: userId, protocol, ip }: AddressRequest,
  columns: readonly string[],
): Iterable<SqlRow> {
  const host = ip === '4' ? 'proxy_ip_address' : 'proxy_ip_address_v6';
  const port = protocol === 'http' ? 'proxy_http_port' : 'proxy_socks5_port';
  const chosen = compileSelection(connection, selection);
  const access = userId === null ? 'TRUE' : accessibleTo('u.proxy_user_id = ?');
  const accessParams =
    userId === null ? [] : new Array<SqlValue>(3).fill(encodeId(layouts.proxy_users, userId));
  return connection.iterate(
    `SELECT ${[host, port, ...columns].map((name) => `r.${name}`).join(', ')} FROM proxy r
     WHERE ${chosen.sql} AND ${access} ORDER BY r.key`,
    ...chosen.params,
    ...accessParams,
  );
}

function readAddress(host: SqlValue = null, port: SqlValue = null): BareAddress {
  return {
    host: readHost(host),
    port: typeof port === 'number' && isPort(port) ? port : null,
  };
}

/** The compact forms are addresses whatever they hold; a text has to be looked at. */
function readHost(stored: SqlValue): string | null {
  if (typeof stored === 'number') return formatIpv4(stored);
  if (Buffer.isBuffer(stored)) return formatIpv6(stored);
  return typeof stored === 'string' && isHost(stored) ? stored : null;
}

/**
 * Whether a text is an address or a host name and nothing beside it. Whatever else
 * an answer holds there would change the parts of an exported line, or add one.
 */
function isHost(text: string): boolean {
  if (text.includes(':')) return parseIpv6(text) !== undefined;
  if (/(^|\.)(\d+|0x[\da-f]*)$/i.test(text)) return parseIpv4(text) !== undefined;
  return /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i.test(text);
}

const isPort = (number: number): boolean =>
  Number.isInteger(number) && number > 0 && number <= 65_535;

/** How many proxies a choice has. */
export function countSelected({ writer }: StoreContext, selection: ResolvedSelection): number {
  const { sql, params } = compileSelection(writer, selection);
  return Number(writer.get(`SELECT count(*) FROM proxy r WHERE ${sql}`, ...params)?.[0]);
}

/** How many proxies of a choice each user may use; deleted users are left out. */
export function countAccessible(
  { writer }: StoreContext,
  selection: ResolvedSelection,
): ReturnType<Store['proxies']['accessibleCounts']> {
  const { sql, params } = compileSelection(writer, selection);
  const access = accessCount({ perService: proxiesPerService(sql), where: sql, user: 'u' });
  const users = `${access.with}
    SELECT u.proxy_user_id, u.proxy_user_is_default, ${access.expression} FROM proxy_user u
    WHERE u.proxy_user_is_deleted IS NOT 1 ORDER BY u.key`;
  return writer.all(users, ...params, ...params).map(([id, isDefault, count]) => ({
    proxy_user_id: String(id),
    proxy_user_is_default: isDefault === 1,
    count: Number(count),
  }));
}

function compileSelection(connection: Connection, selection: ResolvedSelection): Condition {
  if (selection.kind === 'ids') {
    return {
      sql: 'r.key IN (SELECT value FROM json_each(?))',
      params: [findKeys(connection, selection.ids)],
    };
  }
  const { sql, params } = compileQuery('proxies', selection.where);
  if (selection.excludedIds.length === 0) return { sql, params };
  return {
    sql: `${sql} AND r.key NOT IN (SELECT value FROM json_each(?))`,
    params: [...params, findKeys(connection, selection.excludedIds)],
  };
}

/** Keys as a JSON list: one parameter, however many there are. Unknown ids have none. */
function findKeys(connection: Connection, ids: readonly string[]): string {
  const find = connection.prepare('SELECT key FROM proxy WHERE proxy_id = ?');
  const keys: number[] = [];
  for (const id of ids) {
    const key = find.get(encodeId(layouts.proxies, id))?.[0];
    if (typeof key === 'number') keys.push(key);
  }
  return JSON.stringify(keys);
}
