import type { Requests } from '../../shared/ipc.ts';
import type { Store } from '../store/contract.ts';
import { reads, type ReadName } from './reads.ts';

/** Answers what the window asks of one offline copy. */
export interface Reader {
  /** Failures as of the store; `invalid-input` for a filter that makes no sense. */
  ask<K extends ReadName>(name: K, args: Requests[K]['args']): Promise<Requests[K]['reply']>;
  /** Ends when nothing has the offline copy open any more. */
  close(): Promise<void>;
}

/** A reader that answers in this thread, from a store that somebody else closes. */
export function createReaderHere(store: Store): Reader {
  return {
    // Async, so that a failure is a rejection here too.
    // eslint-disable-next-line @typescript-eslint/require-await
    ask: async (name, args) => reads[name](store, args),
    close: () => Promise.resolve(),
  };
}
