const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long ago a moment of this machine's clock was, in words.
 *
 * @param isoTime ISO 8601 in UTC
 * @param nowMs milliseconds since the epoch
 */
export function formatAge(isoTime: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(isoTime);
  if (!Number.isFinite(ageMs)) return isoTime;
  if (ageMs < minuteMs) return 'just now';
  if (ageMs < hourMs) return ago(Math.floor(ageMs / minuteMs), 'minute');
  if (ageMs < dayMs) return ago(Math.floor(ageMs / hourMs), 'hour');
  return ago(Math.floor(ageMs / dayMs), 'day');
}

const ago = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** A moment of this machine's clock in local time: `2026-10-01 08:30`. */
export function formatLocalTime(isoTime: string): string {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return isoTime;
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/**
 * A date of the service without its seconds. The service gives no zone, so no
 * age may be computed from it; anything unusual is shown as received.
 */
export function formatServiceTime(text: string): string {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? text.slice(0, 16) : text;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day of a date of the service, `23 Dec 2026`; anything unusual is shown as received. */
export function formatServiceDay(text: string, hasYear = true): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2}) /.exec(text) ?? [];
  const name = months[Number(month) - 1];
  if (name === undefined) return text;
  return `${Number(day)} ${name}${hasYear ? ` ${year}` : ''}`;
}

/** The same without its year, for where the whole date is shown on hover. */
export function shortServiceTime(text: string): string {
  const shown = formatServiceTime(text);
  return shown === text ? text : shown.slice(5);
}
