import { resourceWords, type SyncProgress } from '../../shared/sync.ts';
import { formatCount } from '../format/format-number.ts';

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
  const of = expected === null ? '' : ` of ${formatCount(expected)}`;
  const text = `Syncing ${resourceWords[resource]}: ${formatCount(received)}${of}${time}`;
  return { text, share: shareOf(received, expected), hint };
}

function shareOf(received: number, expected: number | null): number | null {
  if (expected === null) return null;
  return expected === 0 ? 1 : received / expected;
}

function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
