import { Worker } from 'node:worker_threads';
import { asFailure, fail, FailureError } from '../../shared/failure.ts';
import { connect, type Calls, type Functions, type Remote } from './connect.ts';

/** What a worker is started with. */
export type WorkerStart =
  | {
      /** `read` answers requests, `job` edits and exports, `sync` does one sync, `gateway` serves until it is stopped. */
      readonly role: 'read' | 'job' | 'sync' | 'gateway';
      readonly databaseFile: string;
    }
  /** The service of a demo account. */
  | { readonly role: 'demo' };

export interface WorkerHandle<C extends Calls<C>> extends Remote<C> {
  /** Settles when the worker has exited, for whatever reason. */
  readonly exited: Promise<unknown>;
  /** Has the worker close its files and exit, after the calls that it has received. */
  readonly close: () => Promise<void>;
}

/** Records and lines are garbage as soon as they are written: a small young generation frees them early. */
const smallYoungGeneration = { maxYoungGenerationSizeMb: 8 };

/**
 * Starts a worker. If it dies, every pending call and every later one is rejected.
 *
 * @param file the module entry.ts, as built
 * @param own the functions of this thread that the worker may call
 */
export function startWorker<C extends Calls<C>, Own extends Calls<Own> = object>(
  file: URL,
  start: WorkerStart,
  own?: Functions<Own>,
): WorkerHandle<C> {
  const { role } = start;
  const handlesRecords = role === 'job' || role === 'sync';
  const worker = new Worker(file, {
    workerData: start,
    name: role,
    ...(handlesRecords && { resourceLimits: smallYoungGeneration }),
  });
  const { call, serve, end } = connect<C>(worker);
  if (own) serve(own);
  worker.once('error', (error) => {
    end(new FailureError(asFailure(error), { cause: error }));
  });
  // `events.once` would reject on 'error' and could miss an 'exit' of the same turn.
  const { promise: exited, resolve: noteExit } = Promise.withResolvers<undefined>();
  worker.once('exit', () => {
    end(fail('canceled', 'The account has been closed. Nothing was changed.'));
    noteExit(undefined);
  });
  return {
    call,
    exited,
    async close() {
      worker.postMessage({ kind: 'close' }); // see entry.ts
      await exited;
    },
  };
}
