/** Requests of the window that are running, so that it can cancel one. */
export type RunningRequests = ReturnType<typeof createRunningRequests>;

/** Creates an empty set of running requests. */
export function createRunningRequests() {
  const running = new Map<number, AbortController>();
  return {
    /**
     * Runs a request with a signal that `cancel` aborts.
     *
     * @param id the window's number of the request; without one it cannot be canceled
     */
    async run<T>(
      id: number | undefined,
      work: (signal: AbortSignal | undefined) => T | Promise<T>,
    ): Promise<T> {
      if (id === undefined) return work(undefined);
      const controller = new AbortController();
      running.set(id, controller);
      try {
        return await work(controller.signal);
      } finally {
        // A reloaded page starts counting at one again.
        if (running.get(id) === controller) running.delete(id);
      }
    },
    /** Cancels a running request; does nothing for another number. */
    cancel(id: number): void {
      running.get(id)?.abort();
    },
  };
}
