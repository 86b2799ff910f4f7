/** Days as the service writes them, `YYYY-MM-DD`: it gives no zone, so today is the day of this computer's clock. */

const dayMs = 86_400_000;
const two = (part: number): string => String(part).padStart(2, '0');

/** The day of a moment by this computer's clock. */
export function localDay(moment: string | number): string {
  const time = new Date(moment);
  return `${String(time.getFullYear())}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** A day, some days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** Whole days from one day to another; none if the other has passed. */
export const daysUntil = (day: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(day) - Date.parse(today)) / dayMs));
