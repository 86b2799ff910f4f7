import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Delays between attempts, about a second in total: virus scanners close files sooner. */
const waitsMs = [20, 50, 100, 200, 300, 400];

/** Error codes, mostly of Windows, for a file that another program has open for a moment. */
const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Renames a file over another, and retries for about a second if another program has one
 * of them open.
 *
 * @param move renames once
 * @throws the error of the last attempt
 */
export async function renameOver(
  from: string,
  to: string,
  move: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  for (const waitMs of waitsMs) {
    try {
      await move(from, to);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && passing.has(String(error.code)))) {
        throw error;
      }
    }
    await sleep(waitMs);
  }
  await move(from, to);
}
