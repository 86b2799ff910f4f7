import { onDestroy } from 'svelte';
import type { Failure } from '../../../shared/failure.ts';
import { attempt } from './promises.ts';

/** Work that the user waits for: whether it runs, and how it failed. */
export class Task {
  isBusy = $state(false);
  failure = $state.raw<Failure | null>(null);
  #controller = new AbortController();

  /**
   * Runs the work and cancels the work before it. Undefined: it failed (see `failure`) or
   * was canceled.
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

  /** Aborts the work; a result that still arrives is dropped. */
  cancel(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.isBusy = false;
    this.failure = null;
  }
}

/** A task that is canceled with the component that creates it. Call it while a component is set up. */
export function createTask(): Task {
  const task = new Task();
  onDestroy(() => {
    task.cancel();
  });
  return task;
}
