import type { RecordedSync } from '../records/change.ts';
import type { Costs, EndingServices } from './costs.ts';
import { addDays, daysUntil } from './days.ts';
import type { RecentRequests } from '../gateway/gateway.ts';
import type { UsageKind } from '../records/usage.ts';

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

/** What the overview of an account shows, all from its cache. */
export interface Overview {
  readonly proxyCount: number;
  /** Proxies that were tested, by the service or from here, and those whose last test failed. */
  readonly tested: number;
  readonly failing: number;
  /** Those with failing proxies, most first. */
  readonly failingServices: readonly FailingService[];
  /** What ends or renews within `daysAhead`. */
  readonly ending: EndingServices;
  /** What ends or renews within `timelineDays`. */
  readonly coming: EndingServices;
  /** The kinds of data whose summary is cached. */
  readonly data: readonly DataLeft[];
  /** The newest sync that is not running; null: none is recorded. */
  readonly lastSync: RecordedSync | null;
  readonly costs: Costs;
}

/** When something needs attention. */
export interface Thresholds {
  readonly serviceWarningDays: number;
  readonly dataWarningDays: number;
}

/** Half of a service, or a twentieth of all tested proxies, fail. */
const failingShareOfService = 0.5;
const failingShare = 0.05;

/** One thing that needs attention. */
export type Problem =
  | ({ readonly kind: 'service-fails' } & FailingService)
  | ({ readonly kind: 'gateway-fails' } & RecentRequests)
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
 * What needs attention, the most urgent first. A cancellation is the user's own decision, so it is
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
  const { failing, tested, failingServices, data, ending, lastSync } = overview;
  const dead = failingServices.filter((service) => service.failing >= service.proxyCount * failingShareOfService);
  const others = failing - dead.reduce((sum, service) => sum + service.failing, 0);
  const lastDay = addDays(today, thresholds.serviceWarningDays);
  return [
    ...(gateway === null ? [] : [{ kind: 'gateway-fails', ...gateway } as const]),
    ...dead.map((service): Problem => ({ kind: 'service-fails', ...service })),
    ...(tested > 0 && others >= tested * failingShare ? [{ kind: 'many-fail', failing, tested } as const] : []),
    ...data.flatMap((one): Problem[] => {
      const days = daysLeft(one, today);
      return days < thresholds.dataWarningDays ? [{ kind: 'data-runs-out', days, data: one }] : [];
    }),
    ...(lastSync !== null && lastSync.problem !== null && lastSync.problem !== 'canceled'
      ? [{ kind: 'sync-failed', sync: lastSync } as const]
      : []),
    ...ending.services.flatMap((service): Problem[] => {
      const day = service.service_expiry_datetime?.slice(0, 10) ?? '';
      if (service.ending !== 'manual' || day > lastDay) return [];
      const { service_id: serviceId, service_name: name, service_total: total } = service;
      return [{ kind: 'manual-renewal', serviceId, name, day, total }];
    }),
  ];
}

/** Whole days until data has run out; infinite: unknown, or in more than two years. */
export const daysLeft = ({ lastsUntil }: DataLeft, today: string): number =>
  lastsUntil === null ? Infinity : daysUntil(lastsUntil, today);
