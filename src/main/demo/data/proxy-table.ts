import type { JsonObject } from '../../../shared/json.ts';
import {
  Draw,
  addDays,
  addressesOf,
  formatDatetime,
  formatProxyId,
  hostsPerSubnet,
  parseProxyId,
  type RowTable,
  createRowTable,
} from './draw.ts';
import { type Place, countryOf } from './places.ts';
import type { ServicePlan } from './plan-services.ts';

interface ProxyPlan {
  readonly seed: number;
  readonly monthMs: number;
  readonly customerId: number;
  readonly services: readonly ServicePlan[];
  /** Filled while rows are generated. */
  readonly lineItems: Map<string, string>;
  readonly defaultUser: { readonly username: string; readonly password: string };
}

/** By number; later proxies belong to the last service. */
function servicePlanOf(plan: ProxyPlan, index: number): ServicePlan {
  const own = plan.services.find(({ firstIndex, quantity }) => index >= firstIndex && index < firstIndex + quantity);
  const service = own ?? plan.services.findLast(({ quantity }) => quantity > 0) ?? plan.services[0];
  if (!service) throw new Error('The demo account needs at least one service.');
  return service;
}

/** Without its users (specification, "Proxy"). */
export function describeProxy(plan: ProxyPlan, index: number): JsonObject {
  const { seed } = plan;
  const service = servicePlanOf(plan, index);
  // Proxies cycle through places, so that small accounts have all.
  const subnet = Math.floor(index / hostsPerSubnet);
  const place = inTurn(service.places, subnet);
  const network = inTurn(service.networks, subnet);
  const address = addressesOf(index);
  const draw = new Draw(seed, 6, index);
  const hasV4 = service.protocol !== 'ipv6';
  const hasV6 = service.protocol !== 'ipv4';
  return {
    proxy_id: formatProxyId(index, seed),
    customer_id: plan.customerId,
    service_id: service.service_id,
    service_line_item_id: lineItemOf(plan, service, place),
    proxy_status: draw.chance(0.95) ? 'in_use' : draw.pick(['available', 'reserved', 'waiting', 'pending_deletion']),
    proxy_type: service.type,
    proxy_protocol: service.protocol,
    proxy_is_online: draw.chance(0.96),
    proxy_last_update_datetime: formatDatetime(addDays(plan.monthMs, -draw.integer(1, 5_000_000) / 86_400)),
    proxy_ip_address: hasV4 ? address.v4 : null,
    proxy_ip_address_v6: hasV6 ? address.v6 : null,
    ip_address_id_v4: hasV4 ? `ip4-${100_000 + index}` : null,
    ip_address_id_v6: hasV6 ? `ip6-${100_000 + index}` : null,
    subnet_id: hasV4 ? address.v4Subnet : null,
    subnet_id_v6: hasV6 ? address.v6Subnet : null,
    proxy_http_port: 8000 + (index % 1000),
    proxy_socks5_port: 9000 + (index % 1000),
    default_proxy_user_username: plan.defaultUser.username,
    default_proxy_user_password: plan.defaultUser.password,
    asn_id: network.asn_id,
    asn_name: network.asn_name,
    country_id: place.country_id,
    country_name: countryOf(place.country_id).country_name,
    subdivision_id: place.subdivision_id,
    subdivision_name: place.subdivision_name,
    city_id: place.city_id,
    city_name: place.city_name,
    city_timezone: place.city_timezone,
    city_example_postcode: place.city_example_postcode,
    city_latitude: place.city_latitude,
    city_longitude: place.city_longitude,
  };
}

/** One per place of a service; cached for millions of proxies. */
function lineItemOf(plan: ProxyPlan, service: ServicePlan, place: Place): string {
  const key = `${service.service_id} ${place.city_id}`;
  const known = plan.lineItems.get(key);
  if (known !== undefined) return known;
  const made = new Draw(plan.seed, 5, Number(service.service_id.slice(4)), place.city_id).uuid();
  plan.lineItems.set(key, made);
  return made;
}

function inTurn<T>(list: readonly T[], turn: number): T {
  const item = list[turn % list.length];
  if (item === undefined) throw new Error('Every service of the demo needs a place and a network.');
  return item;
}

/**
 * Generates proxies on request, without memory; the first change stores them all.
 *
 * @param usersOf a proxy
 */
export function createProxyTable(
  plan: ProxyPlan,
  proxyCount: number,
  usersOf: (proxy: JsonObject) => string[],
): RowTable {
  let made = proxyCount;
  let stored: RowTable | undefined;
  const generate = (first: number, end: number): JsonObject[] =>
    Array.from({ length: Math.max(0, end - first) }, (_, at) => describeProxy(plan, first + at));
  const store = (): RowTable => (stored ??= createRowTable('proxy_id', generate(0, proxyCount)));
  const findGenerated = (id: string): JsonObject | undefined => {
    const index = parseProxyId(id, plan.seed);
    return index === undefined || index >= proxyCount ? undefined : describeProxy(plan, index);
  };
  const withUsers = (row: JsonObject): JsonObject => ({ proxy_user_ids: usersOf(row), ...row });
  return {
    idField: 'proxy_id',
    count: () => stored?.count() ?? proxyCount,
    slice(offset, limit) {
      const rows = stored?.slice(offset, limit) ?? generate(offset, Math.min(proxyCount, offset + limit));
      return rows.map(withUsers);
    },
    find(id) {
      const row = stored ? stored.find(id) : findGenerated(id);
      return row && withUsers(row);
    },
    add(fields = {}) {
      made += 1;
      return store().add({ ...describeProxy(plan, made - 1), ...fields });
    },
    update: (id, fields) => {
      store().update(id, fields);
    },
    remove: (id) => {
      store().remove(id);
    },
  };
}

const gigabyte = 1_000_000_000;

/** Breaks every format of a line somewhere. */
export const hardPassword = `p:a@ss/w%41+ &"'$\\#?é`;

type UserRow = readonly [name: string, accessType: string, special?: JsonObject];

const userRows: readonly UserRow[] = [
  ['harbor', 'all', { proxy_user_is_default: true }],
  ['cedar', 'service_restricted'],
  ['falcon', 'proxy_restricted'],
  ['willow', 'all', { ip_address_authentications: ['203.0.113.77', '2001:db8:ffff::7'] }],
  ['ember', 'all', { proxy_user_password: hardPassword }],
  ['quartz', 'service_restricted', { proxy_user_is_strict_security: true }],
  ['lynx', 'proxy_restricted', { proxy_user_is_deleted: true }],
  ['maple', 'service_restricted'],
  ['otter', 'proxy_restricted'],
  ['raven', 'all', { proxy_user_enforce_https: true }],
  ['birch', 'service_restricted'],
  ['heron', 'proxy_restricted'],
  ['coral', 'service_restricted'],
  ['delta', 'all', { proxy_user_is_deleted: true }],
  ['finch', 'service_restricted'],
  ['grove', 'proxy_restricted'],
  ['inlet', 'service_restricted'],
  // Nearly used up.
  [
    'jasper',
    'proxy_restricted',
    { proxy_user_residential_bytes_used: 9.7 * gigabyte, residential_bytes_left: 0.3 * gigabyte },
  ],
  ['kestrel', 'service_restricted'],
  ['lotus', 'proxy_restricted'],
  ['meadow', 'service_restricted'],
  ['north', 'service_restricted'],
  ['opal', 'proxy_restricted'],
  ['prairie', 'service_restricted'],
  // Last in every order, without access.
  ['zephyr', 'proxy_restricted', { restricted_proxy_ids: [] }],
];

/** The default user first (specification, "Proxy user"). */
export function describeProxyUsers(
  parts: { seed: number; monthMs: number; customerId: number; services: readonly ServicePlan[] },
  proxyCount: number,
): JsonObject[] {
  const { seed, monthMs, services } = parts;
  const filled = services.filter(({ quantity }) => quantity > 0);
  return userRows.map(([name, accessType, special = {}], position) => {
    const draw = new Draw(seed, 7, position);
    const residentialUsed = draw.integer(0, 9 * gigabyte);
    const mobileUsed = draw.integer(0, 2 * gigabyte);
    const createdMs = addDays(monthMs, -draw.integer(20, 600) + draw.integer(0, 86_399) / 86_400);
    return {
      // The specification shows no other user name.
      proxy_user_id: `${name}${draw.integer(1000, 9999)}`,
      proxy_user_password: draw.text(16),
      customer_id: parts.customerId,
      proxy_user_access_type: accessType,
      restricted_proxy_ids:
        accessType === 'proxy_restricted'
          ? pickSome(draw, proxyCount, draw.integer(8, 40)).map((index) => formatProxyId(index, seed))
          : [],
      restricted_service_ids:
        accessType === 'service_restricted'
          ? pickSome(draw, filled.length, draw.integer(2, 5)).flatMap((at) => filled[at]?.service_id ?? [])
          : [],
      ip_address_authentications: [],
      proxy_user_ip_address_authentication_limit: 10,
      proxy_user_is_default: false,
      proxy_user_is_deleted: false,
      proxy_user_is_strict_security: false,
      proxy_user_enforce_https: false,
      proxy_user_metadata: draw.chance(0.4) ? { owner: draw.pick(['crawler', 'desk', 'qa']) } : {},
      proxy_user_residential_bytes_limit: 10 * gigabyte,
      proxy_user_residential_bytes_used: residentialUsed,
      residential_bytes_left: 10 * gigabyte - residentialUsed,
      proxy_user_mobile_bytes_limit: 3 * gigabyte,
      proxy_user_mobile_bytes_used: mobileUsed,
      mobile_bytes_left: 3 * gigabyte - mobileUsed,
      proxy_user_creation_datetime: formatDatetime(createdMs),
      proxy_user_last_update_datetime: formatDatetime(addDays(createdMs, draw.integer(1, 19))),
      tcp_fingerprint_label: draw.pick(['windows', 'macos', 'linux', 'android']),
      tcp_fingerprint_label_id: draw.uuid(),
      ...special,
    };
  });
}

/** Picks different numbers below `count`, in order. */
function pickSome(draw: Draw, count: number, wanted: number): number[] {
  const picked = new Set<number>();
  for (let tries = 0; tries < wanted * 4 && picked.size < Math.min(wanted, count); tries += 1) {
    picked.add(draw.integer(0, count - 1));
  }
  return [...picked].sort((left, right) => left - right);
}
