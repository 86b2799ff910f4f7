/**
 * A large database is not read through whenever it is opened. Damage that turns up
 * while it is used is noted in an empty file beside it: then the next opening reads all.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

const markOf = (file: string): string => `${file}.suspect`;

/** Notes beside a file that it may be damaged, for whoever opens it next. */
export function markSuspect(file: string): void {
  try {
    closeSync(openSync(markOf(file), 'a', 0o600));
  } catch {
    // Where nothing can be written the damage is still said; only the note is missing.
  }
}

/** Whether a file was noted as damaged. */
export const isSuspect = (file: string): boolean => existsSync(markOf(file));

/** Takes the note away: the file was read through and is whole, or is gone. */
export function clearSuspicion(file: string): void {
  rmSync(markOf(file), { force: true });
}
