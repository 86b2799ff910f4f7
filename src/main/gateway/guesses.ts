import type { Socket } from 'node:net';

/** So many wrong logins are answered at once; after that, one in each interval. */
const mostAtOnce = 50;
const everyMs = 200;

/** Makes guessing a token slow. */
export type Guesses = ReturnType<typeof createGuesses>;

/**
 * Creates the brake of a gateway. Programs that have logged in are never held up; a new connection is as long as others guess,
 * because only the token tells them apart.
 */
export function createGuesses(nowMs: () => number = () => performance.now()) {
  const admitted = new WeakSet<Socket>();
  /** When all wrong logins so far are paid for, each with an interval. */
  let paidAtMs = 0;
  return {
    /** How long a connection has to wait before its login is looked at, in milliseconds. */
    waitMs(socket: Socket): number {
      if (admitted.has(socket)) return 0;
      const waitMs = paidAtMs - mostAtOnce * everyMs - nowMs();
      if (waitMs <= 0) return 0;
      // The next one waits for its own turn.
      paidAtMs += everyMs;
      return waitMs;
    },
    wrong(): void {
      paidAtMs = Math.max(paidAtMs, nowMs()) + everyMs;
    },
    right(socket: Socket): void {
      admitted.add(socket);
    },
  };
}
