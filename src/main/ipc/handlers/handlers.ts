import type { JsonText, RequestName, Requests } from '../../../shared/ipc.ts';
import type { SyncOutcome } from '../../../shared/sync.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { LastViews } from '../../accounts/last-views.ts';
import type { Registry } from '../../accounts/registry.ts';
import type { Session, Sessions } from '../../accounts/sessions.ts';
import type { Desktop, Emit, Log } from '../../ports.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import type { Save } from '../../exports/presets/presets.ts';
import type { Gateways } from '../../gateway/gateways.ts';
import type { ServiceEdits } from '../../sync/edit-service.ts';
import type { SyncEngine, SyncOptions } from '../../sync/engine.ts';
import type { SyncSchedule } from '../../sync/schedule.ts';
import type { TestRuns } from '../../test-runs/runs.ts';
import type { TestScheduler } from '../../test-runs/schedule.ts';
import { readNames, type ReadName } from '../../threads/functions.ts';
import { fail } from '../../../shared/failure.ts';

/** Lets the window cancel a request to the service or long work. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
}

/** The reply of each handler: a value, or the JSON text that a worker made of it. */
type HandlerReply<K extends RequestName> = K extends ReadName ? JsonText<Requests[K]['reply']> : Requests[K]['reply'];

/** A function for each request; failures are thrown as `FailureError`. */
export type Handlers = {
  readonly [K in RequestName]: (args: Requests[K]['args'], call?: Call) => HandlerReply<K> | Promise<HandlerReply<K>>;
};

/** What the handlers work with. */
export interface HandlerParts {
  /** The open session of an account; opens it if it is not open. */
  readonly session: (accountId: string) => Session;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly lastViews: LastViews;
  readonly registry: Registry;
  readonly engine: SyncEngine;
  /** Runs a sync, or joins the one in progress. */
  readonly sync: (accountId: string, options: SyncOptions) => Promise<SyncOutcome>;
  readonly schedule: SyncSchedule;
  readonly testRuns: TestRuns;
  readonly testSchedule: TestScheduler;
  readonly serviceEdits: ServiceEdits;
  readonly gateways: Gateways;
  /** Saves an export in a worker, and reports its progress to the window. */
  readonly save: (accountId: string) => Save;
  readonly lastSaved: ReturnType<typeof createLastSaved>;
  /** Cancels the sync and the test runs of an account, and waits until they have ended. */
  readonly stopWork: (accountId: string) => Promise<void>;
  readonly desktop: Desktop;
  readonly diagnostics: Diagnostics;
  readonly emit: Emit;
  readonly log: Log;
}

/** The handlers of the requests whose names begin with a noun, without those that `readHandlers` has. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  Exclude<Extract<keyof Handlers, `${Noun}:${string}`>, ReadName>
>;

/** Handlers of the requests that workers answer: each is passed on to the workers of its account. */
export function readHandlers({ session }: HandlerParts): Pick<Handlers, ReadName> {
  const ask =
    <K extends ReadName>(name: K) =>
    (args: Requests[K]['args'], call?: Call) =>
      session(args.accountId).workers.call(name, args, call);
  // Each name gets its handler; the compiler can't follow that through a list of names.
  return Object.fromEntries(readNames.map((name) => [name, ask(name)])) as unknown as Pick<Handlers, ReadName>;
}

/** The file that was saved last. The window names it by a number, because it never gets a path. */
export function createLastSaved() {
  let id = 0;
  let lastPath = '';
  return {
    /** Takes the path of a new file and returns its number. */
    put(path: string): number {
      lastPath = path;
      return (id += 1);
    },
    /** @throws FailureError `not-found` if another file was saved since */
    path(wanted: number): string {
      if (wanted === id) return lastPath;
      throw fail('not-found', 'Another file was saved after this one. Use the actions of its message.');
    },
  };
}
