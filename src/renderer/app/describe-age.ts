import type { SyncPlan, SyncState } from '../../shared/sync.ts';
import { formatAge } from '../format/format-time.ts';

/** What the status bar says about the age of the offline copy. */
export interface AgeNote {
  readonly tone: 'ok' | 'warn' | 'none';
  readonly text: string;
  /** When the next sync comes by itself, or what it waits for; null: nothing to say. */
  readonly next: string | null;
}

const hourMs = 3_600_000;
/** Older than this is stale, or twice the interval where that is longer. */
const staleAfterMs = 24 * hourMs;

/**
 * Puts the age of the copy, and what comes next, into words.
 *
 * @param intervalMinutes between two automatic syncs; 0: none
 */
export function describeAge(
  state: SyncState,
  plan: SyncPlan | null,
  intervalMinutes: number,
  nowMs: number,
): AgeNote {
  const next = plan && describeNext(plan, nowMs);
  const { lastCompletedAt, lastProblem } = state;
  const age = lastCompletedAt === null ? null : formatAge(lastCompletedAt, nowMs);
  if (lastProblem !== null && lastProblem.code !== 'canceled') {
    const copy = age === null ? 'No complete copy yet' : `Offline copy from ${age}`;
    const what = lastProblem.code === 'incomplete' ? 'was not complete' : 'failed';
    return { tone: 'warn', text: `${copy}, the last sync ${what}`, next };
  }
  if (age === null || lastCompletedAt === null) return { tone: 'none', text: 'Never synced', next };
  const ageMs = nowMs - Date.parse(lastCompletedAt);
  if (ageMs > Math.max(staleAfterMs, 2 * intervalMinutes * 60_000)) {
    return { tone: 'warn', text: `Stale: synced ${age}`, next };
  }
  return { tone: 'ok', text: `Synced ${age}`, next };
}

function describeNext({ nextAt, waitsFor, isOnline }: SyncPlan, nowMs: number): string | null {
  if (!isOnline) return 'Offline';
  if (waitsFor === 'person') return 'Automatic sync waits for you';
  if (nextAt === null) return null;
  const minutes = Math.round((Date.parse(nextAt) - nowMs) / 60_000);
  if (minutes <= 1) return 'Next sync in a minute';
  return minutes < 100
    ? `Next sync in ${String(minutes)} min`
    : `Next sync in ${String(Math.round(minutes / 60))} h`;
}
