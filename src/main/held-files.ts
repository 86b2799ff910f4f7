import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Delays between attempts, about a second in total: virus scanners and indexers close files sooner. */
const waitsMs = [20, 50, 100, 200, 300, 400];

/** Error codes, mostly of Windows, for a file that another program has open for a moment. */
const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);

function throwUnlessPassing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && passing.has(String(error.code)))) throw error;
}

/**
 * Repeats an operation on files for about a second while another program has one of them open.
 *
 * @throws the error of the last attempt
 */
export async function untilReleased<T>(operation: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await operation();
    } catch (error) {
      throwUnlessPassing(error);
    }
    await sleep(waitMs);
  }
  return operation();
}

/**
 * Renames a file over another, and retries for about a second if another program has one
 * of them open.
 *
 * @param move renames once
 * @throws the error of the last attempt
 */
export function renameOver(from: string, to: string, move = rename): Promise<void> {
  return untilReleased(() => move(from, to));
}

/**
 * The same for code that cannot wait for a promise. It blocks its thread meanwhile, on Windows only: elsewhere
 * these errors are final.
 *
 * @param move renames once
 * @param platform of Node
 * @throws the error of the last attempt
 */
export function renameOverSync(
  from: string,
  to: string,
  move = renameSync,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const waitMs of platform === 'win32' ? waitsMs : []) {
    try {
      move(from, to);
      return;
    } catch (error) {
      throwUnlessPassing(error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  move(from, to);
}
