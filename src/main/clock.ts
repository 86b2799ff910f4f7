/** The time of this machine, passed in so that tests can make days pass. */
export interface Clock {
  /** Milliseconds since the epoch, as the machine's clock says; it may be set forward and back. */
  wallMs(): number;
  /** Milliseconds that only grow; they may stand still while the machine sleeps. */
  monotonicMs(): number;
  /** Calls once after a delay; returns the way to call it off. */
  after(delayMs: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, call) {
    // It must not keep a process alive that has nothing else to do.
    const timer = setTimeout(call, delayMs).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

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
