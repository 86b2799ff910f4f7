import type { RequestName, Requests } from '../../shared/ipc.ts';

/** One function a request; a failure is thrown as a `FailureError`. */
export type Handlers = {
  readonly [K in RequestName]: (
    args: Requests[K]['args'],
  ) => Requests[K]['reply'] | Promise<Requests[K]['reply']>;
};

/** The handlers of one noun: those whose names begin with it. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  Extract<RequestName, `${Noun}:${string}`>
>;
