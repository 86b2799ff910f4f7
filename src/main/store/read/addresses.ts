import { detailFields, type RowDetails } from '../../../shared/exports/export.ts';
import { parseIpv4, parseIpv6 } from '../../../shared/ip-address.ts';
import { parseJson, type JsonObject } from '../../../shared/json.ts';
import type { IpVersion } from '../../../shared/options/option-rows.ts';
import type { SqlRow, SqlValue } from '../sqlite/connection.ts';
import type {
  StoreContext,
  AddressRequest,
  BareAddress,
  PlainAddressRequest,
  ProxyAddress,
  ProxyUserCredentials,
} from '../types.ts';
import type { Condition } from './query/condition.ts';
import { tagNames } from './query/query-annotation.ts';
import { sources } from './query/list-source.ts';
import { compileProxies } from './query/rows-condition.ts';
import { formatId, textOrNull } from '../schema/column-form.ts';
import { createDecrypter, sharedSecrets } from './record-reader.ts';
import type { Vault } from '../schema/vault.ts';
import { accessOfUser, compileAccess } from './query/access-condition.ts';
import { compileSort } from './browsable-list.ts';

export function createAddresses({ reader, vault }: StoreContext) {
  const readRows = (request: AddressRequest, further: readonly string[]): Iterable<SqlRow> => {
    const { sql, params } = selectAddresses(request, further);
    return reader().iterate(sql, ...params);
  };
  return {
    /** Streams host and port of the selected proxies, in the requested order. */
    *addresses(request: AddressRequest): Generator<ProxyAddress, undefined> {
      const { hasDetails = false, hasTags = false, aliveSince } = request;
      const readDefault = request.hasDefaultCredentials ? createDefaultReader(vault()) : undefined;
      const isOfSeveral = Array.isArray(request.accessibleTo);
      const rows = readRows(request, [
        'r.proxy_id',
        'r.default_proxy_user_username',
        readDefault ? sharedSecrets : 'NULL',
        hasTags ? tagNames('proxies') : 'NULL',
        ...(hasDetails ? detailFields.map((field) => `r.${field}`) : []),
      ]);
      for (const row of rows) {
        const [host, port, id, username, encrypted, tags, ...others] = row;
        const bits = Number(others.at(-1));
        yield {
          proxy_id: formatId(id),
          ...readAddress(host, port),
          ...(hasDetails && { details: readDetails(others) }),
          ...(hasTags && { tags: readTags(tags) }),
          ...(readDefault && { defaultCredentials: readDefault(username, encrypted) }),
          ...(aliveSince !== undefined && { isAlive: (bits & 1) === 1 }),
          ...(isOfSeveral && { userBits: bits >>> 1 }),
        };
      }
    },
    /** The same in a third of the time, without details. */
    *bareAddresses(request: PlainAddressRequest): Generator<BareAddress, undefined> {
      for (const [host, port] of readRows(request, [])) yield readAddress(host, port);
    },
    /** The hosts that more than one cached proxy has, as in `ProxyAddress.host`. */
    repeatedHosts(ip: IpVersion): ReadonlySet<string> {
      const hosts = new Set<string>();
      for (const version of ip === 'any' ? (['4', '6'] as const) : [ip]) {
        for (const [stored] of reader().iterate(selectRepeatedHosts(version))) {
          const host = readHost(stored ?? null);
          if (host !== null) hosts.add(host);
        }
      }
      return hosts;
    },
  };
}

/** Reads credentials of default users; undefined without a name. */
export function createDefaultReader(vault: Vault) {
  const decrypt = createDecrypter('credential');
  return (username?: SqlValue, encrypted?: SqlValue): ProxyUserCredentials | undefined => {
    if (typeof username !== 'string') return undefined;
    if (!Buffer.isBuffer(encrypted)) return { username, password: null };
    // The encoder writes an object.
    const secrets = parseJson(decrypt(vault, username, encrypted)) as JsonObject;
    const password = secrets['default_proxy_user_password'];
    return { username, password: textOrNull(password) };
  };
}

function readDetails(values: readonly SqlValue[]): RowDetails {
  const entries = detailFields.map((field, at) => [field, values[at] === '' ? null : values[at]]);
  // The columns of these fields have no values of other types.
  return Object.fromEntries(entries) as RowDetails;
}

const readTags = (names: SqlValue | undefined): readonly string[] =>
  // The statement makes a JSON list of texts.
  typeof names === 'string' ? (JSON.parse(names) as readonly string[]) : [];

/** Selects address, port, further columns and flags of proxies `r`. */
export function selectAddresses(request: AddressRequest, further: readonly string[]): Condition {
  const { protocol, ip } = request;
  const port = protocol === 'http' ? 'proxy_http_port' : 'proxy_socks5_port';
  const columns = [hostOf(ip), `r.${port}`, ...further].join(', ');
  const chosen = compileProxies(request.rows);
  const access = compileAccess(request.accessibleTo);
  const flags = compileFlags(request);
  // Access first: it is cheaper than a filter.
  const where = `${access.sql} AND ${chosen.sql}`;
  const params = [...flags.params, ...access.params, ...chosen.params];
  const order = compileOrder(request);
  if (order === null) {
    return {
      sql: `SELECT ${columns}, ${flags.sql} FROM proxy r WHERE ${where} ORDER BY r.key`,
      params,
    };
  }
  // Sorts keys, not rows; the limit and CROSS JOIN keep their order.
  return {
    sql: `SELECT ${columns}, flags FROM (
        SELECT r.key AS chosen_key, ${flags.sql} AS flags FROM proxy r ${order.joins}
        WHERE ${where} ORDER BY ${order.sql} LIMIT -1)
      CROSS JOIN proxy r ON r.key = chosen_key`,
    params: [...params, ...order.params],
  };
}

/** An integer: bit 0 if alive, then one bit per user. */
export function compileFlags({ aliveSince, accessibleTo: users }: AddressRequest): Condition {
  const alive = aliveSince === undefined ? [] : [isAliveSince(aliveSince)];
  const each = users === null || typeof users === 'string' ? [] : users.map(accessOfUser);
  const parts = [
    ...alive.map(({ sql }) => `coalesce(${sql}, 0)`),
    ...each.map(({ sql }, place) => `(coalesce(${sql}, 0) << ${String(place + 1)})`),
  ];
  return {
    sql: parts.length === 0 ? '0' : parts.join(' | '),
    params: [...alive, ...each].flatMap(({ params }) => params),
  };
}

/**
 * Whether the last run since a time that tested the present address succeeded. By this machine's clock: the service's
 * zone is unknown.
 */
const isAliveSince = (since: string): Condition => ({
  sql: `r.proxy_id IN (
    SELECT proxy_id FROM (
      -- The other columns of the row with the highest run.
      SELECT t.proxy_id, t.success_count > 0 AS answered, max(t.test_run_id)
      FROM user.test_run run JOIN user.tested_proxy t ON t.test_run_id = run.id
      WHERE run.started_at BETWEEN ? AND ? AND t.result_count > 0 AND t.is_replaced = 0 AND t.proxy_id IS NOT NULL
      GROUP BY t.proxy_id
    ) WHERE answered)`,
  // Future runs are from a clock that was ahead.
  params: [since, new Date().toISOString()],
});

function compileOrder({
  sort = [],
  shuffleSeed,
}: PlainAddressRequest): (Condition & { readonly joins: string }) | null {
  if (shuffleSeed !== undefined) {
    return { sql: 'shuffle(?, r.proxy_id), r.key', params: [shuffleSeed], joins: '' };
  }
  if (sort.length === 0) return null;
  const { proxies } = sources;
  return { sql: compileSort(proxies, sort, false), params: [], joins: proxies.joins };
}

const addressColumns = { '4': 'proxy_ip_address', '6': 'proxy_ip_address_v6' } as const;

/** The condition that a proxy `r` has no IPv4 address. */
export const lacksIpv4 = `coalesce(r.${addressColumns['4']}, '') = ''`;

/** The address of a proxy `r` in SQL. */
export const hostOf = (ip: IpVersion): string =>
  ip === 'any' ? `iif(${lacksIpv4}, r.${addressColumns['6']}, r.${addressColumns['4']})` : `r.${addressColumns[ip]}`;

/** Address and port as stored; null: missing or invalid. */
export function readAddress(host: SqlValue = null, port: SqlValue = null): BareAddress {
  return {
    host: readHost(host),
    port: typeof port === 'number' && isPort(port) ? port : null,
  };
}

const readHost = (stored: SqlValue): string | null => (typeof stored === 'string' && isHost(stored) ? stored : null);

/** The statement for addresses that several proxies have. */
export const selectRepeatedHosts = (ip: keyof typeof addressColumns): string => {
  const column = addressColumns[ip];
  const parsed = ip === '4' ? 'ipv4' : 'ipv6';
  return `SELECT ${column} FROM proxy WHERE ${parsed} IN (
      SELECT ${parsed} FROM proxy GROUP BY 1 HAVING count(*) > 1)
    UNION ALL SELECT ${column} FROM proxy
      WHERE ${parsed} IS NULL AND ${column} IS NOT NULL GROUP BY 1 HAVING count(*) > 1`;
};

/** Whether a text is an address or host name; others could change the parts of an exported line. */
function isHost(text: string): boolean {
  if (text.includes(':')) return parseIpv6(text) !== undefined;
  if (/(^|\.)(\d+|0x[\da-f]*)$/i.test(text)) return parseIpv4(text) !== undefined;
  return /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i.test(text);
}

const isPort = (number: number): boolean => Number.isInteger(number) && number > 0 && number <= 65_535;
