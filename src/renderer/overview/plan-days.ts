import type { EndingServices } from '../../shared/figures/costs.ts';
import { addDays, daysUntil } from '../../shared/figures/days.ts';
import type { DataLeft } from '../../shared/figures/overview.ts';
import type { Ending } from '../../shared/records/service-ending.ts';

/** The services that end or renew on one day. */
export interface ComingDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly endings: readonly Ending[];
  /** The sum of the known prices of services that are not canceled or complete; null: none. */
  readonly total: number | null;
}

/** Every day of a stretch, also those without services. */
export function planDays({ first, last, services }: EndingServices): readonly ComingDay[] {
  const byDay = Map.groupBy(services, (service) =>
    (service.service_expiry_datetime ?? '').slice(0, 10),
  );
  return Array.from({ length: daysUntil(last, first) + 1 }, (_, at) => {
    const day = addDays(first, at);
    const found = byDay.get(day) ?? [];
    const prices = found.flatMap(({ ending, service_total: price }) =>
      ending === 'canceled' || price === null ? [] : price,
    );
    return {
      day,
      endings: found.map(({ ending }) => ending),
      total: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0),
    };
  });
}

/** Data that runs out on one day. */
interface ComingEnd {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: DataLeft['kind'];
}

/**
 * The data that runs out within a stretch at its present pace, the nearest first. If it should have run out before, it
 * counts for the first day, as in the list of problems.
 */
export function dataRunningOut(
  data: readonly DataLeft[],
  { first, last }: Pick<EndingServices, 'first' | 'last'>,
): readonly ComingEnd[] {
  return data
    .flatMap(({ kind, lastsUntil }): ComingEnd[] =>
      lastsUntil === null || lastsUntil > last
        ? []
        : [{ kind, day: lastsUntil < first ? first : lastsUntil }],
    )
    .toSorted((one, other) => one.day.localeCompare(other.day));
}
