import type { Failure } from '../../../shared/failure.ts';
import { attempt } from '../../bridge.ts';

/** A piece of work that a person waits for: whether it runs, and how it failed. */
export class Task {
  isBusy = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** Of the work that is waited for. */
  #controller = new AbortController();

  /**
   * Runs the work, in place of what ran before. Undefined: it failed (see `failure`),
   * or nobody waits for it any more.
   *
   * @param work is given the signal with which it is taken back
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.leave();
    const { signal } = this.#controller;
    this.isBusy = true;
    const answer = await attempt(
      () => work(signal),
      (failure) => {
        if (!signal.aborted) this.failure = failure;
      },
    );
    if (signal.aborted) return undefined;
    this.isBusy = false;
    return answer;
  }

  /** Takes the work back and stops waiting; an answer that still comes is dropped. */
  leave(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.isBusy = false;
    this.failure = null;
  }
}
