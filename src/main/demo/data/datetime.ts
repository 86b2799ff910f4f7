const dayMs = 24 * 60 * 60 * 1000;

/** Formats a time as the service does: `YYYY-MM-DD HH:MM:SS`. */
export function formatDatetime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD`. */
export function formatDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A time the given number of days later; fractions and negative numbers are allowed. */
export function addDays(timeMs: number, days: number): number {
  return timeMs + days * dayMs;
}

/**
 * First moment of a time's month. Generated rows depend on it, so that a
 * restarted demo has the same rows and a sync finds no changes.
 */
export function startOfMonth(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** First moment of a time's day. */
export function startOfDay(timeMs: number): number {
  return timeMs - (((timeMs % dayMs) + dayMs) % dayMs);
}
