import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits between tries, about a second in all: a virus scanner lets go sooner. */
const waitsMs = [20, 50, 100, 200, 300, 400];

/** A file that another program has open for a moment, as such errors say it on Windows above all. */
const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Renames a file over another. Where another program holds one of them it is
 * tried again for about a second.
 *
 * @param move renames once
 * @throws whatever the last try threw
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
