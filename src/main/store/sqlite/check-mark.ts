/**
 * Large files are not read through when they are opened. If damage is found later, an empty file next
 * to the database has the next start check it completely (damaged-files.ts).
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

const markOf = (file: string): string => `${file}.needs-check`;

/** Marks a database as possibly damaged. */
export function markForCheck(file: string): void {
  try {
    closeSync(openSync(markOf(file), 'a', 0o600));
  } catch {
    // Nothing can be written here: the damage is still reported, only the mark is missing.
  }
}

/** Whether a database is marked. */
export const needsCheck = (file: string): boolean => existsSync(markOf(file));

/** Removes the mark: the database was checked or moved aside. */
export function clearCheckMark(file: string): void {
  rmSync(markOf(file), { force: true });
}
