import type { JsonObject } from '../../../shared/json.ts';
import { addDays, formatDatetime } from './datetime.ts';
import { Draw } from './draw.ts';
import { formatProxyId } from './proxy-id.ts';
import type { ServicePlan } from './service.ts';

const gigabyte = 1_000_000_000;

/** Every character that breaks some format of a proxy line. */
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
  ['jasper', 'proxy_restricted'],
  ['kestrel', 'service_restricted'],
  ['lotus', 'proxy_restricted'],
  ['meadow', 'service_restricted'],
  ['north', 'service_restricted'],
  ['opal', 'proxy_restricted'],
  ['prairie', 'service_restricted'],
  // Last in every order: restricted, with access to nothing.
  ['zephyr', 'proxy_restricted', { restricted_proxy_ids: [] }],
];

/** The rows of the proxy users; the first is the default one (specification, "Proxy user"). */
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
      // The specification shows no user name next to the ID: the ID is the user name.
      proxy_user_id: `${name}${draw.integer(1000, 9999)}`,
      proxy_user_password: draw.text(16),
      customer_id: parts.customerId,
      proxy_user_access_type: accessType,
      restricted_proxy_ids:
        accessType === 'proxy_restricted'
          ? pickSome(draw, proxyCount, draw.integer(8, 40)).map((index) =>
              formatProxyId(index, seed),
            )
          : [],
      restricted_service_ids:
        accessType === 'service_restricted'
          ? pickSome(draw, filled.length, draw.integer(2, 5)).flatMap(
              (at) => filled[at]?.service_id ?? [],
            )
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

/** Some different numbers below `count`, in order. */
function pickSome(draw: Draw, count: number, wanted: number): number[] {
  const picked = new Set<number>();
  for (let tries = 0; tries < wanted * 4 && picked.size < Math.min(wanted, count); tries += 1) {
    picked.add(draw.integer(0, count - 1));
  }
  return [...picked].sort((left, right) => left - right);
}
