import { countOf } from './format-number.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const relative = {
  long: new Intl.RelativeTimeFormat('en', { style: 'long' }),
  short: new Intl.RelativeTimeFormat('en', { style: 'short' }),
};

/**
 * `2 minutes ago`, or short `2 min ago`, by this computer's clock.
 *
 * @param time ISO 8601 in UTC, or milliseconds since the epoch
 * @param nowMs since the epoch
 */
export function formatAge(time: string | number, nowMs: number, style: keyof typeof relative = 'long'): string {
  const ageMs = nowMs - (typeof time === 'number' ? time : Date.parse(time));
  if (!Number.isFinite(ageMs)) return String(time);
  if (ageMs < minuteMs) return 'just now';
  const [unitMs, unit] =
    ageMs < hourMs
      ? ([minuteMs, 'minute'] as const)
      : ageMs < dayMs
        ? ([hourMs, 'hour'] as const)
        : ([dayMs, 'day'] as const);
  // Without the dot of short units.
  return relative[style].format(-Math.floor(ageMs / unitMs), unit).replace('.', '');
}

/** `in a minute`, `in 29 min`, `in 6 h`, by this computer's clock. */
export function formatUntil(time: string, nowMs: number): string {
  const minutes = Math.round((Date.parse(time) - nowMs) / minuteMs);
  if (minutes <= 1) return 'in a minute';
  return minutes < 100 ? `in ${String(minutes)} min` : `in ${String(Math.round(minutes / 60))} h`;
}

/** `30 seconds`, `5 minutes`. */
export const formatDuration = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? countOf(seconds / 60, 'minute') : countOf(seconds, 'second');

/** How long something took: `45 s`, `3 min 2 s`, `1 h 5 min`. */
export function formatShortDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${String(seconds)} s`;
  if (minutes < 60) return `${String(minutes)} min ${String(seconds % 60)} s`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (part: number): string => String(part).padStart(2, '0');

/** Local: `1 Oct 2026, 08:30`. */
export function formatLocalTime(moment: string | number): string {
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return String(moment);
  const day = `${time.getDate()} ${months[time.getMonth()] ?? ''} ${time.getFullYear()}`;
  return `${day}, ${two(time.getHours())}:${two(time.getMinutes())}`;
}

const exactTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** To the second, with weekday and zone. */
export function describeLocalTime(moment: string | number): string {
  const time = new Date(moment);
  return Number.isNaN(time.getTime()) ? String(moment) : exactTime.format(time);
}

/** `1 Oct 2026, 08:30`, or `1 Oct 2026`. The service gives no zone, so it has no age; other forms as received. */
export function formatServiceTime(text: string): string {
  const [, date, clock] = /^([\d-]{10})(?: (\d{2}:\d{2}):\d{2})?$/.exec(text) ?? [];
  if (date === undefined) return text;
  const day = formatServiceDay(date);
  if (day === date) return text;
  return clock === undefined ? day : `${day}, ${clock}`;
}

/** `23 Dec 2026`; other forms as received. */
export function formatServiceDay(text: string, hasYear = true): string {
  const [, year = '', month, day] = /^(\d{4})-(\d{2})-(\d{2})(?: |$)/.exec(text) ?? [];
  const name = months[Number(month) - 1];
  if (name === undefined) return text;
  return `${Number(day)} ${name}${hasYear ? ` ${year}` : ''}`;
}
