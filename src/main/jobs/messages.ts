import type { Failure } from '../../shared/failure.ts';
import type { JobName } from './jobs.ts';

/** What a job thread is started with. */
export interface JobThreadStart {
  readonly databaseFile: string;
  /** Unlocks the offline copy; null: not needed. */
  readonly privateKey: string | null;
  readonly name: JobName;
  readonly args: unknown;
}

/** The one thing that the main thread says: stop. */
export type JobThreadOrder = 'cancel';

/** What a job thread says. */
export type JobThreadMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number | null }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure };
