import type { Clock } from '../ports.ts';

/** One moment on both clocks. */
export interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** Both clocks now, as one moment. */
export function readMoment(clock: Clock): Moment {
  return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
}

/**
 * How long ago a moment was. Time asleep counts, which only the wall clock may
 * have seen; a wall clock that was set back does not make it less.
 */
export function elapsedMs(since: Moment, now: Moment): number {
  return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
}
