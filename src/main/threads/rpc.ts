import { ownValue } from '../../shared/own-value.ts';
import { Worker } from 'node:worker_threads';
import { asFailure, fail, FailureError, type Result } from '../../shared/failure.ts';
import type { Progress } from '../../shared/sync.ts';

export interface Call<Args, Reply> {
  readonly args: Args;
  readonly reply: Reply;
}
export type Calls<C> = { readonly [K in keyof C]: Call<unknown, unknown> };

export interface CallContext {
  readonly signal: AbortSignal;
  /** Also works within one turn of the event loop. */
  readonly isCanceled: () => boolean;
  readonly report: (progress: Progress) => void;
}

export type Functions<C extends Calls<C>> = {
  readonly [K in keyof C]: (args: C[K]['args'], context: CallContext) => C[K]['reply'] | Promise<C[K]['reply']>;
};
type AnyFunction = (args: unknown, context: CallContext) => unknown;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Remote<C extends Calls<C>> {
  /**
   * Calls a function and awaits its end, even if aborted; `canceled` before it begins.
   *
   * @throws FailureError of the function; others as `internal` with the stack as cause
   */
  readonly call: <K extends keyof C & string>(
    name: K,
    args: C[K]['args'],
    options?: CallOptions,
  ) => Promise<C[K]['reply']>;
}

export interface Connection<C extends Calls<C>> extends Remote<C> {
  /** In the same turn as `connect`. */
  readonly serve: <Own extends Calls<Own>>(functions: Functions<Own>) => void;
  /** Rejects pending and later calls. */
  readonly end: (error: FailureError) => void;
}

export interface Port {
  postMessage(message: Message): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

interface CallMessage {
  readonly kind: 'call';
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
  /** Shared, so that a busy thread sees it: 1 aborted, 2 ended. */
  readonly canceled: Int32Array;
}
type Message =
  | CallMessage
  | { readonly kind: 'close' }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | ResultMessage;

interface ResultMessage {
  readonly kind: 'result';
  readonly id: number;
  readonly result: Result<unknown>;
  readonly stack?: string;
}

/** As text: not every error can be sent. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : 'unknown';

export function errorOfStack(stack: string): Error {
  const error = new Error('An error in a worker.');
  error.stack = stack;
  return error;
}

const canceledCall = (): FailureError => fail('canceled', 'Canceled. Nothing was changed.');

/** Connects threads that call each other. */
export function connect<C extends Calls<C>>(port: Port): Connection<C> {
  const pending = new Map<number, CallOptions & Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>();
  let functions: { readonly [name: string]: AnyFunction } = {};
  let ended: FailureError | undefined;
  let callCount = 0;

  const answer = async ({ id, name, args, canceled }: CallMessage): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    const isCanceled = (): boolean => {
      if (Atomics.load(canceled, 0) === 1) controller.abort();
      return signal.aborted;
    };
    const { async: isWaiting, value: changed } = Atomics.waitAsync(canceled, 0, 0);
    if (isWaiting) void changed.then(isCanceled);
    const report = (progress: Progress): void => {
      port.postMessage({ kind: 'progress', id, progress });
    };
    try {
      if (isCanceled()) throw canceledCall();
      const value = await ownValue(functions, name)?.(args, { signal, isCanceled, report });
      port.postMessage({ kind: 'result', id, result: { ok: true, value } });
    } catch (error) {
      const result = { ok: false, failure: asFailure(error) } as const;
      port.postMessage({ kind: 'result', id, result, stack: stackOf(error) });
    } finally {
      Atomics.compareExchange(canceled, 0, 0, 2);
      Atomics.notify(canceled, 0);
    }
  };

  const settle = ({ id, result, stack = '' }: ResultMessage): void => {
    const call = pending.get(id);
    if (result.ok) call?.resolve(result.value);
    else call?.reject(new FailureError(result.failure, { cause: errorOfStack(stack) }));
  };

  port.on('message', (message) => {
    if (message.kind === 'call') void answer(message);
    else if (message.kind === 'progress') pending.get(message.id)?.onProgress?.(message.progress);
    else if (message.kind === 'result') settle(message);
  });
  return {
    async call(name, args, { signal, onProgress } = {}) {
      if (ended) throw ended;
      const id = (callCount += 1);
      const canceled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const abort = (): void => {
        Atomics.compareExchange(canceled, 0, 0, 1);
        Atomics.notify(canceled, 0);
      };
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      pending.set(id, { resolve, reject, onProgress });
      try {
        port.postMessage({ kind: 'call', id, name, args, canceled });
        // The reply has the type of its name.
        return await promise;
      } finally {
        pending.delete(id);
        signal?.removeEventListener('abort', abort);
      }
    },
    serve(own) {
      // The types of `call` keep names and arguments together.
      functions = own;
    },
    end(error) {
      ended ??= error;
      for (const { reject } of pending.values()) reject(error);
    },
  };
}

/** Two read, one writes and exports, one tests. */
export type PoolThread = 'read' | 'query' | 'jobs' | 'tests';

export type ThreadStart =
  | {
      /** `sync` does one sync, `gateway` serves until stopped. */
      readonly thread: PoolThread | 'sync' | 'gateway';
      readonly databaseFile: string;
    }
  | { readonly thread: 'demo' };

export interface ThreadHandle<C extends Calls<C>> extends Remote<C> {
  /** Also after a crash. */
  readonly exited: Promise<unknown>;
  /** Lets received calls end first. */
  readonly close: () => Promise<void>;
}

/**
 * Written rows are garbage: a small young generation frees them early. Rows of a sync live for a page, so 8 MB costs it
 * a tenth of its time. Without a limit a gateway grows by 150 MB an hour.
 */
const youngGenerationMb: { readonly [thread: string]: number } = { jobs: 8, tests: 8, sync: 32, gateway: 6 };

/**
 * Starts a thread; its death rejects calls.
 *
 * @param own functions that it may call
 */
export function startThread<C extends Calls<C>, Own extends Calls<Own> = object>(
  file: URL,
  start: ThreadStart,
  own?: Functions<Own>,
): ThreadHandle<C> {
  const { thread } = start;
  const maxYoungGenerationSizeMb = youngGenerationMb[thread];
  const worker = new Worker(file, {
    workerData: start,
    name: thread,
    ...(maxYoungGenerationSizeMb && { resourceLimits: { maxYoungGenerationSizeMb } }),
  });
  const { call, serve, end } = connect<C>(worker);
  if (own) serve(own);
  worker.once('error', (error) => {
    end(new FailureError(asFailure(error), { cause: error }));
  });
  // `events.once` rejects on 'error', and could miss an 'exit' of the same turn.
  const { promise: exited, resolve: noteExit } = Promise.withResolvers<undefined>();
  worker.once('exit', () => {
    end(fail('canceled', 'The account has been closed. Nothing was changed.'));
    noteExit(undefined);
  });
  return {
    call,
    exited,
    async close() {
      worker.postMessage({ kind: 'close' } satisfies Message);
      await exited;
    },
  };
}
