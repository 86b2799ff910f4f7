/** `YYYY-MM-DD`. The service gives no zone: today is this computer's day. */

const dayMs = 86_400_000;
const two = (part: number): string => String(part).padStart(2, '0');

export function localDay(moment: string | number): string {
  const time = new Date(moment);
  return `${String(time.getFullYear())}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** Whole days, 0 if past. */
export const daysUntil = (day: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(day) - Date.parse(today)) / dayMs));
