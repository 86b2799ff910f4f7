import type { RequestName, Requests } from '../../shared/ipc.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Reads } from '../workers/reads.ts';

/** The window's way to take a request back, for those that go to the service. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
}

/** One function a request; a failure is thrown as a `FailureError`. Taking one back is answer.ts's own. */
export type Handlers = {
  readonly [K in Exclude<RequestName, 'requests:cancel'>]: (
    args: Requests[K]['args'],
    call?: Call,
  ) => Requests[K]['reply'] | Promise<Requests[K]['reply']>;
};

/** The handlers of one noun: those whose names begin with it. */
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
