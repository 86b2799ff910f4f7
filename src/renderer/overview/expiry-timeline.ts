import { endingOf, endings, endingTitles, type Ending, type ServiceRow } from '../../shared/records/service.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { formatServiceDay } from '../format/format-time.ts';

export interface ExpiryDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly counts: { readonly [E in Ending]: number };
  readonly count: number;
  /** Known prices of services that continue; null: none. */
  readonly total: number | null;
}

const dayMs = 86_400_000;
const form = /^(\d{4}-\d{2}-\d{2})( \d{2}:\d{2}:\d{2})?$/;

/** What the timeline needs of a service. */
type ExpiringService = Pick<
  ServiceRow,
  | 'service_status'
  | 'service_total'
  | 'service_expiry_datetime'
  | 'service_is_automatic_collection'
  | 'service_is_pending_cancellation'
>;

/**
 * Sorts services by day of expiry (specification, "Service"), as written: there is no zone.
 *
 * @param first `YYYY-MM-DD`
 * @param last `YYYY-MM-DD`
 * @returns every day from the first to the last
 */
export function planDays(rows: readonly ExpiringService[], first: string, last: string): readonly ExpiryDay[] {
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  return Array.from({ length: count }, (_, step) => {
    const day = new Date(Date.parse(first) + step * dayMs).toISOString().slice(0, 10);
    const ofDay = rows.filter(({ service_expiry_datetime: expiry }) => form.exec(expiry ?? '')?.[1] === day);
    return makeDay(day, ofDay);
  });
}

function makeDay(day: string, rows: readonly ExpiringService[]): ExpiryDay {
  const counts = { canceled: 0, manual: 0, unknown: 0, automatic: 0 };
  for (const row of rows) counts[endingOf(row)] += 1;
  const prices = rows.flatMap((row) =>
    endingOf(row) === 'canceled' || row.service_total === null ? [] : row.service_total,
  );
  const total = prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0);
  return { day, counts, count: rows.length, total };
}

/** Describes a bar: day, count, ends and rounded costs. */
export function describeDay({ day, counts, count, total }: ExpiryDay): string {
  const parts = endings
    .filter((ending) => counts[ending] > 0)
    .map((ending) => `${formatCount(counts[ending])} ${endingTitles[ending].toLowerCase()}`);
  const price = total === null ? [] : [formatCount(Math.round(total))];
  return `${formatServiceDay(day)}: ${countOf(count, 'service')}, ${[...parts, ...price].join(', ')}`;
}

/**
 * The number of a day, with its month if that begins.
 *
 * @param before the day labeled to its left; undefined: none, so it is today
 */
export function labelDay(day: string, before: string | undefined): string {
  if (before === undefined) return 'Today';
  return day.slice(0, 7) === before.slice(0, 7) ? String(Number(day.slice(8))) : formatServiceDay(day, false);
}
