import { fail, type FailureError } from '../../shared/failure.ts';
import type { Requests } from '../../shared/ipc.ts';
import type { Store } from '../store/contract.ts';
import { reads, type ReadName } from './reads.ts';

/** Answers what the window asks of one offline copy. */
export interface Reader {
  /**
   * Failures as of the store; `invalid-input` for a filter that makes no sense. One that is
   * taken back before its turn, or between the facets it asks for, ends as `cancelled`.
   */
  ask<K extends ReadName>(
    name: K,
    args: Requests[K]['args'],
    signal?: AbortSignal,
  ): Promise<Requests[K]['reply']>;
  /** Ends when nothing has the offline copy open any more. */
  close(): Promise<void>;
}

export const takenBackFailure = (): FailureError =>
  fail('cancelled', 'This answer was not needed any more.');

/** A reader that answers in this thread, from a store that somebody else closes. */
export function createReaderHere(store: Store): Reader {
  return {
    // Async, so that a failure is a rejection here too.
    // eslint-disable-next-line @typescript-eslint/require-await
    ask: async (name, args, signal) => {
      if (signal?.aborted === true) throw takenBackFailure();
      return reads[name](store, args, () => true);
    },
    close: () => Promise.resolve(),
  };
}
