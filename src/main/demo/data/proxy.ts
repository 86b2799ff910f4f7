import type { JsonObject } from '../../../shared/json.ts';
import { addressesOf, hostsPerSubnet } from './address.ts';
import { addDays, formatDatetime } from './datetime.ts';
import { Draw } from './draw.ts';
import { countryOf, type Place } from './places.ts';
import { formatProxyId } from './proxy-id.ts';
import type { ServicePlan } from './service.ts';

/** Values that all proxies of an account share. */
export interface ProxyPlan {
  readonly seed: number;
  readonly monthMs: number;
  readonly customerId: number;
  readonly services: readonly ServicePlan[];
  /** Filled while rows are generated; starts empty. */
  readonly lineItems: Map<string, string>;
  readonly defaultUser: { readonly username: string; readonly password: string };
}

/** The service of a proxy, from its number; proxies added later belong to the last service. */
function servicePlanOf(plan: ProxyPlan, index: number): ServicePlan {
  const own = plan.services.find(
    ({ firstIndex, quantity }) => index >= firstIndex && index < firstIndex + quantity,
  );
  const service = own ?? plan.services.findLast(({ quantity }) => quantity > 0) ?? plan.services[0];
  if (!service) throw new Error('The demo account needs at least one service.');
  return service;
}

/** The row of a proxy, without the users that may use it (specification, "Proxy"). */
export function describeProxy(plan: ProxyPlan, index: number): JsonObject {
  const { seed } = plan;
  const service = servicePlanOf(plan, index);
  // Proxies cycle through the places of their service, so that even a small account has all places.
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
    proxy_status: draw.chance(0.95)
      ? 'in_use'
      : draw.pick(['available', 'reserved', 'waiting', 'pending_deletion']),
    proxy_type: service.type,
    proxy_protocol: service.protocol,
    proxy_is_online: draw.chance(0.96),
    proxy_last_update_datetime: formatDatetime(
      addDays(plan.monthMs, -draw.integer(1, 5_000_000) / 86_400),
    ),
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

/** One line item per place of a service; cached, because a million proxies share a few dozen. */
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
