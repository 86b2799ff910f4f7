import type { JsonObject } from '../../../shared/json.ts';
import { addDays, formatDate, formatDatetime, startOfDay } from './datetime.ts';
import { Draw } from './draw.ts';

const days = 60;

/** The plan of the ledgers and summaries of both kinds of data service. */
interface UsagePlan {
  readonly seed: number;
  readonly nowMs: number;
  readonly customerId: number;
  readonly serviceId: string;
  readonly topUpAdjustmentIds: readonly number[];
}

/**
 * One entry per day of the last 60 days, newest first (specification, "Residential
 * ledger entry and mobile ledger entry"). `top_up` is the only reason that is
 * shown; `usage` is invented, because the real service has other reasons too.
 */
export function describeLedger(kind: 'residential' | 'mobile', plan: UsagePlan): JsonObject[] {
  const prefix = `${kind}_ledger_`;
  const today = startOfDay(plan.nowMs);
  return Array.from({ length: days }, (_, age) => {
    const day = addDays(today, -age);
    const draw = new Draw(plan.seed, kind === 'mobile' ? 9 : 8, Math.round(day / 86_400_000));
    const isTopUp = age % 20 === 19;
    const adjustmentId = plan.topUpAdjustmentIds[(age - 19) / 20];
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

/** Totals of a ledger (specification, "Usage summaries"). */
export function describeSummary(
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
