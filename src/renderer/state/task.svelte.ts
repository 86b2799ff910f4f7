import type { Failure } from '../../shared/failure.ts';
import { attempt } from '../bridge.ts';

/** A piece of work that a person waits for: whether it runs, and how it failed. */
export class Task {
  isBusy = $state(false);
  failure = $state.raw<Failure | null>(null);
  #ticket = 0;

  /** Runs the work. Undefined: it failed (see `failure`), or nobody waits for it any more. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const ticket = (this.#ticket += 1);
    this.isBusy = true;
    this.failure = null;
    const answer = await attempt(work, (failure) => {
      if (ticket === this.#ticket) this.failure = failure;
    });
    if (ticket !== this.#ticket) return undefined;
    this.isBusy = false;
    return answer;
  }

  /** Stops waiting; an answer that still comes is dropped. */
  leave(): void {
    this.#ticket += 1;
    this.isBusy = false;
    this.failure = null;
  }
}
