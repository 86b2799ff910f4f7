import {
  missingResources,
  nameResources,
  type SyncPlan,
  type SyncState,
  resourceWords,
  describeWait,
  type SyncProgress,
} from '../../shared/sync.ts';
import { formatAge, formatShortDuration, formatUntil } from '../format/format-time.ts';
import { formatCount } from '../format/format-number.ts';

interface AgeNote {
  readonly tone: 'ok' | 'warn' | 'none';
  readonly text: string;
  /** Null: nothing to show. */
  readonly next: string | null;
}

const hourMs = 3_600_000;
/** Unless two intervals are longer. */
const staleAfterMs = 24 * hourMs;

/**
 * Describes age and next sync.
 *
 * @param intervalMinutes 0: none
 * @param isKeyless no sync can run
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
  // Failures extend the interval.
  return `${hasFailed ? 'Next try' : 'Next sync'} ${formatUntil(nextAt, nowMs)}`;
}

interface ProgressNote {
  readonly text: string;
  /** 0 to 1; null: unknown. */
  readonly share: number | null;
  /** Null: the service responds. */
  readonly hint: string | null;
}

/** Then its time is shown. */
const longMs = 10_000;
/** Then the service may not respond. */
const silentMs = 10_000;

/** Describes a sync with the service's silence. */
export function describeProgress(
  progress: SyncProgress | null,
  { startedAtMs, heardAtMs }: { readonly startedAtMs: number; readonly heardAtMs: number },
  nowMs: number,
): ProgressNote {
  const time = nowMs - startedAtMs < longMs ? '' : `, ${formatShortDuration(nowMs - startedAtMs)}`;
  const isSilent = nowMs - heardAtMs >= silentMs;
  const hint = isSilent
    ? `No response for ${formatShortDuration(nowMs - heardAtMs)}. Wait, or cancel and check the network.`
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
