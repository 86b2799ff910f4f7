/**
 * Large files are not read through when they are opened. If SQLite meets damage in use, an
 * empty file next to the database tells the next opening (damaged-files.ts).
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

const markerOf = (file: string): string => `${file}.suspect`;

/** Marks a database as possibly damaged. */
export function markSuspect(file: string): void {
  try {
    closeSync(openSync(markerOf(file), 'a', 0o600));
  } catch {
    // Nothing can be written here: the damage is still reported, only the marker is missing.
  }
}

/** Whether a database is marked. */
export const isSuspect = (file: string): boolean => existsSync(markerOf(file));

/** Removes the mark: the database was checked or moved aside. */
export function clearSuspicion(file: string): void {
  rmSync(markerOf(file), { force: true });
}
