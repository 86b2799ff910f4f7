import type { Requests } from '../../shared/ipc.ts';
import type { Reads } from '../workers/reads.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Call } from './handlers.ts';

/** Handlers that hand a question on to the reader of the account that it names. */
export const askReader =
  (session: (accountId: string) => Pick<Session, 'reader'>) =>
  <K extends keyof Reads>(name: K) =>
  (args: Requests[K]['args'], call?: Call): Promise<Requests[K]['reply']> =>
    session(args.accountId).reader.call(name, args, call);
