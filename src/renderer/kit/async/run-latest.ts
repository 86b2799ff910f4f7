/**
 * Returns a function that runs one piece of work at a time. Of the work requested
 * meanwhile only the last is run: the rest would be out of date. Its promise resolves when
 * nothing is waiting. The work must not throw.
 */
export function createLatestRunner(): (work: () => Promise<void>) => Promise<void> {
  let next: (() => Promise<void>) | null = null;
  let running: Promise<void> | null = null;
  const runAll = async (): Promise<void> => {
    while (next !== null) {
      const work = next;
      next = null;
      await work();
    }
    running = null;
  };
  return (work) => {
    next = work;
    return (running ??= runAll());
  };
}
