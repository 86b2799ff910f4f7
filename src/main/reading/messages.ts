import type { Result } from '../../shared/failure.ts';
import type { ReadName } from './reads.ts';

/** What a reading thread is started with. */
export interface ReadingThreadStart {
  readonly databaseFile: string;
  /** Which of the latest calls were taken back: read while the thread is too busy for messages. */
  readonly takenBack: Int32Array<SharedArrayBuffer>;
}

/** Calls that can wait in one thread and be told apart in `takenBack`. */
const maxWaiting = 256;

export const makeTakenBack = (): ReadingThreadStart['takenBack'] =>
  new Int32Array(new SharedArrayBuffer(maxWaiting * Int32Array.BYTES_PER_ELEMENT));

/** Notes that a call is wanted, which a call of the same place was before it, or is not any more. */
export function noteWanted(
  takenBack: ReadingThreadStart['takenBack'],
  call: number,
  isWanted: boolean,
): void {
  Atomics.store(takenBack, call % maxWaiting, Number(!isWanted));
}

export const isWanted = (takenBack: ReadingThreadStart['takenBack'], call: number): boolean =>
  Atomics.load(takenBack, call % maxWaiting) === 0;

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
