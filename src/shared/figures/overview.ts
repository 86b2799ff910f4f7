import { addDays, daysUntil } from './days.ts';
import type { RecentRequests } from '../gateway/gateway.ts';
import type { UsageKind } from '../records/usage.ts';
import { billedFilter, type CostGroup, type Costs, type EndingGroup, type EndingServices } from './costs.ts';
import { formatTerm } from '../filter/query-edit.ts';
import type { ListName } from '../lists.ts';
import { overdueStatus } from '../records/service.ts';
import { nearLimitFilter } from './limits.ts';
import { changeKinds, type ChangeKind, type RecordedSync } from '../records/change.ts';

/** The days that the overview looks ahead. */
export const daysAhead = 14;
/** Those of its timeline. */
export const timelineDays = 30;

/** Proxies of one service whose last test failed. */
export interface FailingService {
  /** Null: proxies without a service. */
  readonly serviceId: string | null;
  readonly name: string | null;
  readonly failing: number;
  /** All cached proxies of the service. */
  readonly proxyCount: number;
}

/** The proxies of one country. */
export interface CountryCounts {
  /** As it is cached; null: the proxies without a country. */
  readonly country: string | null;
  readonly all: number;
  readonly tested: number;
  /** Those whose last test failed. */
  readonly failing: number;
}

/** A run in which every proxy failed for the same reason. */
export interface TotalFailure {
  readonly testRunId: number;
  readonly isHere: boolean;
  /** A reason of this machine, or an error code of the service. */
  readonly code: string;
  /** Of all answers; null: there was none, or several. */
  readonly status: number | null;
  /** The proxies of the run that have not worked since. */
  readonly failing: number;
}

/** The data that is left, and until when it lasts at the present pace. */
export interface DataLeft {
  readonly kind: UsageKind;
  /** Bytes; null: unknown. */
  readonly left: number | null;
  readonly total: number | null;
  /** Null: too few days are known, or nothing is used. */
  readonly bytesPerDay: number | null;
  /** `YYYY-MM-DD`; null: unknown, or in more than two years. */
  readonly lastsUntil: string | null;
}

/** A service that is overdue, or has an open invoice. */
export interface UnpaidService {
  readonly serviceId: string;
  readonly name: string | null;
  readonly isOverdue: boolean;
  /** Null: the service names none. */
  readonly invoiceId: string | null;
  readonly total: number | null;
}

/** A proxy user that has used most of its limit of one kind of data. */
export interface UserNearLimit {
  readonly userId: string;
  readonly kind: UsageKind;
  /** Bytes, 0 at least. */
  readonly left: number;
  readonly limit: number;
  /** 0 to 1, or more. */
  readonly share: number;
}

/** What the overview of an account shows, all from its cache. */
export interface Overview {
  readonly proxyCount: number;
  /** Proxies that were tested, by the service or from here, and those whose last test failed. */
  readonly tested: number;
  readonly failing: number;
  /** Those with failing proxies, most first. */
  readonly failingServices: readonly FailingService[];
  /** Those with proxies, most first; the proxies without a country are last. */
  readonly countries: readonly CountryCounts[];
  /** Of the newest run; null: its proxies do not all fail for the same reason. */
  readonly totalFailure: TotalFailure | null;
  /** What ends or renews within `daysAhead`. */
  readonly ending: EndingServices;
  /** What ends or renews within `timelineDays`. */
  readonly coming: EndingServices;
  /** Those that are overdue first. */
  readonly unpaid: readonly UnpaidService[];
  /** Of users that are not deleted, the fullest first. */
  readonly usersNearLimit: readonly UserNearLimit[];
  /** The kinds of data whose summary is cached. */
  readonly data: readonly DataLeft[];
  /** The newest sync that is not running; null: none is recorded. */
  readonly lastSync: RecordedSync | null;
  readonly costs: Costs;
}

/** The data that an account buys: one without any has summaries with a total of 0 all the same. */
export const dataPlans = ({ data }: Pick<Overview, 'data'>): readonly DataLeft[] =>
  data.filter(({ total }) => total !== 0);

/** When something needs attention. */
interface Thresholds {
  readonly serviceWarningDays: number;
  readonly dataWarningDays: number;
}

/** Half of a service, or a twentieth of all tested proxies, fail. */
const failingShareOfService = 0.5;
const failingShare = 0.05;

/** One thing that needs attention. */
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
 * What needs attention, the most urgent first, and one problem for each cause. A cancellation is the user's own decision, so it is
 * not a problem.
 *
 * @param today `YYYY-MM-DD`
 * @param gateway the newest requests of the account's gateway, if most of them failed
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
  // What fails everywhere for one reason has one cause: the services say nothing more.
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
      // One that is overdue is a problem already.
      const isOverdue = overdue.some(({ serviceId }) => serviceId === service.service_id);
      if (service.ending !== 'manual' || day > lastDay || isOverdue) return [];
      const { service_id: serviceId, service_name: name, service_total: total } = service;
      return [{ kind: 'manual-renewal', serviceId, name, day, total }];
    }),
    ...(invoiced.length === 0 ? [] : [{ kind: 'open-invoice', services: invoiced } as const]),
  ];
}

/** Whole days until data has run out; infinite: unknown, or in more than two years. */
export const daysLeft = ({ lastsUntil }: DataLeft, today: string): number =>
  lastsUntil === null ? Infinity : daysUntil(lastsUntil, today);

/** A number of the overview or of the costs, and the filter whose list has as many rows. */
export interface Figure {
  readonly count: number;
  readonly list: ListName;
  readonly where: string;
}

const proxies = (count: number, where: string): Figure => ({ count, list: 'proxies', where });
const services = (count: number, where: string): Figure => ({ count, list: 'services', where });
/** A term of one value; null: of no value. */
const term = (key: string, value: string | null, isExact = false): string =>
  value === null ? `${key}:""` : formatTerm(key, [value], isExact);

/** Finds the proxies whose last test failed. */
export const failingFilter = 'last:fails';
export const failingFigure = ({ failing }: Pick<Overview, 'failing'>): Figure => proxies(failing, failingFilter);
export const testedFigure = ({ tested }: Pick<Overview, 'tested'>): Figure => proxies(tested, '-last:never');
export const failingServiceFigure = ({ serviceId, failing }: FailingService): Figure =>
  proxies(failing, `${failingFilter} ${term('service', serviceId, true)}`);
/** The proxies of a country, all or those that fail; null: of none. */
export const countryFigure = (code: string | null, count: number, shown: 'all' | 'failing'): Figure =>
  proxies(count, `${shown === 'failing' ? `${failingFilter} ` : ''}${term('country', code, true)}`);
/** The failing proxies of the services that the overview does not name. */
export const otherFailingFigure = (shown: readonly FailingService[], others: readonly FailingService[]): Figure =>
  proxies(
    others.reduce((sum, { failing }) => sum + failing, 0),
    [failingFilter, ...shown.map(({ serviceId }) => `-${term('service', serviceId, true)}`)].join(' '),
  );

/** The services that are overdue. */
export const overdueFigure = (count: number): Figure => services(count, formatTerm('status', [overdueStatus]));
/** The services that have an open invoice and are not overdue. */
export const openInvoiceFigure = (count: number): Figure =>
  services(count, `invoice:* -${formatTerm('status', [overdueStatus])}`);
/** The proxy users that have used most of a limit. */
export const nearLimitFigure = (users: readonly UserNearLimit[]): Figure => ({
  count: new Set(users.map(({ userId }) => userId)).size,
  list: 'proxy_users',
  where: nearLimitFilter,
});

/** The services that end or renew in one of some ways. */
export function endingFigure({ first, last }: EndingServices, groups: readonly EndingGroup[]): Figure {
  const count = groups.reduce((sum, { serviceCount }) => sum + serviceCount, 0);
  const kinds = groups.map(({ ending }) => ending);
  return services(count, `${formatTerm('ending', kinds)} expires:${first}..${last}`);
}

/** The services that end or renew on one day. */
export const expiringFigure = (day: string, count: number): Figure => services(count, `expires:${day}`);

/** The changes of a sync, or those of one kind, as far as they are recorded. */
export function changesFigure(sync: RecordedSync, kind?: ChangeKind): Figure {
  const counts = kind === undefined ? changeKinds.map((one) => sync.counts[one]) : [sync.counts[kind]];
  const count = counts.reduce((sum, one) => sum + one, 0);
  const where = kind === undefined ? '' : ` ${formatTerm('kind', [kind])}`;
  return { count, list: 'changes', where: `sync:${String(sync.id)}${where}` };
}

/** The services that cost something, or those of one type. */
export const billedFigure = (serviceCount: number): Figure => services(serviceCount, billedFilter);
/** The services that cost something, of the types that are not shown. */
export const otherCostFigure = (shown: readonly CostGroup[], others: readonly CostGroup[]): Figure =>
  services(
    others.reduce((sum, { serviceCount }) => sum + serviceCount, 0),
    [...shown.map(({ value }) => `-${term('type', value)}`), billedFilter].join(' '),
  );
export const costFigure = (group: CostGroup): Figure =>
  services(group.serviceCount, `${term('type', group.value)} ${billedFilter}`);
