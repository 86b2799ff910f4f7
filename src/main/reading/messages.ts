import type { Result } from '../../shared/failure.ts';
import type { ReadName } from './reads.ts';

/** What a reading thread is started with. */
export interface ReadingThreadStart {
  readonly databaseFile: string;
}

/** What a reading thread is told. */
export type ReadingOrder =
  | {
      readonly kind: 'read';
      readonly call: number;
      readonly name: ReadName;
      readonly args: unknown;
    }
  | { readonly kind: 'close' };

/** What it says. */
export interface ReadingReply {
  readonly call: number;
  readonly result: Result<unknown>;
}
