import { usageKinds } from '../records/usage.ts';
import { endedStatuses, endingOf, endings, hasEnded, type Ending, type ServiceRow } from '../records/service.ts';

/** What the costs need of a service. */
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

/** The filter that finds the services of `costsOf`. */
export const billedFilter = `-status:${endedStatuses.join(',')}`;

/** The months of a cycle, `<count>:<unit>`; null: unknown (specification, "Service"). */
export function monthsOf(cycle: string | null): number | null {
  const [, count, unit] = /^([1-9]\d{0,3}):(month|year)$/.exec(cycle ?? '') ?? [];
  if (count === undefined) return null;
  return Number(count) * (unit === 'year' ? 12 : 1);
}

/** No proxies cost so much: a price above it is a mistake of the service, and would make every sum with it useless. */
const maxPrice = 1e12;

/** The services with the prices that can be added up; any other price is unknown. */
const withKnownPrices = (all: readonly CostedService[]): readonly CostedService[] =>
  all.map((service) =>
    Math.abs(service.service_total ?? 0) > maxPrice ? { ...service, service_total: null } : service,
  );

/** Whether a service is sold by the gigabyte: its price is not that of its proxies. */
const isMetered = ({ service_type: type }: CostedService): boolean => usageKinds.some((kind) => kind === type);

/** What a service costs per month, without a currency: the service gives none. Null: unknown. */
function monthlyCost(service: Pick<ServiceRow, 'service_total' | 'service_cycle'>): number | null {
  const months = monthsOf(service.service_cycle);
  return service.service_total === null || months === null ? null : service.service_total / months;
}

/** The services of one type, and what they cost per month. */
export interface CostGroup {
  /** The type; null: the services without one. */
  readonly value: string | null;
  readonly serviceCount: number;
  readonly perMonth: number;
  /** Services whose price or cycle is unknown: they are not in the sum. */
  readonly unknownCount: number;
}

interface ServiceCost extends CostedService {
  readonly perMonth: number | null;
  /** Of its cached proxies; null: unknown, it has none, or it is sold by the gigabyte. */
  readonly perProxy: number | null;
}

/** The services that end or renew within some days, by how they do. */
export interface EndingGroup {
  readonly ending: Ending;
  readonly serviceCount: number;
  /** The sum of their prices as the service gives them. */
  readonly total: number;
  readonly unknownCount: number;
}

export interface EndingServices {
  /** `YYYY-MM-DD`, both included. */
  readonly first: string;
  readonly last: string;
  readonly groups: readonly EndingGroup[];
  /** By their day. */
  readonly services: readonly (CostedService & { readonly ending: Ending })[];
}

/** What an account costs. */
export interface Costs {
  readonly serviceCount: number;
  readonly unknownCount: number;
  readonly perMonth: number;
  /** Of the services that have a price per proxy; null: none does. */
  readonly perProxy: number | null;
  readonly byType: readonly CostGroup[];
  /** The most expensive first; those of unknown cost last. */
  readonly services: readonly ServiceCost[];
  /** What ends and renews in the next calendar month. */
  readonly nextMonth: EndingServices;
}

/**
 * Adds up what services cost per month. Services that have ended cost nothing; those with an
 * unknown price (also one above 1e12) or cycle are counted apart.
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

/**
 * The services that expire on the days from `first` to `last`, both included, as the service writes
 * them: it gives no zone.
 */
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

/** Rounded to a millionth: a sum of prices must not read 0.30000000000000004. */
function sum(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1e6) / 1e6;
}
