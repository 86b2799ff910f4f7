import type { TestScheduleState } from '../../shared/test-runs/test-schedule.ts';
import { countOf } from '../format/format-number.ts';
import { formatUntil } from '../format/format-time.ts';

/** What a repeated test does next: "Every 6 hours, saved view “US”, next in 29 min", or why it could not start. */
export function describeSchedule(
  { everyHours, viewName, nextAt, problem }: TestScheduleState,
  nowMs: number,
): { readonly text: string; readonly isBad: boolean } {
  if (problem !== null) return { text: `Could not start: ${problem}`, isBad: true };
  const next = nextAt === null ? 'running now' : `next ${formatUntil(nextAt, nowMs)}`;
  const view = viewName === null ? '' : `saved view “${viewName}”, `;
  return { text: `Every ${countOf(everyHours ?? 0, 'hour')}, ${view}${next}`, isBad: false };
}

/** The button that ends a repeated test. */
export const stopTitle = ({ everyHours }: TestScheduleState): string =>
  everyHours === null ? 'Stop repeating this test' : `Stop testing every ${countOf(everyHours, 'hour')}`;
