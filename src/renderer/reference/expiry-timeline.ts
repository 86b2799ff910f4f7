import type { ServiceRow } from '../../shared/records/service.ts';
import { endingOf, endings, endingTitles, type Ending } from '../../shared/records/service.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { formatServiceDay } from '../format/format-time.ts';

/** The services that expire within one stretch of days. */
export interface ExpiryBar {
  /** `YYYY-MM-DD`, both included. */
  readonly first: string;
  readonly last: string;
  readonly counts: { readonly [E in Ending]: number };
  readonly count: number;
  /** Names of a few of them, for a sentence. */
  readonly names: readonly string[];
  /** The sum of the known prices of services that are not canceled or complete; null: none. */
  readonly total: number | null;
}

export interface ExpiryTimeline {
  /** All of the same length, without a gap. */
  readonly bars: readonly ExpiryBar[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Each bar is a day, and there is room to name it. */
  readonly hasDays: boolean;
  /** Services in the fullest bar. */
  readonly most: number;
  /** Where today begins, 0 to 1 of the whole length. */
  readonly todayShare: number;
  /** Services that expired before the first bar, that expire after the last, and that tell no date. */
  readonly earlier: number;
  readonly later: number;
  readonly undated: number;
}

const dayMs = 86_400_000;
const pastDays = 14;
const aheadDays = 400;
/** More bars than this would be too thin: then each is a week. */
const mostDayBars = 92;
/** More days than these have no room for their names. */
const mostNamedDays = 31;
const weekDays = 7;
const mostNames = 3;
const form = /^(\d{4}-\d{2}-\d{2})( \d{2}:\d{2}:\d{2})?$/;

/** What the timeline needs of a service. */
type ExpiringService = Pick<
  ServiceRow,
  | 'service_id'
  | 'service_name'
  | 'service_status'
  | 'service_total'
  | 'service_expiry_datetime'
  | 'service_is_automatic_collection'
  | 'service_is_pending_cancellation'
>;

/**
 * Sorts services by the day of their expiry: from today to a last day, or without one from two weeks
 * before today to 400 days ahead at most (specification, "Service"). Days are taken as the service
 * writes them: it gives no zone.
 *
 * @param today `YYYY-MM-DD`
 * @param lastDay `YYYY-MM-DD`
 */
export function planTimeline(rows: readonly ExpiringService[], today: string, lastDay?: string): ExpiryTimeline {
  const todayMs = Date.parse(today);
  const dated = rows.flatMap((row) => {
    const timeMs = dayOf(row.service_expiry_datetime);
    return timeMs === null ? [] : [{ row, timeMs }];
  });
  const nearest = dated.filter(
    ({ timeMs }) => timeMs >= todayMs - pastDays * dayMs && timeMs <= todayMs + aheadDays * dayMs,
  );
  const [startMs, endMs] =
    lastDay === undefined
      ? [
          nearest.reduce((first, { timeMs }) => Math.min(first, timeMs), todayMs),
          nearest.reduce((last, { timeMs }) => Math.max(last, timeMs), todayMs),
        ]
      : [todayMs, Date.parse(lastDay)];
  const dayCount = (endMs - startMs) / dayMs + 1;
  const barDays = dayCount > mostDayBars ? weekDays : 1;
  const bars = Array.from({ length: Math.ceil(dayCount / barDays) }, (_, step) => {
    const firstMs = startMs + step * barDays * dayMs;
    const lastMs = firstMs + (barDays - 1) * dayMs;
    const within = dated.filter(({ timeMs }) => timeMs >= firstMs && timeMs <= lastMs);
    return makeBar(
      firstMs,
      lastMs,
      within.map(({ row }) => row),
    );
  });
  // The last week may end after the last service of its bars.
  const afterMs = startMs + bars.length * barDays * dayMs;
  return {
    bars,
    today,
    hasDays: bars.length <= mostNamedDays,
    most: bars.reduce((top, { count }) => Math.max(top, count), 0),
    todayShare: (todayMs - startMs) / (afterMs - startMs),
    earlier: dated.filter(({ timeMs }) => timeMs < startMs).length,
    later: dated.filter(({ timeMs }) => timeMs >= afterMs).length,
    undated: rows.length - dated.length,
  };
}

function makeBar(firstMs: number, lastMs: number, rows: readonly ExpiringService[]): ExpiryBar {
  const counts = { canceled: 0, manual: 0, unknown: 0, automatic: 0 };
  for (const row of rows) counts[endingOf(row)] += 1;
  const prices = rows.flatMap((row) =>
    endingOf(row) === 'canceled' || row.service_total === null ? [] : row.service_total,
  );
  return {
    first: writeDay(firstMs),
    last: writeDay(lastMs),
    counts,
    count: rows.length,
    names: rows.slice(0, mostNames).map((row) => row.service_name ?? row.service_id),
    total: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0),
  };
}

/** The term that finds the services of a bar. */
export const termOf = ({ first, last }: ExpiryBar): string =>
  first === last ? `expires:${first}` : `expires:${first}..${last}`;

/** The days of a bar. */
export const daysOf = ({ first, last }: ExpiryBar): string =>
  first === last ? formatServiceDay(first) : `${formatServiceDay(first)} to ${formatServiceDay(last)}`;

/** What a bar says: its days, how many services, how they end, and what they cost, rounded. */
export function describeBar(bar: ExpiryBar): string {
  const parts = endings
    .filter((ending) => bar.counts[ending] > 0)
    .map((ending) => `${formatCount(bar.counts[ending])} ${endingTitles[ending].toLowerCase()}`);
  const price = bar.total === null ? [] : [formatCount(Math.round(bar.total))];
  return `${daysOf(bar)}: ${countOf(bar.count, 'service')}, ${[...parts, ...price].join(', ')}`;
}

const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** The day of a bar if there is room; else the name of a month where its first bar stands, with the year where that is new. */
export function labelBar({ bars, hasDays, today }: ExpiryTimeline, step: number): string | null {
  const bar = bars[step];
  if (bar === undefined) return null;
  if (hasDays) {
    if (bar.first === today) return 'Today';
    return bar.first.endsWith('-01') ? formatServiceDay(bar.first, false) : String(Number(bar.first.slice(8)));
  }
  if (bars[step - 1]?.first.slice(0, 7) === bar.first.slice(0, 7)) return null;
  const month = months.format(Date.parse(bar.first));
  return bar.first.slice(5, 7) === '01' ? `${month} ${bar.first.slice(0, 4)}` : month;
}

function dayOf(datetime: string | null): number | null {
  const day = datetime === null ? undefined : form.exec(datetime)?.[1];
  const timeMs = day === undefined ? NaN : Date.parse(day);
  return Number.isNaN(timeMs) ? null : timeMs;
}

const writeDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
