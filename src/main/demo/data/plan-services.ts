import type { JsonObject } from '../../../shared/json.ts';
import { Draw, addDays, addressesOf, formatDatetime, hostsPerSubnet } from './draw.ts';
import { type Network, type Place, networks, places } from './places.ts';

/** Its proxies have consecutive numbers. */
export interface ServicePlan {
  readonly service_id: string;
  readonly label: string;
  readonly type: string;
  readonly protocol: string;
  readonly country_id: string;
  readonly places: readonly Place[];
  readonly networks: readonly Network[];
  readonly special: JsonObject;
  readonly firstIndex: number;
  readonly quantity: number;
}

type PlanRow = readonly [
  label: string,
  type: string,
  protocol: string,
  country: string,
  cities: readonly string[],
  share: number,
  special?: JsonObject,
];

/** The services of the demo; one with share 0 has no proxies. */
const planRows: readonly PlanRow[] = [
  ['ISP New York', 'isp', 'ipv4', 'US', ['New York'], 14],
  ['ISP Los Angeles', 'isp', 'ipv4', 'US', ['Los Angeles'], 8],
  ['ISP United Kingdom', 'isp', 'ipv4', 'GB', [], 9],
  ['ISP Deutschland', 'isp', 'dual', 'DE', [], 9],
  ['ISP France', 'isp', 'ipv4', 'FR', [], 7],
  [
    'Datacenter United States',
    'datacenter',
    'ipv4',
    'US',
    ['Chicago', 'Dallas', 'Ashburn', 'Miami', 'Seattle', 'Atlanta'],
    16,
  ],
  ['Datacenter Nederland', 'datacenter', 'dual', 'NL', [], 8],
  ['Datacenter Canada', 'datacenter', 'ipv4', 'CA', [], 7],
  ['Datacenter Japan IPv6', 'datacenter', 'ipv6', 'JP', [], 6],
  [
    'Datacenter Singapore',
    'datacenter',
    'ipv4',
    'SG',
    [],
    4,
    { service_status: 'overdue', service_is_automatic_collection: false },
  ],
  [
    'Datacenter Brasil',
    'datacenter',
    'ipv4',
    'BR',
    [],
    4,
    { service_status: 'paused', service_subscription_is_paused: true },
  ],
  ['ISP Australia', 'isp', 'ipv4', 'AU', [], 4, { service_is_pending_cancellation: true }],
  ['Datacenter España', 'datacenter', 'ipv4', 'ES', [], 4, { service_cycle: '1:year' }],
  ['Datacenter Polska', 'datacenter', 'ipv4', 'PL', [], 4],
  ['Datacenter Sverige', 'datacenter', 'dual', 'SE', [], 2],
  ['Residential Italia', 'residential', 'ipv4', 'IT', [], 4],
  ['Mobile India', 'mobile', 'ipv4', 'IN', [], 4],
  [
    'Datacenter Frankfurt',
    'datacenter',
    'ipv4',
    'DE',
    [],
    0,
    { service_status: 'canceled', service_is_automatic_collection: false },
  ],
  ['ISP Tokyo', 'isp', 'ipv4', 'JP', ['Tokyo'], 0, { service_status: 'awaiting_fulfillment' }],
];

/** For the account with a past: one team in five countries. */
const pastRows: readonly PlanRow[] = [
  ['ISP New York', 'isp', 'ipv4', 'US', ['New York'], 7],
  ['ISP Los Angeles', 'isp', 'ipv4', 'US', ['Los Angeles'], 4],
  ['ISP United Kingdom', 'isp', 'ipv4', 'GB', [], 5],
  ['ISP Deutschland', 'isp', 'dual', 'DE', [], 4],
  ['ISP France', 'isp', 'ipv4', 'FR', [], 4],
  ['Datacenter United States', 'datacenter', 'ipv4', 'US', ['Chicago', 'Dallas', 'Ashburn', 'Miami', 'Seattle'], 6],
  ['Datacenter Nederland', 'datacenter', 'dual', 'NL', [], 4],
  ['Datacenter Deutschland', 'datacenter', 'ipv4', 'DE', ['Frankfurt am Main'], 2, { service_cycle: '1:year' }],
  ['Datacenter London', 'datacenter', 'ipv4', 'GB', ['London'], 2, { service_is_pending_cancellation: true }],
  ['Datacenter Paris', 'datacenter', 'ipv4', 'FR', ['Paris'], 2, { service_is_automatic_collection: false }],
  ['Residential United States', 'residential', 'ipv4', 'US', ['New York', 'Chicago'], 1],
  ['Mobile United States', 'mobile', 'ipv4', 'US', ['Miami', 'Seattle'], 1],
];

/** Distributes whole subnets by weight, the rest to the last service with any. */
export function planServices(proxyCount: number, hasPast = false): ServicePlan[] {
  const rows = hasPast ? pastRows : planRows;
  const shares = rows.reduce((sum, [, , , , , share]) => sum + share, 0);
  const lastShared = rows.findLastIndex(([, , , , , share]) => share > 0);
  let spent = 0;
  let sharesSpent = 0;
  return rows.map(([label, type, protocol, country_id, cities, share, special = {}], position) => {
    sharesSpent += share;
    const subnets = Math.round((proxyCount / hostsPerSubnet) * (sharesSpent / shares));
    const end = position >= lastShared ? proxyCount : Math.min(proxyCount, subnets * hostsPerSubnet);
    const firstIndex = spent;
    spent = Math.max(spent, end);
    return {
      service_id: `API-${2201 + position * 13}`,
      label,
      type,
      protocol,
      country_id,
      places: places.filter((place) =>
        cities.length > 0 ? cities.includes(place.city_name) : place.country_id === country_id,
      ),
      networks: networksOf(type, country_id),
      special,
      firstIndex,
      quantity: share > 0 ? spent - firstIndex : 0,
    };
  });
}

/** Those of the country if any. */
function networksOf(type: string, countryId: string): Network[] {
  const ofType = networks.filter((network) => network.asn_type === type);
  const local = ofType.filter((network) => network.country_id === countryId);
  return local.length > 0 ? local : ofType;
}

/** Specification, "Service". */
export function describeService(plan: ServicePlan, seed: number, monthMs: number): JsonObject {
  const draw = new Draw(seed, 1, Number(plan.service_id.slice(4)));
  const createdMs = addDays(monthMs, -draw.integer(60, 700) + draw.integer(0, 86_399) / 86_400);
  const isMetered = plan.type === 'residential' || plan.type === 'mobile';
  const quantity = isMetered ? 50 : Math.max(plan.quantity, 10);
  return {
    service_id: plan.service_id,
    service_name: `${plan.label} ${isMetered ? '50 GB' : String(quantity)}`,
    service_type: plan.type,
    service_protocol: plan.protocol,
    service_status: 'active',
    service_quantity: quantity,
    service_total: Math.round(quantity * draw.integer(110, 290)) / 100,
    service_cycle: '1:month',
    service_creation_datetime: formatDatetime(createdMs),
    service_dispatch_datetime: formatDatetime(addDays(createdMs, 0.02)),
    service_earliest_cancellation_datetime: formatDatetime(addDays(createdMs, 30)),
    service_expiry_datetime: formatDatetime(addDays(monthMs, 33 + draw.integer(0, 25))),
    service_last_update_datetime: formatDatetime(addDays(monthMs, -draw.integer(1, 30))),
    service_is_automatic_collection: true,
    service_is_pending_cancellation: false,
    service_is_reconfigurable: plan.type === 'datacenter',
    service_subscription_is_paused: false,
    service_subscription_id: `sub_${draw.text(14)}`,
    subscription_schedule_id: null,
    open_invoice_id: plan.special['service_status'] === 'overdue' ? `in_${draw.text(14)}` : null,
    payment_method_id: `pm_${draw.text(14)}`,
    service_promotional_code: draw.chance(0.2) ? 'AUTUMN10' : null,
    service_image: `https://images.example/${plan.type}.svg`,
    country_id: plan.country_id,
    service_metadata: draw.chance(0.5) ? { team: draw.pick(['search', 'pricing', 'ads']) } : {},
    ...plan.special,
  };
}

const types = ['ingestion', 'extension', 'proxy_replacement', 'update', 'top_up', 'top_up_and_extension'] as const;
const firstId = 70_001;

/** One of each type per service (specification, "Service adjustment"). */
export function describeAdjustments(services: readonly ServicePlan[], seed: number, monthMs: number): JsonObject[] {
  return services.flatMap((service, at) =>
    types.map((type, typeAt): JsonObject => {
      const id = firstId + at * types.length + typeAt;
      const draw = new Draw(seed, 10, id);
      const createdMs = addDays(monthMs, -draw.integer(1, 60));
      const expiry = (months: number): string => formatDatetime(addDays(monthMs, 5 + 30 * months));
      const isExtension = type === 'extension' || type === 'top_up_and_extension';
      return {
        service_adjustment_id: id,
        service_id: service.service_id,
        invoice_id: isExtension || type === 'top_up' ? `in_${draw.text(14)}` : null,
        service_adjustment_type: type,
        service_adjustment_status: draw.chance(0.9) ? 'complete' : 'pending',
        service_adjustment_is_administrator: false,
        service_adjustment_is_automatic: isExtension,
        service_adjustment_is_customer: !isExtension,
        service_adjustment_pre: isExtension ? { service_expiry_datetime: expiry(0) } : {},
        service_adjustment_post: isExtension ? { service_expiry_datetime: expiry(1) } : {},
        service_adjustment_eval: isExtension ? { service_expiry_datetime: [expiry(0), expiry(1)] } : {},
        service_adjustment_creation_datetime: formatDatetime(createdMs),
        service_adjustment_last_update_datetime: formatDatetime(addDays(createdMs, 0.1)),
        proxy_replacements:
          type === 'proxy_replacement'
            ? [0, 1].map((number) => replace(service, draw, id * 2 + number, createdMs))
            : [],
      };
    }),
  );
}

/** Specification, "Proxy replacement". */
function replace(service: ServicePlan, draw: Draw, id: number, createdMs: number): JsonObject {
  const hasV4 = service.protocol !== 'ipv6';
  const hasV6 = service.protocol !== 'ipv4';
  // Beyond numbers in use: it no longer exists.
  const before = addressesOf(1_500_000 + draw.integer(0, 100_000));
  const after = addressesOf(service.firstIndex + (id % Math.max(1, service.quantity)));
  const port = draw.integer(0, 999);
  return {
    proxy_replacement_id: id,
    proxy_replacement_creation_datetime: formatDatetime(createdMs),
    proxy_replacement_reason: draw.pick(['customer_request', 'ip_reputation', 'end_of_deployment', 'outage', 'other']),
    proxy_replacement_ip_address_ipv4: hasV4 ? before.v4 : null,
    proxy_replacement_ip_address_ipv6: hasV6 ? before.v6 : null,
    proxy_replacement_http_port: 8000 + port,
    proxy_replacement_socks5_port: 9000 + port,
    proxy_replacement_new_ip_address_ipv4: hasV4 ? after.v4 : null,
    proxy_replacement_new_ip_address_ipv6: hasV6 ? after.v6 : null,
    proxy_replacement_new_http_port: 8000 + port,
    proxy_replacement_new_socks5_port: 9000 + port,
  };
}
