/**
 * Connections share a database through a small file, which a full disk does not take. A process with one connection per
 * file can do without.
 */
let isAllowed = false;

/** Lets this process read databases alone if the disk is full; others then wait. For the command line. */
export function allowReadingAlone(): void {
  isAllowed = true;
}

export const mayReadAlone = (): boolean => isAllowed;
