/**
 * SQLite shares a database between connections through a small file next to it, which can't be created on a disk
 * without a free byte. A process that has one connection for each file can do without it.
 */
let isAllowed = false;

/** Lets this process read databases alone if the disk is full; others then have to wait. For the command line. */
export function allowReadingAlone(): void {
  isAllowed = true;
}

export const mayReadAlone = (): boolean => isAllowed;
