/** Runs a few tasks at once; the others wait for their turn, which comes first to the one that waits longest. */
export type Turns = ReturnType<typeof createTurns>;

/** @param most so many run at once */
export function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    waitingCount: () => waiting.length,
    isIdle: () => running === 0,
    /** Runs a task when it is next. */
    async run<T>(task: () => Promise<T>): Promise<T> {
      // A task that ends gives its place to the next one.
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
