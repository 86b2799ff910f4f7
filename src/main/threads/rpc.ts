import { ownValue } from '../../shared/own-value.ts';
import { Worker } from 'node:worker_threads';
import { asFailure, fail, FailureError, type Result } from '../../shared/failure.ts';
import type { Progress } from '../../shared/sync.ts';

export interface Call<Args, Reply> {
  readonly args: Args;
  readonly reply: Reply;
}
/** What can be called over a connection. */
export type Calls<C> = { readonly [K in keyof C]: Call<unknown, unknown> };

/** What a function knows about the call that it handles. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Whether the caller aborted. Unlike the signal it also works between two turns of the event loop. */
  readonly isCanceled: () => boolean;
  readonly report: (progress: Progress) => void;
}

/** The functions that handle calls. */
export type Functions<C extends Calls<C>> = {
  readonly [K in keyof C]: (args: C[K]['args'], context: CallContext) => C[K]['reply'] | Promise<C[K]['reply']>;
};
type AnyFunction = (args: unknown, context: CallContext) => unknown;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Functions that run elsewhere. */
export interface Remote<C extends Calls<C>> {
  /**
   * Calls a function and waits until it has ended, even if the call is aborted. A call that is
   * aborted while it waits never begins (failure `canceled`).
   *
   * @throws FailureError the failure that the function threw; for an error that is not a failure
   *   `internal`, with the stack of that error as cause
   */
  readonly call: <K extends keyof C & string>(
    name: K,
    args: C[K]['args'],
    options?: CallOptions,
  ) => Promise<C[K]['reply']>;
}

/** A connection to another thread. */
export interface Connection<C extends Calls<C>> extends Remote<C> {
  /** Handles the calls of the other side; must be called in the same turn as `connect`. */
  readonly serve: <Own extends Calls<Own>>(functions: Functions<Own>) => void;
  /** Rejects every pending call and every later one. */
  readonly end: (error: FailureError) => void;
}

/** A `Worker` or a `MessagePort`. */
export interface Port {
  postMessage(message: Message): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

interface CallMessage {
  readonly kind: 'call';
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
  /** Shared memory, so that a busy thread sees it: 1 as soon as the caller aborts, 2 once the call has ended. */
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
  /** Of the error, if it is not ok. */
  readonly stack?: string;
}

/** The stack of an error as text, because not every error can be sent to another thread. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : 'unknown';

/** An error of another thread, for the log. */
export function errorOfStack(stack: string): Error {
  const error = new Error('An error in a worker.');
  error.stack = stack;
  return error;
}

const canceledCall = (): FailureError => fail('canceled', 'Canceled. Nothing was changed.');

/** Connects two threads: each can call the functions that the other one serves. */
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
        // The other side replies to a name with the type of that name.
        return await promise;
      } finally {
        pending.delete(id);
        signal?.removeEventListener('abort', abort);
      }
    },
    serve(own) {
      // On the other side the types of `call` keep each name and its arguments together.
      functions = own;
    },
    end(error) {
      ended ??= error;
      for (const { reject } of pending.values()) reject(error);
    },
  };
}

/** The threads of a pool: two read, one writes and exports, one tests proxies. */
export type PoolThread = 'read' | 'query' | 'jobs' | 'tests';

/** What a thread is started with. */
export type ThreadStart =
  | {
      /** `sync` does one sync, `gateway` serves until it is stopped. */
      readonly thread: PoolThread | 'sync' | 'gateway';
      readonly databaseFile: string;
    }
  /** The service of a demo account. */
  | { readonly thread: 'demo' };

/** A thread that this one has started. */
export interface ThreadHandle<C extends Calls<C>> extends Remote<C> {
  /** Settles when the thread has exited, for whatever reason. */
  readonly exited: Promise<unknown>;
  /** Has the thread close its files and exit, after the calls that it has received. */
  readonly close: () => Promise<void>;
}

/**
 * Records and lines are garbage as soon as they are written: a small young generation frees them early. Those of a sync live as
 * long as their page; with 8 MB its thread copies them too often, a tenth of its processor time. A gateway forgets a request when
 * it is over: without a limit its thread grows by 150 MB in an hour of traffic, and is not faster.
 */
const youngGenerationMb: { readonly [thread: string]: number } = { jobs: 8, tests: 8, sync: 32, gateway: 6 };

/**
 * Starts a thread. If it dies, every pending call and every later one is rejected.
 *
 * @param file the module entry.ts, as built
 * @param own the functions of this thread that the new one may call
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
      worker.postMessage({ kind: 'close' } satisfies Message);
      await exited;
    },
  };
}
