import type { IpVersion } from '../../shared/export.ts';
import { accessCount, proxiesPerService } from './access.ts';
import { compileAccess, compileFlags } from './address-flags.ts';
import { formatId, type SqlValue } from './column-form.ts';
import { asksProfilesOnly } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { Connection, SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type {
  AddressRequest,
  BareAddress,
  PlainAddressRequest,
  ProxyAddress,
  ResolvedSelection,
  Store,
} from './contract.ts';
import { createDefaultCredentialsReader } from './default-credentials.ts';
import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './ip-address.ts';
import { isDense, type CountedProfile, type ProfileCounts } from './profile-counts.ts';
import { tagNames } from './query-annotation.ts';
import { createDetailsReader } from './row-details.ts';
import { compileSelection } from './selection-condition.ts';
import { streamShuffled } from './shuffled-rows.ts';

/** Streams the chosen proxies in the order asked for. */
export function* streamAddresses(
  context: StoreContext,
  request: AddressRequest,
): Generator<ProxyAddress, undefined> {
  const connection = context.reader();
  const { hasDetails = false, hasTags = false, aliveSince } = request;
  const readDetails = hasDetails ? createDetailsReader(connection) : undefined;
  const readDefault = request.hasDefaultCredentials
    ? createDefaultCredentialsReader(connection, context)
    : undefined;
  const isOfSeveral = Array.isArray(request.accessibleTo);
  const rows = selectAddresses(context, request, [
    'r.proxy_id',
    'r.profile_id',
    'r.credential_id',
    hasTags ? tagNames('proxies') : 'NULL',
  ]);
  for (const [host, port, id, profileId, credentialId, tags, flags] of rows) {
    const bits = Number(flags);
    yield {
      proxy_id: formatId(id),
      ...readAddress(host, port),
      ...(readDetails && { details: readDetails(profileId) }),
      ...(hasTags && { tags: readTags(tags) }),
      ...(readDefault && { defaultCredentials: readDefault(credentialId) }),
      ...(aliveSince !== undefined && { isAlive: (bits & 1) === 1 }),
      ...(isOfSeveral && { userBits: bits >>> 1 }),
    };
  }
}

/** The names that `tagNames` selects. */
const readTags = (names: SqlValue | undefined): readonly string[] =>
  // A JSON list of texts by its statement; null: no tag.
  typeof names === 'string' ? (JSON.parse(names) as readonly string[]) : [];

/** As `streamAddresses` without all that takes longer than the rest. */
export function* streamBareAddresses(
  context: StoreContext,
  request: PlainAddressRequest,
): Generator<BareAddress, undefined> {
  for (const [host, port] of selectAddresses(context, request, [])) {
    yield readAddress(host, port);
  }
}

/** Rows of address, port and the further columns of a proxy `r`; flags (see `compileFlags`) come last. */
function selectAddresses(
  { profileCounts, reader }: StoreContext,
  request: AddressRequest,
  further: readonly string[],
): Iterable<SqlRow> {
  const connection = reader();
  if (request.shuffleSeed !== undefined) {
    const parts = compileParts(connection, request, further);
    return streamShuffled(connection, { ...parts, seed: request.shuffleSeed });
  }
  const { sql, params } = selectInOrder(profileCounts, connection, request, further);
  return connection.iterate(sql, ...params);
}

/** The statement of `selectAddresses` in the order in which the proxies were first received. */
export function selectInOrder(
  profileCounts: ProfileCounts,
  connection: Connection,
  request: AddressRequest,
  further: readonly string[],
): Condition {
  const { columns, flags, where } = compileParts(connection, request, further);
  const index = isBestWalked(profileCounts, request.selection) ? 'NOT INDEXED' : '';
  return {
    sql: `SELECT ${columns}, ${flags.sql} FROM proxy r ${index} WHERE ${where.sql} ORDER BY r.key`,
    params: [...flags.params, ...where.params],
  };
}

function compileParts(
  connection: Connection,
  request: AddressRequest,
  further: readonly string[],
): { readonly columns: string; readonly flags: Condition; readonly where: Condition } {
  const port = request.protocol === 'http' ? 'proxy_http_port' : 'proxy_socks5_port';
  const columns = [`r.${hostColumn(request.ip)}`, `r.${port}`, ...further].join(', ');
  const chosen = compileSelection(connection, request.selection);
  const access = compileAccess(request.accessibleTo);
  const where = {
    sql: `${chosen.sql} AND ${access.sql}`,
    params: [...chosen.params, ...access.params],
  };
  return { columns, flags: compileFlags(request), where };
}

/**
 * Whether so many proxies are chosen by what they share that walking over all in their
 * order is quicker than looking them up by an index and sorting them, which would also
 * hold all of them in the memory.
 */
function isBestWalked(profileCounts: ProfileCounts, selection: ResolvedSelection): boolean {
  if (selection.kind !== 'query' || !selection.where.terms.every(asksProfilesOnly)) return false;
  const sumOf = (counts: readonly CountedProfile[]): number =>
    counts.reduce((sum, { count }) => sum + count, 0);
  return isDense(sumOf(profileCounts.matching(selection.where)), sumOf(profileCounts.all()));
}

const hostColumn = (ip: IpVersion): string =>
  ip === '4' ? 'proxy_ip_address' : 'proxy_ip_address_v6';

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

/** Addresses that several proxies have, from the index on them. */
export function findRepeatedHosts(context: StoreContext, ip: IpVersion): ReadonlySet<string> {
  const column = hostColumn(ip);
  const rows = context
    .reader()
    .iterate(`SELECT ${column} FROM proxy r GROUP BY 1 HAVING count(*) > 1`);
  const hosts = new Set<string>();
  for (const [stored] of rows) {
    const host = readHost(stored ?? null);
    if (host !== null) hosts.add(host);
  }
  return hosts;
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
