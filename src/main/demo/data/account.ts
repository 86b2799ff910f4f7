import type { JsonObject } from '../../../shared/json.ts';
import { activeUsers, indexAccess } from './access.ts';
import { describeCatalog } from './catalog.ts';
import { describeCustomer } from './customer.ts';
import { startOfMonth } from './datetime.ts';
import { createProxyTable } from './proxy-table.ts';
import { describeProxyUsers } from './proxy-user.ts';
import { readText } from './read-text.ts';
import { createRowTable, type RowTable } from './row-table.ts';
import { describeAdjustments } from './service-adjustment.ts';
import { describeService, planServices } from './service.ts';
import { describeLedger, describeSummary } from './usage.ts';

/** Everything that the demo's only customer has. The tables may change between requests. */
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

/** Generates an account: the same numbers give the same account within a month. */
export function createDemoAccount(parts: {
  proxyCount: number;
  seed: number;
  nowMs: number;
}): DemoAccount {
  const { proxyCount, seed, nowMs } = parts;
  const monthMs = startOfMonth(nowMs);
  const plans = planServices(proxyCount);
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
      .filter(
        (row) =>
          row['service_id'] === serviceId &&
          readText(row['service_adjustment_type']).startsWith('top_up'),
      )
      .map((row) => Number(row['service_adjustment_id']));
    const entries = describeLedger(kind, {
      seed,
      nowMs,
      customerId,
      serviceId,
      topUpAdjustmentIds,
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
      const active = services
        .slice(0, services.count())
        .filter((service) => service['service_status'] === 'active');
      const idOf = (type: string): string | null =>
        plans.find((plan) => plan.type === type)?.service_id ?? null;
      return {
        ...describeCustomer(seed, customerId, monthMs),
        active_mobile_service_id: idOf('mobile'),
        active_residential_service_id: idOf('residential'),
        active_mobile_service_is_paused: false,
        active_residential_service_subscription_is_paused: false,
        active_service_types: [
          ...new Set(
            active.map(({ service_type, service_protocol }) =>
              JSON.stringify([service_type, service_protocol]),
            ),
          ),
        ].map((pair): string[] => JSON.parse(pair) as string[]), // what the line above has just written
        mobile_bytes_left: summary('mobile')['mobile_bytes_left'] ?? 0,
        residential_bytes_left: summary('residential')['residential_bytes_left'] ?? 0,
        proxy_count: proxies.count(),
      };
    },
  };
}
