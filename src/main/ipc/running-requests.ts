/** Requests of the window that are being answered, so that it can take one back. */
export interface RunningRequests {
  /**
   * Does the work of a request with a signal that `cancel` ends.
   *
   * @param id as the window numbered it; without one it can't be taken back
   */
  run<T>(
    id: number | undefined,
    work: (signal: AbortSignal | undefined) => T | Promise<T>,
  ): Promise<T>;
  /** Ends a request that is still being answered; of another nothing comes. */
  cancel(id: number): void;
}

/** Builds an empty set of running requests. */
export function createRunningRequests(): RunningRequests {
  const running = new Map<number, AbortController>();
  return {
    async run(id, work) {
      if (id === undefined) return work(undefined);
      const controller = new AbortController();
      running.set(id, controller);
      try {
        return await work(controller.signal);
      } finally {
        // A page that was loaded anew counts from one again.
        if (running.get(id) === controller) running.delete(id);
      }
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
