import type { RequestName, Requests } from '../../shared/ipc.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Reads } from '../workers/reads.ts';

/** Lets the window cancel a request to the service or long work. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
}

/** A function for each request; failures are thrown as `FailureError`. answer.ts handles `requests:cancel`. */
export type Handlers = {
  readonly [K in Exclude<RequestName, 'requests:cancel'>]: (
    args: Requests[K]['args'],
    call?: Call,
  ) => Requests[K]['reply'] | Promise<Requests[K]['reply']>;
};

/** The handlers of the requests whose names begin with a noun. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  Extract<keyof Handlers, `${Noun}:${string}`>
>;

/** Handlers that pass a request on to the reader of its account. */
export const askReader =
  (session: (accountId: string) => Pick<Session, 'reader'>) =>
  <K extends keyof Reads>(name: K) =>
  (args: Requests[K]['args'], call?: Call): Promise<Requests[K]['reply']> =>
    session(args.accountId).reader.call(name, args, call);
