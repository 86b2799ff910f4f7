/** Requests of the window that are running, so that it can cancel one. */
export interface RunningRequests {
  /**
   * Runs a request with a signal that `cancel` aborts.
   *
   * @param id the window's number of the request; without one it cannot be canceled
   */
  run<T>(
    id: number | undefined,
    work: (signal: AbortSignal | undefined) => T | Promise<T>,
  ): Promise<T>;
  /** Cancels a running request; does nothing for another number. */
  cancel(id: number): void;
}

/** Creates an empty set of running requests. */
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
        // A reloaded page starts counting at one again.
        if (running.get(id) === controller) running.delete(id);
      }
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
