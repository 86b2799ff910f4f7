import { Draw } from '../../../src/main/demo/data/draw.ts';
import type { JsonObject, JsonValue } from '../../../src/shared/json.ts';
import { inTurn, makeCities, makeNetworks } from './geography.ts';
import { proxyIdOf } from './identifiers.ts';
import type { DataShape } from './shapes.ts';

/** A list whose rows are made when they are asked for, so that a million take no memory. */
export interface GeneratedList {
  readonly count: number;
  row(position: number): JsonObject;
}

export interface GeneratedAccount {
  readonly services: GeneratedList;
  readonly proxyUsers: GeneratedList;
  readonly proxies: GeneratedList;
  /**
   * Changes one proxy in a hundred, spread evenly, and other ones each time.
   *
   * @returns how many it changed
   */
  changeOnePercent(): number;
}

const customerId = 1042;
const serviceCount = 12;
const types = ['isp', 'datacenter', 'residential', 'mobile'];
const sharedUser = { username: 'harbor8234', password: 'k7Rw-q2Zt.x9Lm' };
const userIds = [
  sharedUser.username,
  ...Array.from({ length: 29 }, (_, at) => `user${String(at + 1).padStart(4, '0')}`),
];

/** An account of the given shape; the same numbers always give the same rows. */
export function generateAccount(
  shape: DataShape,
  options: { readonly proxyCount: number; readonly seed?: number },
): GeneratedAccount {
  const { proxyCount, seed = 2026 } = options;
  const isVaried = shape === 'text-ids';
  const cities = makeCities(isVaried ? 3000 : 5, seed);
  const networks = makeNetworks(isVaried ? 5000 : 10, seed);
  const orderOf = isVaried ? shuffle(proxyCount) : (position: number) => position;
  let generation = 0;

  const changesOf = (index: number): number => {
    let changes = 0;
    for (let round = 1; round <= generation; round += 1) {
      if (index % 100 === firstChanged(round)) changes += 1;
    }
    return changes;
  };
  const describeProxy = (index: number): JsonObject => {
    const draw = new Draw(seed, 2, index);
    const changes = changesOf(index);
    const service = draw.integer(0, serviceCount - 1);
    // Every fifth change moves the proxy to another city.
    const moves = index % 500 < 100 ? changes : 0;
    const cityIndex = draw.integer(0, cities.length - 1) + moves;
    const isOwnPlace = shape === 'distinct-places';
    const city = inTurn(cities, cityIndex);
    const [v4, v6] = [addressOf(index), `2001:db8:${hex(index >>> 16)}:${hex(index & 0xffff)}::1`];
    const protocol = draw.pick(['ipv4', 'ipv4', 'ipv4', 'dual', 'ipv6']);
    const hasV4 = protocol !== 'ipv6';
    const hasV6 = protocol !== 'ipv4';
    return {
      proxy_id: proxyIdOf(shape, index, seed),
      customer_id: customerId,
      service_id: serviceId(service),
      service_line_item_id: new Draw(seed, 3, service, cityIndex % cities.length).uuid(),
      proxy_status: draw.pick(['in_use', 'in_use', 'in_use', 'in_use', 'available', 'waiting']),
      proxy_type: inTurn(types, service),
      proxy_protocol: protocol,
      proxy_is_online: draw.chance(0.96) !== (changes % 2 === 1),
      proxy_last_update_datetime: formatTime(draw.integer(0, 25_000_000) + changes),
      proxy_ip_address: hasV4 ? v4 : null,
      proxy_ip_address_v6: hasV6 ? v6 : null,
      ip_address_id_v4: hasV4 ? `ip4-${100_000 + index}` : null,
      ip_address_id_v6: hasV6 ? `ip6-${100_000 + index}` : null,
      subnet_id: hasV4 ? (isOwnPlace ? `${v4}/32` : v4.replace(/\d+$/, '0/24')) : null,
      subnet_id_v6: hasV6 ? v6.replace('::1', '::/64') : null,
      proxy_http_port: 8000 + (index % 1000),
      proxy_socks5_port: 9000 + (index % 1000),
      ...credentialsOf(shape, index, seed, changes),
      proxy_user_ids: isVaried ? pickUsers(draw) : userIds.slice(0, 3 + (service % 3)),
      ...inTurn(networks, draw.integer(0, networks.length - 1)),
      ...city,
      ...(isOwnPlace && {
        city_latitude: draw.integer(-90_000_000, 90_000_000) / 1_000_000,
        city_longitude: draw.integer(-180_000_000, 180_000_000) / 1_000_000,
      }),
    };
  };
  return {
    services: {
      count: serviceCount,
      row: (position) => ({
        service_id: serviceId(position),
        service_name: `${inTurn(types, position).toUpperCase()} ${position}`,
        service_type: inTurn(types, position),
        service_protocol: 'ipv4',
        service_status: 'active',
        service_quantity: Math.ceil(proxyCount / serviceCount),
        service_cycle: '1:month',
        service_expiry_datetime: '2027-01-31 12:00:00',
        service_metadata: {},
      }),
    },
    proxyUsers: {
      count: userIds.length,
      row: (position) => ({
        proxy_user_id: inTurn(userIds, position),
        proxy_user_password: position === 0 ? sharedUser.password : new Draw(seed, 4, position).text(16),
        customer_id: customerId,
        proxy_user_access_type: 'all',
        restricted_proxy_ids: [],
        restricted_service_ids: [],
        ip_address_authentications: [],
        proxy_user_is_default: position === 0,
        proxy_user_is_deleted: false,
        proxy_user_metadata: {},
      }),
    },
    proxies: { count: proxyCount, row: (position) => describeProxy(orderOf(position)) },
    changeOnePercent() {
      generation += 1;
      const first = firstChanged(generation);
      return proxyCount > first ? Math.ceil((proxyCount - first) / 100) : 0;
    },
  };
}

/** Which of every hundred proxies a round changes. */
const firstChanged = (round: number): number => (round * 7) % 100;

/** Every position once, in an order in which neighbors are far apart. */
function shuffle(count: number): (position: number) => number {
  let step = Math.max(1, Math.floor(count * 0.618));
  while (greatestCommonDivisor(step, count) > 1) step += 1;
  return (position) => (position * step) % count;
}

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other);

function credentialsOf(
  shape: DataShape,
  index: number,
  seed: number,
  changes: number,
): { default_proxy_user_username: JsonValue; default_proxy_user_password: JsonValue } {
  const isOwn = shape === 'own-credentials';
  return {
    default_proxy_user_username: isOwn ? `own${index.toString(36)}` : sharedUser.username,
    default_proxy_user_password: isOwn ? new Draw(seed, 5, index, changes).text(16) : sharedUser.password,
  };
}

function pickUsers(draw: Draw): string[] {
  const count = draw.integer(1, 6);
  return [...new Set(Array.from({ length: count }, () => draw.pick(userIds)))];
}

const serviceId = (number: number): string => `API-${3000 + number}`;

const addressOf = (index: number): string =>
  `${11 + (index >>> 24)}.${(index >>> 16) & 255}.${(index >>> 8) & 255}.${index & 255}`;

const hex = (value: number): string => value.toString(16);

const formatTime = (secondsAfterStart: number): string =>
  new Date(Date.UTC(2026, 0, 1) + secondsAfterStart * 1000).toISOString().slice(0, 19).replace('T', ' ');
