import type { Failure } from '../../shared/failure.ts';
import type { SyncOutcome, SyncResource } from '../../shared/sync.ts';
import type { ReceivedBody } from '../api/client.ts';
import type { ApiRequest } from '../api/send.ts';

/** What a sync thread is started with. */
export interface SyncThreadStart {
  readonly databaseFile: string;
  /** Unlocks the offline copy; requests are not sent from the thread. */
  readonly privateKey: string;
  readonly acceptEmpty: boolean;
  readonly only: readonly SyncResource[] | undefined;
}

/** The main thread's answer to one call. */
export interface ThreadReply {
  readonly call: number;
  /** Of the client, after this call. */
  readonly requestCount: number;
  readonly requestsAtOnce: number;
  readonly result:
    | { readonly ok: true; readonly received: ReceivedBody }
    | { readonly ok: false; readonly failure: Failure };
}

/** What a sync thread says. */
export type ThreadMessage =
  | { readonly kind: 'receive'; readonly call: number; readonly request: ApiRequest }
  | { readonly kind: 'abort'; readonly call: number }
  | {
      readonly kind: 'progress';
      readonly resource: SyncResource;
      readonly received: number;
      readonly expected: number | null;
    }
  | { readonly kind: 'done'; readonly outcome: SyncOutcome }
  | { readonly kind: 'failed'; readonly failure: Failure };
