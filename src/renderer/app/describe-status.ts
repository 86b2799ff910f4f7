import {
  missingResources,
  nameResources,
  type SyncPlan,
  type SyncState,
  resourceWords,
  describeWait,
  type SyncProgress,
} from '../../shared/sync.ts';
import { formatAge, formatUntil } from '../format/format-time.ts';
import { formatCount } from '../format/format-number.ts';

/** The age of the cached data, as the status bar shows it. */
interface AgeNote {
  readonly tone: 'ok' | 'warn' | 'none';
  readonly text: string;
  /** When the next automatic sync is due, or what it waits for; null: nothing to show. */
  readonly next: string | null;
}

const hourMs = 3_600_000;
/** Older data is out of date, unless two intervals are longer. */
const staleAfterMs = 24 * hourMs;

/**
 * Describes the age of the cached data, and what comes next.
 *
 * @param intervalMinutes between two automatic syncs; 0: none
 * @param isKeyless whether the keys are missing, so that no sync can run
 */
export function describeAge(
  state: SyncState,
  plan: SyncPlan | null,
  intervalMinutes: number,
  nowMs: number,
  isKeyless = false,
): AgeNote {
  const { lastCompletedAt, lastProblem } = state;
  const age = lastCompletedAt === null ? null : formatAge(lastCompletedAt, nowMs);
  const isCanceled = lastProblem?.code === 'canceled';
  const hasFailed = lastProblem !== null && !isCanceled;
  const next = plan && describeNext(plan, nowMs, isKeyless, hasFailed);
  if (hasFailed) {
    const text = age === null ? 'First sync incomplete' : `Sync failed, showing data from ${age}`;
    return { tone: 'warn', text, next };
  }
  if (age === null || lastCompletedAt === null) {
    return { tone: 'none', text: isCanceled ? 'First sync not finished' : 'Never synced', next };
  }
  const missing = missingResources(state.resources);
  if (missing.length > 0) {
    return { tone: 'warn', text: `Synced ${age}, without ${nameResources(missing)}`, next };
  }
  const ageMs = nowMs - Date.parse(lastCompletedAt);
  if (ageMs > Math.max(staleAfterMs, 2 * intervalMinutes * 60_000)) {
    return { tone: 'warn', text: `Out of date: synced ${age}`, next };
  }
  return { tone: 'ok', text: `Synced ${age}`, next };
}

function describeNext(
  { nextAt, waitsFor, isOnline }: SyncPlan,
  nowMs: number,
  isKeyless: boolean,
  hasFailed: boolean,
): string | null {
  if (!isOnline) return 'Offline';
  if (isKeyless) return 'Auto-sync paused: add keys';
  if (waitsFor === 'person') return 'Auto-sync paused: check keys';
  if (nextAt === null) return null;
  // After failures the interval grows, and is not the one of the settings.
  return `${hasFailed ? 'Next try' : 'Next sync'} ${formatUntil(nextAt, nowMs)}`;
}

/** The running sync, as the status bar shows it. */
interface ProgressNote {
  readonly text: string;
  /** From 0 to 1; null: not known. */
  readonly share: number | null;
  /** What to do about a service that does not respond; null while it does. */
  readonly hint: string | null;
}

/** A sync that takes longer shows its time. */
const longMs = 10_000;
/** A service that is silent for longer may not respond at all. */
const silentMs = 10_000;

/** Describes the progress of a sync, and for how long the service has been silent. */
export function describeProgress(
  progress: SyncProgress | null,
  { startedAtMs, heardAtMs }: { readonly startedAtMs: number; readonly heardAtMs: number },
  nowMs: number,
): ProgressNote {
  const time = nowMs - startedAtMs < longMs ? '' : `, ${formatDuration(nowMs - startedAtMs)}`;
  const isSilent = nowMs - heardAtMs >= silentMs;
  const hint = isSilent
    ? `No response for ${formatDuration(nowMs - heardAtMs)}. Wait, or cancel and check the network.`
    : null;
  if (progress === null) return { text: `Syncing${time}`, share: null, hint };
  const { resource, received, expected } = progress;
  const share = shareOf(received, expected);
  const wait = describeWait(progress);
  if (wait !== undefined) return { text: wait, share, hint: null };
  const of = expected === null ? '' : ` of ${formatCount(expected)}`;
  const text = `Syncing ${resourceWords[resource]}: ${formatCount(received)}${of}${time}`;
  return { text, share, hint };
}

function shareOf(received: number, expected: number | null): number | null {
  if (expected === null) return null;
  return expected === 0 ? 1 : received / expected;
}

function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
