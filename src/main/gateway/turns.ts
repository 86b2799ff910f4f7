export type Turns = ReturnType<typeof createTurns>;

/** Runs at most `most` tasks at once, the others in order. */
export function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    waitingCount: () => waiting.length,
    isIdle: () => running === 0,
    async run<T>(task: () => Promise<T>): Promise<T> {
      // An ending task passes on its turn.
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
