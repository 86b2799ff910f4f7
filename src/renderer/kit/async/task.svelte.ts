import { onDestroy } from 'svelte';
import type { Failure } from '../../../shared/failure.ts';
import { attempt } from './promises.ts';

/** Work that the user waits for. */
export class Task {
  isBusy = $state(false);
  failure = $state.raw<Failure | null>(null);
  #controller = new AbortController();

  /**
   * Runs work, canceling earlier work. Undefined: failed (`failure`) or canceled.
   *
   * @param work gets the signal that cancels it
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.cancel();
    const { signal } = this.#controller;
    this.isBusy = true;
    const result = await attempt(
      () => work(signal),
      (failure) => {
        if (!signal.aborted) this.failure = failure;
      },
    );
    if (signal.aborted) return undefined;
    this.isBusy = false;
    return result;
  }

  /** Late results are dropped. */
  cancel(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.isBusy = false;
    this.failure = null;
  }
}

/** Canceled with its component; call it in set-up. */
export function createTask(): Task {
  const task = new Task();
  onDestroy(() => {
    task.cancel();
  });
  return task;
}
