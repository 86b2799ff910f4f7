import type { RequestName, Requests } from '../../../shared/ipc.ts';
import type { SyncOutcome } from '../../../shared/sync.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { LastViews } from '../../accounts/last-views.ts';
import type { Registry } from '../../accounts/registry.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { Desktop, Emit, Log } from '../../ports.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import type { Save } from '../../exports/presets/presets.ts';
import type { ServedLists } from '../../exports/presets/served-lists.ts';
import type { Gateways } from '../../gateway/gateways.ts';
import type { ServiceEdits } from '../../sync/edit-service.ts';
import type { SyncEngine, SyncOptions } from '../../sync/engine.ts';
import type { SyncSchedule } from '../../sync/sync-schedule.ts';
import type { TestRuns } from '../../test-runs/runs.ts';
import type { TestScheduler } from '../../test-runs/schedule-runs.ts';
import type { ReadName } from '../../threads/functions.ts';
import { fail } from '../../../shared/failure.ts';

export interface Call {
  readonly signal?: AbortSignal | undefined;
}

/** For requests that do more than read the cache; failures are `FailureError`s. */
export type Handlers = {
  readonly [K in Exclude<RequestName, ReadName>]: (
    args: Requests[K]['args'],
    call?: Call,
  ) => Requests[K]['reply'] | Promise<Requests[K]['reply']>;
};

export interface HandlerParts {
  /** The session of an account, opened if needed. */
  readonly session: (accountId: string) => Session;
  readonly accounts: Accounts;
  readonly lastViews: LastViews;
  readonly registry: Registry;
  readonly engine: SyncEngine;
  /** Starts a sync, or joins the current one. */
  readonly sync: (accountId: string, options: SyncOptions) => Promise<SyncOutcome>;
  readonly schedule: SyncSchedule;
  readonly testRuns: TestRuns;
  readonly testSchedule: TestScheduler;
  readonly serviceEdits: ServiceEdits;
  readonly gateways: Gateways;
  /** Reports progress to the window. */
  readonly save: (accountId: string) => Save;
  readonly listsOf: (accountId: string) => ServedLists;
  readonly lastSaved: ReturnType<typeof createLastSaved>;
  /** Waits for the end of sync and test runs. */
  readonly stopWork: (accountId: string) => Promise<void>;
  readonly desktop: Desktop;
  readonly diagnostics: Diagnostics;
  readonly emit: Emit;
  readonly log: Log;
}

export type HandlersOf<Noun extends string> = Pick<Handlers, Extract<keyof Handlers, `${Noun}:${string}`>>;

/** Names the last saved file by a number: the window never gets a path. */
export function createLastSaved() {
  let id = 0;
  let lastPath = '';
  return {
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
