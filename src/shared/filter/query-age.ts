import type { Query, QueryValue } from './query-term.ts';

/** An age such as `7d`: minutes, hours, days or weeks. */
const agePattern = /^(\d{1,6})(min|h|d|w)$/i;

const unitMs: { readonly [unit: string]: number } = {
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Whether a text is a year, a month, a day or a time that exists: `2026-10`, `2026-10-01T08:00`, but neither `2026-13`
 * nor `2026-02-30`.
 */
export function isDate(text: string): boolean {
  const form = /^\d{4}(-\d{2}(-\d{2}([ T]\d{2}(:\d{2}(:\d{2})?)?)?)?)?$/;
  if (!form.test(text)) return false;
  const start = text.replace(' ', 'T') + '0000-01-01T00:00:00'.slice(text.length);
  const time = new Date(`${start}Z`);
  // A day that a month does not have becomes one of the next month.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(start);
}

/** Whether a bound is an age rather than a date. */
export const isAge = (bound: string): boolean => agePattern.test(bound);

/**
 * Turns ages into dates: `updated:<7d`, younger than a week, matches datetimes after the
 * same time a week ago. Datetimes of the specification have no time zone; UTC is assumed,
 * so an age may be off by the service's zone.
 *
 * @param nowMs the current time in milliseconds since 1970
 */
export function resolveAges(query: Query, nowMs: number): Query {
  return {
    terms: query.terms.map((term) => ({
      ...term,
      values: term.values.map((value) => resolveValue(value, nowMs)),
    })),
  };
}

function resolveValue(value: QueryValue, nowMs: number): QueryValue {
  if (value.kind === 'text') return value;
  if (value.kind === 'range') {
    if (!isAge(value.from) || !isAge(value.to)) return value;
    const dates = [dateOf(value.from, nowMs), dateOf(value.to, nowMs)].sort();
    const [from = '', to = ''] = dates;
    return { kind: 'range', from, to };
  }
  if (!isAge(value.bound)) return value;
  return {
    kind: value.kind === 'above' ? 'below' : 'above',
    bound: dateOf(value.bound, nowMs),
    isInclusive: value.isInclusive,
  };
}

function dateOf(age: string, nowMs: number): string {
  const [, count = '0', unit = 'd'] = agePattern.exec(age) ?? [];
  const thenMs = Math.max(0, nowMs - Number(count) * (unitMs[unit.toLowerCase()] ?? 0));
  return formatUtc(thenMs);
}

/** A time in UTC, in the form of the service's datetimes: `2026-10-01 08:00:00`. */
export const formatUtc = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
