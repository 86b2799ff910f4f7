import { ownValue } from '../../../shared/own-value.ts';
import { isJsonObject, parseObject } from '../../../shared/json.ts';
import { costsOf, endingWithin, type CostedService, type Costs } from '../../../shared/figures/costs.ts';
import { addDays, localDay } from '../../../shared/figures/days.ts';
import {
  daysAhead,
  timelineDays,
  type CountryCounts,
  type DataLeft,
  type FailingService,
  type Overview,
  type UnpaidService,
  type UserNearLimit,
  type TotalFailure,
} from '../../../shared/figures/overview.ts';
import { nearLimit } from '../../../shared/figures/limits.ts';
import { overdueStatus } from '../../../shared/records/service.ts';
import type { RecordedSync } from '../../../shared/records/change.ts';
import type { FacetValue } from '../../../shared/filter/query-term.ts';
import { usageKinds, type UsageKind } from '../../../shared/records/usage.ts';
import { sumPerDay, usagePace } from '../../../shared/figures/usage-pace.ts';
import type { StoreContext } from '../types.ts';
import { countColumnOf } from './facets.ts';
import { countBits, type Bits } from './memory/bits.ts';
import { countCodes } from './memory/coded-columns.ts';
import { termOf } from './memory/proxy-masks.ts';
import { numberOrNull, textOrNull } from '../schema/column-form.ts';

export const costedServices = `
  SELECT r.service_id, r.service_name, r.service_type, r.country_id, r.service_status,
    r.service_total, r.service_cycle, r.service_expiry_datetime,
    r.service_is_automatic_collection, r.service_is_pending_cancellation,
    (SELECT count(*) FROM proxy p WHERE p.service_id = r.service_id) AS proxyCount
  FROM service r ORDER BY r.key`;

/** The residential ledger by day. A top-up is bought, not used. */
export const usedPerDay = `
  SELECT residential_ledger_period_date, sum(residential_ledger_bytes)
  FROM residential_ledger
  WHERE residential_ledger_period_date >= ? AND residential_ledger_reason IS NOT 'top_up'
  GROUP BY 1 ORDER BY 1`;

const unpaidServices = `
  SELECT service_id AS serviceId, service_name AS name, fold(service_status) IS '${overdueStatus}' AS isOverdue,
    nullif(open_invoice_id, '') AS invoiceId, service_total AS total
  FROM service WHERE isOverdue OR invoiceId IS NOT NULL ORDER BY isOverdue DESC, service_name, service_id`;

/** Of undeleted users with a limit. */
const usedOfLimits = usageKinds
  .map(
    (kind) => `SELECT proxy_user_id AS userId, '${kind}' AS kind, proxy_user_${kind}_bytes_used AS used,
      proxy_user_${kind}_bytes_limit AS "limit"
    FROM proxy_user WHERE proxy_user_is_deleted IS NOT 1
      AND proxy_user_${kind}_bytes_limit > 0 AND proxy_user_${kind}_bytes_used >= ? * proxy_user_${kind}_bytes_limit`,
  )
  .join(' UNION ALL ');

/** The mobile data that recorded syncs saw since a day. */
export const mobileUsed = `
  SELECT started_at, mobile_bytes_used FROM user.sync
  WHERE mobile_bytes_used IS NOT NULL AND started_at >= ? ORDER BY sync_id`;

/** Fewer may fail for the same reason by chance. */
const leastOfTotalFailure = 5;

/** The user's newest run, if it has ended and no proxy works. */
const newestFailure = `
  SELECT id, source, proxies_tested AS tested FROM test_run
  WHERE id = (SELECT max(id) FROM test_run WHERE source <> 'gateway') AND state <> 'running'
    AND proxies_passed = 0 AND proxies_tested >= ${String(leastOfTotalFailure)}`;

const reasonsOfRun = `
  SELECT min(errors), max(errors) FROM tested_proxy
  WHERE key >= ? << 32 AND key < (? + 1) << 32 AND result_count > 0`;

const statusesOfRun = 'SELECT min(status), max(status) FROM test_result WHERE test_run_id = ?';

/** Proxies whose last test was in a run. */
export const stillFailing = `
  SELECT count(DISTINCT t.proxy_id) FROM test_result t JOIN proxy_test s ON s.proxy_id = t.proxy_id
    AND t.key >= s.first_result_id AND t.received_at_ms = s.last_received_at_ms
  WHERE t.test_run_id = ? AND s.last_is_successful = 0
    AND EXISTS (SELECT 1 FROM proxy p WHERE p.proxy_id = t.proxy_id)`;

/** The pace is a mean of 7 to 30 days. */
const paceDays = 30;
const fewestPaceDays = 7;
const farthestDays = 730;

/** Reads the overview and the costs. Days are `YYYY-MM-DD`. */
export function createOverview(context: StoreContext, changeLog: { readonly lastSync: () => RecordedSync | null }) {
  const { writer, masks } = context;
  const services = (): CostedService[] =>
    writer.objects<StoredService>(costedServices).map((service) => ({
      ...service,
      service_is_automatic_collection: flagOf(service.service_is_automatic_collection),
      service_is_pending_cancellation: flagOf(service.service_is_pending_cancellation),
    }));
  const summaryOf = (kind: UsageKind) => {
    const sql = 'SELECT rest FROM cached_record WHERE kind = ?';
    const [rest] = writer.get(sql, `${kind}_summary`) ?? [];
    if (typeof rest !== 'string') return null;
    const { fields = null } = parseObject(rest);
    const number = (name: string): number | null => {
      const value = isJsonObject(fields) ? ownValue(fields, name) : null;
      return numberOrNull(value);
    };
    return { left: number(`${kind}_bytes_left`), total: number(`${kind}_bytes`) };
  };
  const residential = (today: string): Omit<DataLeft, 'kind'> | null => {
    const summary = summaryOf('residential');
    if (summary === null) return null;
    const rows = writer.all(usedPerDay, addDays(today, -paceDays - 1)).map(([day, bytes]) => ({
      residential_ledger_period_date: textOrNull(day),
      residential_ledger_bytes: numberOrNull(bytes),
      residential_ledger_requests: null,
    }));
    const [receivedAt] =
      writer.get("SELECT completed_at FROM resource_state WHERE resource = 'residential_ledger'") ?? [];
    const until = typeof receivedAt === 'string' ? localDay(receivedAt) : null;
    const pace = usagePace(sumPerDay(rows, until, paceDays + 1), summary.left);
    return {
      ...summary,
      bytesPerDay: pace?.bytesPerDay ?? null,
      lastsUntil: pace?.lastsUntil ?? null,
    };
  };
  /** The service lists no mobile entries: summaries of syncs show the pace. */
  const mobile = (today: string): Omit<DataLeft, 'kind'> | null => {
    const summary = summaryOf('mobile');
    if (summary === null) return null;
    const seen = writer.all(mobileUsed, addDays(today, -paceDays));
    const [first, last] = [seen[0], seen.at(-1)];
    const days = (Date.parse(String(last?.[0])) - Date.parse(String(first?.[0]))) / 86_400_000;
    const used = Number(last?.[1]) - Number(first?.[1]);
    if (!(days >= fewestPaceDays) || !(used > 0)) {
      return { ...summary, bytesPerDay: null, lastsUntil: null };
    }
    const bytesPerDay = used / days;
    const lasting = summary.left === null ? Infinity : Math.max(0, summary.left) / bytesPerDay;
    const lastsUntil = lasting > farthestDays ? null : addDays(today, Math.floor(lasting));
    return { ...summary, bytesPerDay, lastsUntil };
  };
  const dataLeft = (today: string): DataLeft[] =>
    usageKinds.flatMap((kind): DataLeft[] => {
      const left = kind === 'residential' ? residential(today) : mobile(today);
      return left === null ? [] : [{ kind, ...left }];
    });
  /** Matches the filters `last:fails` and `-last:never`. */
  const proxies = (all: readonly CostedService[]) =>
    masks((ofAll) => {
      const { columns, ofTerm } = ofAll;
      const failed = ofTerm(termOf('last', 'fails'));
      const tested = ofTerm(termOf('last', '*'));
      const counted = (name: 'all' | 'tested' | 'failing', mask: Bits) => ({
        name,
        total: countBits(mask),
        byCountry: countColumnOf(context, ofAll, 'country', mask),
      });
      const services = columns.read('service_id');
      const countIn = new Map(countCodes(services, columns.present).map(({ code, count }) => [code, count]));
      const names = new Map(all.map(({ service_id: id, service_name: name }) => [id, name]));
      const failingServices = countCodes(services, failed)
        .map(({ code, count }): FailingService => {
          const serviceId = textOrNull(services.values[code]);
          const name = serviceId === null ? null : (names.get(serviceId) ?? null);
          return { serviceId, name, failing: count, proxyCount: countIn.get(code) ?? 0 };
        })
        .sort((one, other) => other.failing - one.failing || compareNames(one, other));
      return {
        proxyCount: countBits(columns.present),
        tested: countBits(tested),
        failing: countBits(failed),
        failingServices,
        countries: joinCountries([
          counted('all', columns.present),
          counted('tested', tested),
          counted('failing', failed),
        ]),
      };
    });

  const unpaid = (): UnpaidService[] =>
    writer
      .objects<Omit<UnpaidService, 'isOverdue'> & { readonly isOverdue: number }>(unpaidServices)
      .map((service) => ({ ...service, isOverdue: service.isOverdue === 1 }));
  const usersNearLimit = (): UserNearLimit[] =>
    writer
      .objects<{ readonly userId: string; readonly kind: UsageKind; readonly used: number; readonly limit: number }>(
        usedOfLimits,
        ...usageKinds.map(() => nearLimit),
      )
      .map(({ used, ...user }) => ({ ...user, left: Math.max(0, user.limit - used), share: used / user.limit }))
      .toSorted((one, other) => other.share - one.share);
  /** Of the newest ended run, unless most proxies have later results. */
  const totalFailure = (): TotalFailure | null => {
    const [run] = writer.objects<{ readonly id: number; readonly source: string; readonly tested: number }>(
      newestFailure,
    );
    if (run === undefined) return null;
    const [least, most] = writer.get(reasonsOfRun, run.id, run.id) ?? [];
    const failing = Number(writer.get(stillFailing, run.id)?.[0]);
    if (typeof least !== 'string' || least !== most || failing * 2 < run.tested) return null;
    const [lowest = null, highest = null] = writer.get(statusesOfRun, run.id) ?? [];
    const status = lowest === highest ? numberOrNull(lowest) : null;
    return { testRunId: run.id, isHere: run.source === 'here', code: least, status, failing };
  };

  return {
    unpaid,
    usersNearLimit,
    costs: (today: string): Costs => costsOf(services(), today),
    dataLeft,
    overview(today: string): Overview {
      const all = services();
      return {
        ...proxies(all),
        totalFailure: totalFailure(),
        ending: endingWithin(all, today, addDays(today, daysAhead)),
        coming: endingWithin(all, today, addDays(today, timelineDays)),
        unpaid: unpaid(),
        usersNearLimit: usersNearLimit(),
        data: dataLeft(today),
        lastSync: changeLog.lastSync(),
        costs: costsOf(all, today),
      };
    },
  };
}

/** In the order of the first counts; one for proxies without a country. */
function joinCountries(
  counts: readonly {
    readonly name: 'all' | 'tested' | 'failing';
    readonly total: number;
    readonly byCountry: readonly FacetValue[];
  }[],
): CountryCounts[] {
  const rows = new Map<string | null, Writable<CountryCounts>>();
  const rowOf = (country: string | null): Writable<CountryCounts> => {
    const row = rows.get(country) ?? { country, all: 0, tested: 0, failing: 0 };
    rows.set(country, row);
    return row;
  };
  for (const { name, byCountry } of counts) {
    for (const { value, count } of byCountry) rowOf(value)[name] = count;
  }
  for (const { name, total, byCountry } of counts) {
    rowOf(null)[name] = total - byCountry.reduce((sum, { count }) => sum + count, 0);
  }
  return [...rows.values()].filter(({ all }) => all > 0);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const compareNames = ({ name: one }: FailingService, { name: other }: FailingService): number =>
  (one ?? '') < (other ?? '') ? -1 : 1;

type StoredService = Omit<CostedService, 'service_is_automatic_collection' | 'service_is_pending_cancellation'> & {
  readonly service_is_automatic_collection: number | null;
  readonly service_is_pending_cancellation: number | null;
};

const flagOf = (stored: number | null): boolean | null => (stored === null ? null : stored === 1);
