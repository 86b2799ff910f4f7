/** The functions that the app gets from its process; passed in, so that tests can replace them. */
import type { Events } from '../shared/ipc.ts';

/** Sends an event to every window; does nothing in a command line. */
export type Emit = <K extends keyof Events>(name: K, payload: Events[K]) => void;

/** The log: an event and plain facts, never a secret. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, error: unknown): void;
}

/** The time of this machine. */
export interface Clock {
  /** Milliseconds since the epoch on the machine's clock, which can be changed. */
  wallMs(): number;
  /** Milliseconds that only increase; they may stop while the machine sleeps. */
  monotonicMs(): number;
  /** Calls a function once after a delay; returns a function that cancels it. */
  after(delayMs: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, call) {
    // A timer must not keep an idle process alive.
    const timer = setTimeout(call, delayMs).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
