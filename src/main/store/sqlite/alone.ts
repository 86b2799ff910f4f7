/** A full disk has no room for the small file that connections share; one connection per file needs none. */
let isAllowed = false;

/** Lets this process read alone on a full disk; others then wait. For the command line. */
export function allowReadingAlone(): void {
  isAllowed = true;
}

export const mayReadAlone = (): boolean => isAllowed;
