import { usageKinds } from '../records/usage.ts';
import { endedStatuses, endingOf, endings, hasEnded, type Ending, type ServiceRow } from '../records/service.ts';

export type CostedService = Pick<
  ServiceRow,
  | 'service_id'
  | 'service_name'
  | 'service_type'
  | 'country_id'
  | 'service_status'
  | 'service_total'
  | 'service_cycle'
  | 'service_expiry_datetime'
  | 'service_is_automatic_collection'
  | 'service_is_pending_cancellation'
  | 'proxyCount'
>;

/** Finds the services of `costsOf`. */
export const billedFilter = `-status:${endedStatuses.join(',')}`;

/** Months of `<count>:<unit>`; null: unknown (specification, "Service"). */
export function monthsOf(cycle: string | null): number | null {
  const [, count, unit] = /^([1-9]\d{0,3}):(month|year)$/.exec(cycle ?? '') ?? [];
  if (count === undefined) return null;
  return Number(count) * (unit === 'year' ? 12 : 1);
}

/** Higher prices are mistakes that would spoil every sum. */
const maxPrice = 1e12;

/** Other prices are unknown. */
const withKnownPrices = (all: readonly CostedService[]): readonly CostedService[] =>
  all.map((service) =>
    Math.abs(service.service_total ?? 0) > maxPrice ? { ...service, service_total: null } : service,
  );

/** Sold by the gigabyte, not by proxy. */
const isMetered = ({ service_type: type }: CostedService): boolean => usageKinds.some((kind) => kind === type);

/** Without a currency: the service gives none. Null: unknown. */
function monthlyCost(service: Pick<ServiceRow, 'service_total' | 'service_cycle'>): number | null {
  const months = monthsOf(service.service_cycle);
  return service.service_total === null || months === null ? null : service.service_total / months;
}

export interface CostGroup {
  /** Null: services without a type. */
  readonly value: string | null;
  readonly serviceCount: number;
  readonly perMonth: number;
  /** Not in the sum: price or cycle is unknown. */
  readonly unknownCount: number;
}

interface ServiceCost extends CostedService {
  readonly perMonth: number | null;
  /** Null: unknown, without proxies, or sold by the gigabyte. */
  readonly perProxy: number | null;
}

export interface EndingGroup {
  readonly ending: Ending;
  readonly serviceCount: number;
  /** As the service gives prices. */
  readonly total: number;
  readonly unknownCount: number;
}

export interface EndingServices {
  /** `YYYY-MM-DD`, both included. */
  readonly first: string;
  readonly last: string;
  readonly groups: readonly EndingGroup[];
  /** By day. */
  readonly services: readonly (CostedService & { readonly ending: Ending })[];
}

export interface Costs {
  readonly serviceCount: number;
  readonly unknownCount: number;
  readonly perMonth: number;
  /** Null: no service has a price per proxy. */
  readonly perProxy: number | null;
  readonly byType: readonly CostGroup[];
  /** Most expensive first, unknown last. */
  readonly services: readonly ServiceCost[];
  /** Of the next calendar month. */
  readonly nextMonth: EndingServices;
}

/**
 * Sums monthly costs. Ended services cost nothing; unknown prices (or above 1e12) and cycles are counted.
 *
 * @param today `YYYY-MM-DD`
 */
export function costsOf(all: readonly CostedService[], today: string): Costs {
  const billed = withKnownPrices(all).filter((service) => !hasEnded(service));
  const services = billed.map((service): ServiceCost => {
    const perMonth = monthlyCost(service);
    const isShared = perMonth !== null && service.proxyCount > 0 && !isMetered(service);
    return { ...service, perMonth, perProxy: isShared ? perMonth / service.proxyCount : null };
  });
  const perMonth = sum(services.map((service) => service.perMonth ?? 0));
  const shared = services.filter((service) => service.perProxy !== null);
  const proxyCount = sum(shared.map((service) => service.proxyCount));
  const byType = [...Map.groupBy(services, (service) => service.service_type).entries()]
    .map(([value, group]) => ({
      value,
      serviceCount: group.length,
      perMonth: sum(group.map((service) => service.perMonth ?? 0)),
      unknownCount: group.filter((service) => service.perMonth === null).length,
    }))
    .toSorted((one, other) => other.perMonth - one.perMonth);
  return {
    serviceCount: services.length,
    unknownCount: services.filter((service) => service.perMonth === null).length,
    perMonth,
    perProxy: proxyCount === 0 ? null : sum(shared.map((service) => service.perMonth ?? 0)) / proxyCount,
    byType,
    services: services.toSorted((one, other) => (other.perMonth ?? -1) - (one.perMonth ?? -1)),
    nextMonth: endingWithin(all, ...nextMonthOf(today)),
  };
}

/** Services that expire from `first` to `last`, by the service's days: it gives no zone. */
export function endingWithin(all: readonly CostedService[], first: string, last: string): EndingServices {
  const services = withKnownPrices(all)
    .flatMap((service) => {
      const day = service.service_expiry_datetime?.slice(0, 10) ?? '';
      return day >= first && day <= last ? [{ ...service, ending: endingOf(service) }] : [];
    })
    .toSorted((one, other) => (one.service_expiry_datetime ?? '').localeCompare(other.service_expiry_datetime ?? ''));
  const groups = endings.map((ending): EndingGroup => {
    const group = services.filter((service) => service.ending === ending);
    return {
      ending,
      serviceCount: group.length,
      total: sum(group.map((service) => service.service_total ?? 0)),
      unknownCount: group.filter((service) => service.service_total === null).length,
    };
  });
  return { first, last, groups, services };
}

function nextMonthOf(today: string): [first: string, last: string] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const dayAt = (ofMonth: number, day: number): string =>
    new Date(Date.UTC(year, ofMonth, day)).toISOString().slice(0, 10);
  return [dayAt(month, 1), dayAt(month + 1, 0)];
}

/** To a millionth, against 0.30000000000000004. */
function sum(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1e6) / 1e6;
}
