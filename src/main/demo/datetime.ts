const dayMs = 24 * 60 * 60 * 1000;

/** Writes a time as the service does: `YYYY-MM-DD HH:MM:SS`. */
export function formatDatetime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD`. */
export function formatDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A time that many days (and part days) later; negative for earlier. */
export function addDays(timeMs: number, days: number): number {
  return timeMs + days * dayMs;
}

/**
 * First moment of the month of a time. Made-up rows hang on it, so that the
 * demo started again tells the same story and a sync finds nothing new.
 */
export function startOfMonth(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** First moment of the day of a time. */
export function startOfDay(timeMs: number): number {
  return timeMs - (((timeMs % dayMs) + dayMs) % dayMs);
}
