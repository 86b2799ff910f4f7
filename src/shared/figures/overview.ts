import { addDays, daysUntil } from './days.ts';
import type { RecentRequests } from '../gateway/gateway.ts';
import type { UsageKind } from '../records/usage.ts';
import { billedFilter, type CostGroup, type Costs, type EndingGroup, type EndingServices } from './costs.ts';
import { formatTerm } from '../filter/query-edit.ts';
import type { ListName } from '../lists.ts';
import { overdueStatus } from '../records/service.ts';
import { nearLimitFilter } from './limits.ts';
import { changeKinds, type ChangeKind, type RecordedSync } from '../records/change.ts';

export const daysAhead = 14;
export const timelineDays = 30;

/** Proxies whose last test failed. */
export interface FailingService {
  readonly serviceId: string | null;
  readonly name: string | null;
  readonly failing: number;
  /** All cached ones. */
  readonly proxyCount: number;
}

export interface CountryCounts {
  readonly country: string | null;
  readonly all: number;
  readonly tested: number;
  /** By their last test. */
  readonly failing: number;
}

/** A run in which all failed for one reason. */
export interface TotalFailure {
  readonly testRunId: number;
  readonly isHere: boolean;
  /** Of this machine, or the service's error code. */
  readonly code: string;
  /** Common to all; null: none, or several. */
  readonly status: number | null;
  /** Not working since. */
  readonly failing: number;
}

/** At the present pace. */
export interface DataLeft {
  readonly kind: UsageKind;
  /** Bytes; null: unknown. */
  readonly left: number | null;
  readonly total: number | null;
  /** Null: too few days, or no use. */
  readonly bytesPerDay: number | null;
  /** `YYYY-MM-DD`; null: unknown, or beyond two years. */
  readonly lastsUntil: string | null;
}

export interface UnpaidService {
  readonly serviceId: string;
  readonly name: string | null;
  readonly isOverdue: boolean;
  /** Null: none named. */
  readonly invoiceId: string | null;
  readonly total: number | null;
}

export interface UserNearLimit {
  readonly userId: string;
  readonly kind: UsageKind;
  /** Bytes, at least 0. */
  readonly left: number;
  readonly limit: number;
  /** 0 to 1, or more. */
  readonly share: number;
}

/** Everything from the cache. */
export interface Overview {
  readonly proxyCount: number;
  /** By their last test. */
  readonly tested: number;
  readonly failing: number;
  /** Most first. */
  readonly failingServices: readonly FailingService[];
  /** Most first; without a country last. */
  readonly countries: readonly CountryCounts[];
  /** Null: no newest run with one common reason. */
  readonly totalFailure: TotalFailure | null;
  /** Within `daysAhead`. */
  readonly ending: EndingServices;
  /** Within `timelineDays`. */
  readonly coming: EndingServices;
  /** Overdue first. */
  readonly unpaid: readonly UnpaidService[];
  /** Not deleted; fullest first. */
  readonly usersNearLimit: readonly UserNearLimit[];
  /** With a cached summary. */
  readonly data: readonly DataLeft[];
  /** Null: none ended. */
  readonly lastSync: RecordedSync | null;
  readonly costs: Costs;
}

/** Unbought data has summaries with a total of 0. */
export const dataPlans = ({ data }: Pick<Overview, 'data'>): readonly DataLeft[] =>
  data.filter(({ total }) => total !== 0);

/** When something needs attention. */
interface Thresholds {
  readonly serviceWarningDays: number;
  readonly dataWarningDays: number;
}

/** Of a service's, and of all tested proxies. */
const failingShareOfService = 0.5;
const failingShare = 0.05;

export type Problem =
  | { readonly kind: 'overdue'; readonly services: readonly UnpaidService[] }
  | { readonly kind: 'open-invoice'; readonly services: readonly UnpaidService[] }
  | { readonly kind: 'users-near-limit'; readonly users: readonly UserNearLimit[] }
  | ({ readonly kind: 'service-fails' } & FailingService)
  | ({ readonly kind: 'gateway-fails' } & RecentRequests)
  | ({ readonly kind: 'all-fail' } & TotalFailure)
  | { readonly kind: 'many-fail'; readonly failing: number; readonly tested: number }
  | { readonly kind: 'data-runs-out'; readonly days: number; readonly data: DataLeft }
  | {
      readonly kind: 'manual-renewal';
      readonly serviceId: string;
      readonly name: string | null;
      readonly day: string;
      readonly total: number | null;
    }
  | { readonly kind: 'sync-failed'; readonly sync: RecordedSync };

/**
 * Finds problems, most urgent first, one per cause; a cancellation is none.
 *
 * @param today `YYYY-MM-DD`
 * @param gateway its newest requests, if most failed
 */
export function findProblems(
  overview: Overview,
  thresholds: Thresholds,
  today: string,
  gateway: RecentRequests | null = null,
): Problem[] {
  const { failing, tested, failingServices, totalFailure, data, ending, lastSync, unpaid, usersNearLimit } = overview;
  const overdue = unpaid.filter(({ isOverdue }) => isOverdue);
  const invoiced = unpaid.filter(({ isOverdue }) => !isOverdue);
  // One reason everywhere is one cause.
  const dead = (totalFailure === null ? failingServices : []).filter(
    (service) => service.failing >= service.proxyCount * failingShareOfService,
  );
  const others = failing - (totalFailure?.failing ?? 0) - dead.reduce((sum, service) => sum + service.failing, 0);
  const lastDay = addDays(today, thresholds.serviceWarningDays);
  return [
    ...(overdue.length === 0 ? [] : [{ kind: 'overdue', services: overdue } as const]),
    ...(gateway === null ? [] : [{ kind: 'gateway-fails', ...gateway } as const]),
    ...(totalFailure === null ? [] : [{ kind: 'all-fail', ...totalFailure } as const]),
    ...dead.map((service): Problem => ({ kind: 'service-fails', ...service })),
    ...(tested > 0 && others >= tested * failingShare ? [{ kind: 'many-fail', failing, tested } as const] : []),
    ...data.flatMap((one): Problem[] => {
      const days = daysLeft(one, today);
      return days < thresholds.dataWarningDays ? [{ kind: 'data-runs-out', days, data: one }] : [];
    }),
    ...(usersNearLimit.length === 0 ? [] : [{ kind: 'users-near-limit', users: usersNearLimit } as const]),
    ...(lastSync !== null && lastSync.problem !== null && lastSync.problem !== 'canceled'
      ? [{ kind: 'sync-failed', sync: lastSync } as const]
      : []),
    ...ending.services.flatMap((service): Problem[] => {
      const day = service.service_expiry_datetime?.slice(0, 10) ?? '';
      // Overdue is a problem already.
      const isOverdue = overdue.some(({ serviceId }) => serviceId === service.service_id);
      if (service.ending !== 'manual' || day > lastDay || isOverdue) return [];
      const { service_id: serviceId, service_name: name, service_total: total } = service;
      return [{ kind: 'manual-renewal', serviceId, name, day, total }];
    }),
    ...(invoiced.length === 0 ? [] : [{ kind: 'open-invoice', services: invoiced } as const]),
  ];
}

/** Days until data runs out; infinity: unknown, or beyond two years. */
export const daysLeft = ({ lastsUntil }: DataLeft, today: string): number =>
  lastsUntil === null ? Infinity : daysUntil(lastsUntil, today);

/** A number, and the filter that finds as many rows. */
export interface Figure {
  readonly count: number;
  readonly list: ListName;
  readonly where: string;
}

const proxies = (count: number, where: string): Figure => ({ count, list: 'proxies', where });
const services = (count: number, where: string): Figure => ({ count, list: 'services', where });
const term = (key: string, value: string | null, isExact = false): string =>
  value === null ? `${key}:""` : formatTerm(key, [value], isExact);

export const failingFilter = 'last:fails';
export const failingFigure = ({ failing }: Pick<Overview, 'failing'>): Figure => proxies(failing, failingFilter);
export const testedFigure = ({ tested }: Pick<Overview, 'tested'>): Figure => proxies(tested, '-last:never');
export const failingServiceFigure = ({ serviceId, failing }: FailingService): Figure =>
  proxies(failing, `${failingFilter} ${term('service', serviceId, true)}`);
/** Proxies of a country; null: without one. */
export const countryFigure = (code: string | null, count: number, shown: 'all' | 'failing'): Figure =>
  proxies(count, `${shown === 'failing' ? `${failingFilter} ` : ''}${term('country', code, true)}`);
/** Of services that the overview does not name. */
export const otherFailingFigure = (shown: readonly FailingService[], others: readonly FailingService[]): Figure =>
  proxies(
    others.reduce((sum, { failing }) => sum + failing, 0),
    [failingFilter, ...shown.map(({ serviceId }) => `-${term('service', serviceId, true)}`)].join(' '),
  );

export const overdueFigure = (count: number): Figure => services(count, formatTerm('status', [overdueStatus]));
/** Services with an open invoice, not overdue. */
export const openInvoiceFigure = (count: number): Figure =>
  services(count, `invoice:* -${formatTerm('status', [overdueStatus])}`);
export const nearLimitFigure = (users: readonly UserNearLimit[]): Figure => ({
  count: new Set(users.map(({ userId }) => userId)).size,
  list: 'proxy_users',
  where: nearLimitFilter,
});

export function endingFigure({ first, last }: EndingServices, groups: readonly EndingGroup[]): Figure {
  const count = groups.reduce((sum, { serviceCount }) => sum + serviceCount, 0);
  const kinds = groups.map(({ ending }) => ending);
  return services(count, `${formatTerm('ending', kinds)} expires:${first}..${last}`);
}

export const expiringFigure = (day: string, count: number): Figure => services(count, `expires:${day}`);

/** Recorded changes of a sync. */
export function changesFigure(sync: RecordedSync, kind?: ChangeKind): Figure {
  const counts = kind === undefined ? changeKinds.map((one) => sync.counts[one]) : [sync.counts[kind]];
  const count = counts.reduce((sum, one) => sum + one, 0);
  const where = kind === undefined ? '' : ` ${formatTerm('kind', [kind])}`;
  return { count, list: 'changes', where: `sync:${String(sync.id)}${where}` };
}

export const billedFigure = (serviceCount: number): Figure => services(serviceCount, billedFilter);
/** Services of types that are not shown. */
export const otherCostFigure = (shown: readonly CostGroup[], others: readonly CostGroup[]): Figure =>
  services(
    others.reduce((sum, { serviceCount }) => sum + serviceCount, 0),
    [...shown.map(({ value }) => `-${term('type', value)}`), billedFilter].join(' '),
  );
export const costFigure = (group: CostGroup): Figure =>
  services(group.serviceCount, `${term('type', group.value)} ${billedFilter}`);
