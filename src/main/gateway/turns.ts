/** The turn of a task did not come in time. */
export class NoTurnError extends Error {}

/** Runs a few tasks at once; the others wait for their turn, which comes first to the one that waits longest. */
export type Turns = ReturnType<typeof createTurns>;

/** @param most so many run at once */
export function createTurns(most: number) {
  let running = 0;
  const waiting = new Set<() => void>();
  const takeTurn = (limitMs: number | undefined): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    waiting.add(begin);
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            waiting.delete(begin);
            reject(new NoTurnError());
          }, limitMs);
    function begin(): void {
      clearTimeout(timer);
      resolve(undefined);
    }
    return promise;
  };
  return {
    waitingCount: () => waiting.size,
    /**
     * Runs a task when it is next.
     *
     * @param limitMs the longest wait for the turn
     * @throws NoTurnError if the turn does not come in time; the task does not run then
     */
    async run<T>(task: () => Promise<T>, limitMs?: number): Promise<T> {
      // A task that ends gives its place to the next one.
      if (running >= most) await takeTurn(limitMs);
      else running += 1;
      try {
        return await task();
      } finally {
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else running -= 1;
      }
    },
  };
}
