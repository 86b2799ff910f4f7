import type { SyncResource } from './sync.ts';

/** How far some work is. */
export interface Progress {
  readonly done: number;
  /** Null: unknown. */
  readonly total: number | null;
  /** What a sync is reading now. */
  readonly resource?: SyncResource;
}
