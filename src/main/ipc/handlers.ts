import type { RequestName, Requests } from '../../shared/ipc.ts';
import type { Session } from '../accounts/sessions.ts';
import { readNames, type Reads } from '../workers/reads.ts';

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

/** The handlers of the requests whose names begin with a noun, without those that `readHandlers` has. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  Exclude<Extract<keyof Handlers, `${Noun}:${string}`>, keyof Reads>
>;

/** Handlers of the requests in workers/reads.ts: each is passed on to the workers of its account. */
export function readHandlers({
  session,
}: {
  session: (accountId: string) => Pick<Session, 'workers'>;
}): Pick<Handlers, keyof Reads> {
  const ask =
    <K extends keyof Reads>(name: K) =>
    (args: Requests[K]['args'], call?: Call): Promise<Requests[K]['reply']> =>
      session(args.accountId).workers.call(name, args, call);
  // Each name gets its handler; the compiler can't follow that through a list of names.
  return Object.fromEntries(readNames.map((name) => [name, ask(name)])) as unknown as Pick<
    Handlers,
    keyof Reads
  >;
}
