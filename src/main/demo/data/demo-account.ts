import { ownValue } from '../../../shared/own-value.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import {
  Draw,
  addDays,
  formatDate,
  formatDatetime,
  startOfMonth,
  type RowTable,
  createRowTable,
  readText,
} from './draw.ts';
import { allCountries } from './places.ts';
import { createProxyTable, describeProxyUsers } from './proxy-table.ts';
import { describeAdjustments, describeService, planServices } from './plan-services.ts';

/** Specification, "Access rules for has_access", 1 to 3. */
export function hasAccess(user: JsonObject, proxyIds: ReadonlySet<string>, serviceIds: ReadonlySet<string>): boolean {
  switch (user['proxy_user_access_type']) {
    case 'all':
      return true;
    case 'service_restricted':
      return serviceIds.isSubsetOf(new Set(textsOf(user['restricted_service_ids'])));
    case 'proxy_restricted':
      return proxyIds.isSubsetOf(new Set(textsOf(user['restricted_proxy_ids'])));
    default:
      return false;
  }
}

export function activeUsers(users: RowTable): JsonObject[] {
  return users.slice(0, users.count()).filter((user) => user['proxy_user_is_deleted'] !== true);
}

/** Makes a fast function that lists the users of a proxy. */
function indexAccess(users: readonly JsonObject[]): (proxy: JsonObject) => string[] {
  const ids = users.map((user) => readText(user['proxy_user_id']));
  const accessTypes = users.map((user) => user['proxy_user_access_type']);
  const restrictions = users.map(
    (user) =>
      new Set(
        textsOf(
          user['proxy_user_access_type'] === 'service_restricted'
            ? user['restricted_service_ids']
            : user['restricted_proxy_ids'],
        ),
      ),
  );
  return (proxy) => {
    const ofType: { readonly [accessType: string]: string } = {
      service_restricted: readText(proxy['service_id']),
      proxy_restricted: readText(proxy['proxy_id']),
    };
    return ids.filter((_, at) => {
      const accessType = readText(accessTypes[at]);
      return accessType === 'all' || restrictions[at]?.has(ownValue(ofType, accessType) ?? '') === true;
    });
  };
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(readText) : [];
}

const kinds = [
  { type: 'isp', label: 'ISP', protocol: 'ipv4' },
  { type: 'datacenter', label: 'Datacenter', protocol: 'ipv4' },
  { type: 'datacenter', label: 'Datacenter IPv6', protocol: 'ipv6' },
] as const;

/** Specification, "Checkout product". */
function describeCatalog(seed: number): JsonObject {
  const perCountry = allCountries.flatMap(({ country_id, country_name }, at) =>
    kinds.map(({ type, label, protocol }, kindAt): [string, JsonObject] => {
      const draw = new Draw(seed, 14, at, kindAt);
      const stock = draw.chance(0.15) ? 0 : draw.integer(20, 6_000);
      return [
        `${type}-${protocol}-${country_id.toLowerCase()}`,
        {
          country_id,
          product_name: `${label} ${country_name}`,
          product_type: type,
          product_protocol: protocol,
          product_cycle_options: ['1:month', '3:month', '1:year'],
          product_is_available: stock > 0,
          product_is_per_ip: true,
          product_stock: stock,
        },
      ];
    }),
  );
  const metered = ['residential', 'mobile'].map((type): [string, JsonObject] => [
    `${type}-data`,
    {
      country_id: null,
      product_name: `${type === 'mobile' ? 'Mobile' : 'Residential'} data`,
      product_type: type,
      product_protocol: 'ipv4',
      product_cycle_options: ['1:month'],
      product_is_available: true,
      product_is_per_ip: false,
      product_stock: null,
    },
  ]);
  return Object.fromEntries([...perCountry, ...metered]);
}

/** Without fields of other rows (specification, "Customer"). */
function describeCustomer(seed: number, customerId: number, monthMs: number): JsonObject {
  const draw = new Draw(seed, 15);
  return {
    customer_id: customerId,
    user_id_owner: draw.uuid(),
    customer_type: 'business',
    customer_domain: 'northwind.example',
    customer_organization_name: 'Northwind Research',
    customer_organization_legal_id: 'HRB 104729',
    customer_billing_line_one: '12 Harbour Street',
    customer_billing_line_two: null,
    customer_billing_subdivision_name: 'New York',
    customer_billing_zip_code: '10001',
    customer_billing_tax_id: null,
    customer_billing_tax_id_type: null,
    country_id: 'US',
    country_id_billing: 'US',
    credit_balance: draw.integer(1_000, 90_000) / 100,
    customer_creation_datetime: formatDatetime(addDays(monthMs, -800)),
    customer_last_update_datetime: formatDatetime(addDays(monthMs, -12)),
    customer_general_terms_agreement_datetime: formatDatetime(addDays(monthMs, -800)),
    customer_default_residential_free_trial_bytes: 1_000_000_000,
    customer_is_residential_trial_eligible: false,
    customer_residential_trial_disallow_reason: 'already_used',
    customer_kyc_level: 1,
    customer_proxy_user_limit: 100,
    customer_requires_information_confirm: false,
    free_trial_is_pending: false,
    kyc_is_pending: false,
  };
}

const ledgerDays = 60;
/** Of the account with a past, before the month; its ledger begins with a top-up. */
const daysOfPast = 40;
const topUpEveryDays = 20;

interface UsagePlan {
  readonly seed: number;
  readonly nowMs: number;
  readonly customerId: number;
  readonly serviceId: string;
  readonly topUpAdjustmentIds: readonly number[];
  readonly firstDay: number;
}

/** Days are numbered since 1970. */
const dayNumberOf = (timeMs: number): number => Math.floor(timeMs / 86_400_000);

/** With a past the same all month, because the service's ledgers lose no entries. */
function firstLedgerDay(nowMs: number, hasPast: boolean): number {
  if (!hasPast) return dayNumberOf(nowMs) + 1 - ledgerDays;
  const day = dayNumberOf(startOfMonth(nowMs)) - daysOfPast;
  return day - (day % topUpEveryDays);
}

/**
 * One entry per day, newest first (specification, "Residential ledger entry and mobile ledger entry"). It shows only
 * `top_up`; `usage` is invented.
 */
function describeLedger(kind: 'residential' | 'mobile', plan: UsagePlan): JsonObject[] {
  const prefix = `${kind}_ledger_`;
  const today = dayNumberOf(plan.nowMs);
  return Array.from({ length: today - plan.firstDay + 1 }, (_, age) => {
    const dayNumber = today - age;
    const day = addDays(0, dayNumber);
    const draw = new Draw(plan.seed, kind === 'mobile' ? 9 : 8, dayNumber);
    // By its number, not its age: tomorrow the entry is the same.
    const isTopUp = dayNumber % topUpEveryDays === 0;
    // Every third one names none.
    const adjustmentId = plan.topUpAdjustmentIds[(dayNumber / topUpEveryDays) % 3];
    const requests = isTopUp ? 0 : draw.integer(2_000, 90_000);
    return {
      [`${prefix}id`]: draw.uuid(),
      customer_id: plan.customerId,
      service_id: plan.serviceId,
      service_adjustment_id: isTopUp ? (adjustmentId ?? null) : null,
      invoice_id: isTopUp ? `in_${draw.text(14)}` : null,
      [`${prefix}bytes`]: isTopUp ? 25_000_000_000 : requests * draw.integer(9_000, 21_000),
      [`${prefix}requests`]: requests,
      [`${prefix}reason`]: isTopUp ? 'top_up' : 'usage',
      [`${prefix}period_date`]: formatDate(day),
      [`${prefix}creation_datetime`]: formatDatetime(addDays(day, 0.25)),
      [`${prefix}last_update_datetime`]: formatDatetime(addDays(day, 0.9)),
    };
  });
}

/** Specification, "Usage summaries". */
function describeSummary(
  kind: 'residential' | 'mobile',
  ledger: readonly JsonObject[],
  proxyUserIds: readonly string[],
): JsonObject {
  const sum = (field: string, isTopUp: boolean): number =>
    ledger
      .filter((entry) => (entry[`${kind}_ledger_reason`] === 'top_up') === isTopUp)
      .reduce((total, entry) => total + Number(entry[`${kind}_ledger_${field}`]), 0);
  const used = sum('bytes', false);
  const bought = Math.max(sum('bytes', true), Math.ceil(used / 25e9) * 25_000_000_000);
  return {
    proxy_user_ids: proxyUserIds,
    [`${kind}_bytes`]: bought,
    [`${kind}_bytes_left`]: bought - used,
    [`${kind}_bytes_used`]: used,
    [`${kind}_requests`]: sum('requests', false),
  };
}

/** The tables may change between requests. */
export interface DemoAccount {
  readonly services: RowTable;
  readonly proxies: RowTable;
  readonly proxyUsers: RowTable;
  readonly adjustments: RowTable;
  readonly residentialLedger: RowTable;
  readonly mobileLedger: RowTable;
  readonly catalog: JsonObject;
  customer(): JsonObject;
  summary(kind: 'residential' | 'mobile'): JsonObject;
}

const customerId = 1042;

/** Generates an account, the same within a month for the same numbers; each day adds an entry to its ledgers. */
export function createDemoAccount(parts: {
  proxyCount: number;
  seed: number;
  nowMs: number;
  hasPast?: boolean;
}): DemoAccount {
  const { proxyCount, seed, nowMs, hasPast = false } = parts;
  const monthMs = startOfMonth(nowMs);
  const plans = planServices(proxyCount, hasPast);
  const users = describeProxyUsers({ seed, monthMs, customerId, services: plans }, proxyCount);
  const [defaultUser = {}] = users;
  let usersOf: ((proxy: JsonObject) => string[]) | undefined;
  const proxyUsers = createRowTable('proxy_user_id', users, () => {
    usersOf = undefined;
  });
  const proxies = createProxyTable(
    {
      seed,
      monthMs,
      customerId,
      services: plans,
      lineItems: new Map(),
      defaultUser: {
        username: readText(defaultUser['proxy_user_id']),
        password: readText(defaultUser['proxy_user_password']),
      },
    },
    proxyCount,
    (proxy) => (usersOf ??= indexAccess(activeUsers(proxyUsers)))(proxy),
  );
  const services = createRowTable(
    'service_id',
    plans.map((plan) => describeService(plan, seed, monthMs)),
  );
  const adjustments = describeAdjustments(plans, seed, monthMs);
  const ledger = (kind: 'residential' | 'mobile'): RowTable => {
    const serviceId = plans.find(({ type }) => type === kind)?.service_id ?? '';
    const topUpAdjustmentIds = adjustments
      .filter((row) => row['service_id'] === serviceId && readText(row['service_adjustment_type']).startsWith('top_up'))
      .map((row) => Number(row['service_adjustment_id']));
    const entries = describeLedger(kind, {
      seed,
      nowMs,
      customerId,
      serviceId,
      topUpAdjustmentIds,
      firstDay: firstLedgerDay(nowMs, hasPast),
    });
    return createRowTable(`${kind}_ledger_id`, entries);
  };
  const residentialLedger = ledger('residential');
  const mobileLedger = ledger('mobile');
  const summary = (kind: 'residential' | 'mobile'): JsonObject => {
    const table = kind === 'mobile' ? mobileLedger : residentialLedger;
    const ids = activeUsers(proxyUsers).map((user) => readText(user['proxy_user_id']));
    return describeSummary(kind, table.slice(0, table.count()), ids);
  };
  return {
    services,
    proxies,
    proxyUsers,
    adjustments: createRowTable('service_adjustment_id', adjustments),
    residentialLedger,
    mobileLedger,
    catalog: describeCatalog(seed),
    summary,
    customer() {
      const active = services.slice(0, services.count()).filter((service) => service['service_status'] === 'active');
      const idOf = (type: string): string | null => plans.find((plan) => plan.type === type)?.service_id ?? null;
      return {
        ...describeCustomer(seed, customerId, monthMs),
        active_mobile_service_id: idOf('mobile'),
        active_residential_service_id: idOf('residential'),
        active_mobile_service_is_paused: false,
        active_residential_service_subscription_is_paused: false,
        active_service_types: [
          ...new Set(
            active.map(({ service_type, service_protocol }) => JSON.stringify([service_type, service_protocol])),
          ),
        ].map((pair): string[] => JSON.parse(pair) as string[]), // Just written.
        mobile_bytes_left: summary('mobile')['mobile_bytes_left'] ?? 0,
        residential_bytes_left: summary('residential')['residential_bytes_left'] ?? 0,
        proxy_count: proxies.count(),
      };
    },
  };
}
