import type { RetryClock } from '../../src/main/api/http/retry-clock.ts';

/** A clock that moves only when something waits, and then at once; `waits` are in milliseconds. */
export function createTestClock(): RetryClock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let nowMs = 0;
  return {
    waits,
    wait(milliseconds) {
      waits.push(milliseconds);
      nowMs += milliseconds;
      return Promise.resolve();
    },
    now: () => nowMs,
    wallMs: () => Date.UTC(2026, 10, 27) + nowMs,
    random: () => 0,
  };
}
