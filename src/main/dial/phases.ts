import type { PhaseDurations, ProbePhase } from '../../shared/records/test-result.ts';
import { StoppedError } from './judge-error.ts';

/** The longest time of each phase, in milliseconds; none: it has no limit. */
export type PhaseTimes = { readonly [P in ProbePhase]?: number };

/** The phases of one request through a proxy, with the time that each of them took. */
export type Phases = ReturnType<typeof createPhases>;

/** @param signal nobody waits for the request any longer */
export function createPhases(timesMs: PhaseTimes, signal?: AbortSignal) {
  const phases: { -readonly [P in ProbePhase]: PhaseDurations[P] } = {
    lookup: null,
    connect: null,
    handshake: null,
    tls: null,
    firstByte: null,
    body: null,
  };
  let current: ProbePhase = 'lookup';
  return {
    /**
     * Runs a phase within its time.
     *
     * @throws StoppedError if it takes longer, or if `signal` is aborted
     */
    async measure<T>(name: ProbePhase, run: () => Promise<T>): Promise<T> {
      current = name;
      const beganAtMs = performance.now();
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop = (): void => {
        reject(new StoppedError());
      };
      const limitMs = timesMs[name];
      const timer = limitMs === undefined ? undefined : setTimeout(stop, limitMs);
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
      try {
        return await Promise.race([run(), stopped]);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        phases[name] = performance.now() - beganAtMs;
      }
    },
    /** The phase that runs, or ran last: an error between two of them is that of the next one. */
    current: () => current,
    durations: (): PhaseDurations => ({ ...phases }),
  };
}
